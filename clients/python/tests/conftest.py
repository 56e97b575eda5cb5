from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def nobodys_surroundings(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """The service and the key of whoever runs the tests are for test_live.py alone."""
    if request.path.name != "test_live.py":
        for name in ("LEITH_URL", "LEITH_API_KEY"):
            monkeypatch.delenv(name, raising=False)
