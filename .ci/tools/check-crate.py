"""Validates RO-Crates with the validator of their community, without a network.

python check-crate.py FOLDER=PROFILE[,alone]...: prints for each, in a line of JSON, what is wrong with the crate in that
folder. The terms come with the library for crates. alone: the rules of the profile without those of the version it was
written for. Several at once, because loading the validator takes longer than using it.
"""

import io
import json
import sys
import urllib.request
from importlib.resources import files
from pathlib import Path

CONTEXT = files("rocrate").joinpath("data/ro-crate.jsonld").read_bytes()
original = urllib.request.urlopen


def opened(request, *args, **kwargs):
    url = getattr(request, "full_url", request)
    if not (url.startswith("https://w3id.org/ro/crate/") and url.endswith("/context")):
        return original(request, *args, **kwargs)
    answer = io.BytesIO(CONTEXT)
    answer.headers = {"Content-Type": "application/ld+json"}
    answer.info = lambda: answer.headers
    answer.geturl = lambda: url
    answer.status = answer.code = 200
    return answer


urllib.request.urlopen = opened
import rdflib.parser  # noqa: E402
import rdflib._networking  # noqa: E402
import requests  # noqa: E402

rdflib.parser._urlopen = opened
rdflib._networking._urlopen = opened
sent = requests.Session.request


def request(self, method, url, *args, **kwargs):
    if "w3id.org/ro/crate/" not in url:
        return sent(self, method, url, *args, **kwargs)
    answer = requests.Response()
    answer.status_code, answer.url, answer._content = 200, url, CONTEXT
    answer.headers["Content-Type"] = "application/ld+json"
    return answer


requests.Session.request = request

from rocrate_validator import models, services  # noqa: E402

for asked in sys.argv[1:]:
    folder, profile = asked.rsplit("=", 1)
    name, *alone = profile.split(",")
    settings = services.ValidationSettings(
        rocrate_uri=Path(folder),
        profile_identifier=name,
        requirement_severity=models.Severity.REQUIRED,
        enable_profile_inheritance=not alone,
    )
    result = services.validate(settings)
    issues = [f"{issue.check.identifier} {issue.severity.name}: {issue.message}" for issue in result.get_issues()]
    print(json.dumps({"passed": result.passed(), "issues": issues}))
