"""Validates the RO-Crate in a folder with the validator of its community, without a network.

python check-crate.py FOLDER PROFILE [--alone]: prints what is wrong, a line each; exit status 1 where something is. The
terms come with the library for crates. --alone: the rules of the profile without those of the version it was written for.
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

folder, profile = sys.argv[1], sys.argv[2]
settings = services.ValidationSettings(
    rocrate_uri=Path(folder),
    profile_identifier=profile,
    requirement_severity=models.Severity.REQUIRED,
    enable_profile_inheritance="--alone" not in sys.argv,
)
result = services.validate(settings)
for issue in result.get_issues():
    print(f"{issue.check.identifier} {issue.severity.name}: {issue.message}")
print(json.dumps({"passed": result.passed(), "issues": len(result.get_issues())}))
sys.exit(0 if result.passed() else 1)
