#!/usr/bin/env python3
"""A client of the Leith API in one file, with nothing but Python's standard library (3.8 or newer).

    export LEITH_URL=http://127.0.0.1:8080      # this is also what is assumed
    export LEITH_API_KEY=leith_key_...          # not set: without an account

    leith.py reconstruct off-axis.png -o result.zip -F holography_mode=off-axis -F wavelength_um=0.6328 \\
        -F pixel_pitch_um=3.45 -F z_mm=5
    leith.py run inline.png -o result.zip -F holography_mode=inline -F wavelength_um=0.532 -F pixel_pitch_um=1.67
    leith.py results
"""

import argparse
import base64
import hashlib
import json
import os
import shutil
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid


class Refused(Exception):
    """The service refused; `problem` is its problem document (RFC 9457)."""

    def __init__(self, problem):
        super().__init__(problem.get("detail") or problem.get("title"))
        self.problem = problem


class Leith:
    def __init__(self, url="http://127.0.0.1:8080", api_key=None, patience_s=60):
        """patience_s: how long in all a request is repeated while the service is busy (429 and 503)."""
        self.url = url.rstrip("/")
        self.api_key = api_key
        self.patience_s = patience_s

    def request(self, method, path, body=None, headers=()):
        """Sends one request and returns the open response; repeats it where the service says when to come back."""
        headers = dict(headers)
        if self.api_key:
            headers["Authorization"] = "Bearer " + self.api_key
        address = urllib.parse.urljoin(self.url + "/", path)
        give_up = time.monotonic() + self.patience_s
        while True:
            try:
                return urllib.request.urlopen(urllib.request.Request(address, body, headers, method=method))
            except urllib.error.HTTPError as error:
                problem = read_problem(error)
                wait_s = float(error.headers.get("Retry-After", "1"))
                if error.code not in (429, 503) or time.monotonic() + wait_s > give_up:
                    raise Refused(problem) from None
                time.sleep(wait_s)

    def json(self, method, path, headers=()):
        with self.request(method, path, headers=headers) as response:
            return json.load(response)

    def reconstruct(self, hologram, out, background=None, **parameters):
        """Reconstructs the file `hologram`, writes the package to `out`, and returns its evidence report's identifier.

        parameters: as the API names them, for example holography_mode="off-axis", wavelength_um=0.6328.
        """
        with self._post(hologram, background, parameters, {"Accept": "application/zip"}) as response:
            return save(response, out)

    def start_run(self, hologram, background=None, **parameters):
        """Hands the file in to be reconstructed later and returns the run."""
        with self._post(hologram, background, parameters, {"Prefer": "respond-async"}) as response:
            return json.load(response)

    def wait(self, run_id, told=lambda run: None, every_s=1.0):
        """Asks for the run until it has ended; `told` is called with each state. Raises Refused where it has failed."""
        while True:
            run = self.json("GET", "/runs/" + run_id)
            told(run)
            if run["status"] not in ("queued", "running"):
                break
            time.sleep(every_s)
        if run["status"] != "succeeded":
            raise Refused(run.get("problem", {"title": "the run was cancelled"}))
        return run["evidence_report_id"]

    def download(self, evidence_report_id, out):
        """Writes the package of a result to `out`."""
        path = "/results/%s/package" % evidence_report_id
        with self.request("GET", path if self.api_key else "/public" + path) as response:
            return save(response, out)

    def results(self):
        """All results of the account, newest first."""
        path = "/results?limit=200"
        while path:
            page = self.json("GET", path)
            yield from page["items"]
            cursor = page["next_cursor"]
            path = "/results?limit=200&cursor=" + urllib.parse.quote(cursor) if cursor else None

    def _post(self, hologram, background, parameters, headers):
        files = {"hologram": hologram}
        if background:
            files["background"] = background
        content_type, body = multipart(parameters, files)
        # one key for all attempts: should an answer get lost on its way, asking again makes nothing twice
        headers = {**headers, "Content-Type": content_type, "Idempotency-Key": str(uuid.uuid4())}
        return self.request("POST", "/reconstruct_pdhm" if self.api_key else "/public/reconstruct", body, headers)


def multipart(fields, files):
    """The content type and the bytes of a multipart/form-data body (RFC 7578)."""
    boundary = uuid.uuid4().hex
    pieces = []
    for name, value in fields.items():
        pieces.append('--%s\r\nContent-Disposition: form-data; name="%s"\r\n\r\n%s\r\n' % (boundary, name, value))
    for name, path in files.items():
        filename = os.path.basename(path).replace('"', "%22")
        head = '--%s\r\nContent-Disposition: form-data; name="%s"; filename="%s"\r\n' % (boundary, name, filename)
        with open(path, "rb") as file:
            pieces += [head + "Content-Type: application/octet-stream\r\n\r\n", file.read(), "\r\n"]
    pieces.append("--%s--\r\n" % boundary)
    body = b"".join(piece if isinstance(piece, bytes) else piece.encode() for piece in pieces)
    return "multipart/form-data; boundary=" + boundary, body


def save(response, out):
    """Writes the body to a file, once it is known to be what the service sent."""
    partial = out + ".part"
    with open(partial, "wb") as file:
        shutil.copyfileobj(response, file)
    digest = hashlib.sha256()
    with open(partial, "rb") as file:
        for chunk in iter(lambda: file.read(1 << 20), b""):
            digest.update(chunk)
    if response.headers["Repr-Digest"] != "sha-256=:%s:" % base64.b64encode(digest.digest()).decode():
        raise OSError("%s is not what the service sent: try again" % partial)
    os.replace(partial, out)
    return response.headers["Evidence-Report-Id"]


def read_problem(error):
    """The problem document of a refusal, or one made of its status where something in between answered."""
    try:
        return json.load(error)
    except ValueError:
        return {"title": "HTTP %d" % error.code, "status": error.code}


def parameter(text):
    name, equals, value = text.partition("=")
    if not equals:
        raise argparse.ArgumentTypeError("%r is not name=value" % text)
    return name, value


def show(run):
    progress = run["progress"]
    print("%s %3.0f %% %s" % (run["status"], 100 * progress["fraction"], progress["stage"] or ""), file=sys.stderr)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    for name, words in (("reconstruct", "reconstruct a hologram"), ("run", "the same, as a run that is waited for")):
        command = commands.add_parser(name, help=words)
        command.add_argument("hologram")
        command.add_argument("--background", help="a frame of the same rig without a sample")
        command.add_argument("-o", "--out", default="result.zip", help="where the package goes")
        command.add_argument("-F", dest="parameters", action="append", default=[], type=parameter, metavar="NAME=VALUE",
                             help="a parameter as the API names it, e.g. wavelength_um=0.6328")
    commands.add_parser("results", help="list the account's results")
    options = parser.parse_args()

    leith = Leith(os.environ.get("LEITH_URL", "http://127.0.0.1:8080"), os.environ.get("LEITH_API_KEY"))
    try:
        if options.command == "results":
            for result in leith.results():
                print(result["evidence_report_id"], result["created_at"], result["holography_mode"])
        elif options.command == "reconstruct":
            parameters = dict(options.parameters)
            print(leith.reconstruct(options.hologram, options.out, options.background, **parameters))
        else:
            run = leith.start_run(options.hologram, options.background, **dict(options.parameters))
            print(leith.download(leith.wait(run["run_id"], show), options.out))
    except Refused as refusal:
        for error in refusal.problem.get("errors", []):
            print("%s %s" % (error["pointer"].lstrip("/"), error["message"]), file=sys.stderr)
        sys.exit("refused: %s" % refusal)


if __name__ == "__main__":
    main()
