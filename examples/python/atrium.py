"""Client of the Atrium REST API with the standard library of Python 3.9 or newer alone."""

import json
import time
import urllib.error
import urllib.parse
import urllib.request


class ApiProblem(Exception):
    """A refusal. `code` is the API's code, `field` the wrong field or None."""

    def __init__(self, status, problem):
        super().__init__(problem.get("detail", f"The server answered {status}."))
        self.status = status
        self.code = problem.get("code")
        self.field = problem.get("field")


class Atrium:
    """Calls one product with one token. Waits and retries while the token's budget is used up."""

    def __init__(self, origin, token, max_retries=4):
        self.origin = origin.rstrip("/")
        self.token = token
        self.max_retries = max_retries

    def get(self, path, **query):
        """Returns the answer of a GET request; `query` are its parameters."""
        search = urllib.parse.urlencode({name: value for name, value in query.items() if value is not None})
        return self._send("GET", path + ("?" + search if search else ""), None)

    def post(self, path, body):
        """Returns the answer of a POST request."""
        return self._send("POST", path, json.dumps(body).encode())

    def list(self, path, **query):
        """Yields the items of all pages of a list."""
        after = None
        while True:
            page = self.get(path, **query, after=after)
            yield from page["items"]
            after = page["next"]
            if after is None:
                return

    def query(self, metric, first_day, end_day, site_id, granularity=86_400):
        """Returns labels, values and states of a metric of a site. The end day is not included."""
        answer = self.post(
            "/measurements/query",
            {
                "metric": metric,
                "filters": {
                    "conditions": [
                        {"criterion": "DATE", "values": [f"{first_day}/{end_day}"]},
                        {"criterion": "INSTALLATIONS", "values": [str(site_id)]},
                    ]
                },
                "groupBy": [{"type": "DATE", "granularity": granularity}],
            },
        )
        return answer["data"]

    def _send(self, method, path, body):
        for attempt in range(self.max_retries + 1):
            request = urllib.request.Request(f"{self.origin}/api/v1{path}", data=body, method=method)
            request.add_header("Authorization", f"Bearer {self.token}")
            if body is not None:
                request.add_header("Content-Type", "application/json")
            try:
                with urllib.request.urlopen(request, timeout=60) as response:
                    text = response.read().decode()
                    is_json = "json" in response.headers.get("Content-Type", "")
                    return json.loads(text) if is_json else text
            except urllib.error.HTTPError as error:
                if error.code not in (429, 503) or attempt == self.max_retries:
                    raise ApiProblem(error.code, _read_problem(error)) from None
                time.sleep(min(60, float(error.headers.get("Retry-After") or 2**attempt)))


def _read_problem(error):
    try:
        return json.loads(error.read().decode())
    except ValueError:
        return {}
