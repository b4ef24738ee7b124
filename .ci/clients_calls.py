"""Calls every operation of openapi.yaml through two generated clients, to success and to refusals.

Each answer must have the expected status and arrive as an object of the generated class, with the expected code. Every
status that the document names must be one that the client reads. Usage: clients_calls.py URL DIRECTORY-OF-THE-CLIENTS.
Ends with `N passed, N failed, 0 skipped`.
"""

import importlib
import inspect
import io
import itertools
import json
import pathlib
import pkgutil
import re
import sys
import traceback

import yaml

URL, CLIENTS = sys.argv[1], pathlib.Path(sys.argv[2])
CONTRACT = yaml.safe_load((pathlib.Path(__file__).parent.parent / "gateway/src/main/resources/openapi.yaml").read_text())
METHODS = ("get", "put", "post", "delete")
FRESH = itertools.count(1)
# Its answer has no end to wait for.
ENDLESS = {"changes", "watch"}
OPERATIONS = {
    operation["operationId"]: operation
    for path in CONTRACT["paths"].values()
    for method, operation in path.items()
    if method in METHODS
}


def snake(name):
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


class PythonClient:
    """Of openapi-python-client: a module an operation, bodies and answers as attrs classes."""

    name = "openapi-python-client"

    def __init__(self):
        self.package = importlib.import_module("hotlane_client")
        self.models = importlib.import_module("hotlane_client.models")
        api = importlib.import_module("hotlane_client.api")
        self.modules = {
            module.name.rsplit(".", 1)[-1]: importlib.import_module(module.name)
            for module in pkgutil.walk_packages(api.__path__, "hotlane_client.api.")
        }

    def reads(self, operation, status):
        return f"response.status_code == {status}:" in inspect.getsource(self.modules[snake(operation)])

    def call(self, operation, parameters, body, headers):
        module = self.modules[snake(operation)]
        arguments = dict(parameters)
        if isinstance(body, str):
            arguments["body"] = importlib.import_module("hotlane_client.types").File(payload=io.BytesIO(body.encode()))
        elif body is not None:
            annotation = str(inspect.signature(module.sync_detailed).parameters["body"].annotation)
            arguments["body"] = getattr(self.models, re.findall(r"models\.\w+\.(\w+)", annotation)[0]).from_dict(body)
        if "if_none_match" in arguments and operation == "putCounter":
            arguments["if_none_match"] = self.models.PutCounterIfNoneMatch(arguments["if_none_match"])
        client = self.package.Client(base_url=URL, headers=headers)
        response = module.sync_detailed(client=client, **arguments)
        parsed = response.parsed
        return int(response.status_code), parsed.payload.read() if hasattr(parsed, "payload") else parsed


class GeneratorClient:
    """Of openapi-generator (python): a class a tag, bodies and answers as pydantic models, refusals as exceptions."""

    name = "openapi-generator"

    def __init__(self):
        self.package = importlib.import_module("hotlane_generated")
        configuration = self.package.Configuration(host=URL)
        self.client = self.package.ApiClient(configuration)

    def method(self, operation, suffix):
        tag = OPERATIONS[operation]["tags"][0]
        api = getattr(self.package, tag.capitalize() + "Api")(self.client)
        return getattr(api, snake(operation) + suffix)

    def reads(self, operation, status):
        source = inspect.getsource(self.method(operation, ""))
        return f"'{status}': " in source

    def call(self, operation, parameters, body, headers):
        method = self.method(operation, "_with_http_info")
        arguments = dict(parameters)
        if isinstance(body, str):
            arguments["body"] = body.encode()
        elif body is not None:
            schema = OPERATIONS[operation]["requestBody"]["content"]["application/json"]["schema"]["$ref"]
            model = schema.rsplit("/", 1)[-1]
            arguments[snake(model)] = getattr(self.package, model).from_dict(body)
        try:
            answer = method(**arguments, _headers=headers)
            return answer.status_code, answer.data
        except self.package.ApiException as refused:
            return refused.status, refused.data


def plain(value):
    return getattr(value, "value", value)


class Calls:
    def __init__(self, client):
        self.client = client
        self.passed = 0
        self.failed = 0
        self.seen = set()

    def fresh(self):
        return f"{self.client.name}-{next(FRESH)}"

    def judge(self, what, check):
        try:
            check()
            self.passed += 1
        except Exception:
            self.failed += 1
            print(f"FAILED {self.client.name}: {what}")
            traceback.print_exc(limit=3, file=sys.stdout)

    def ask(self, operation, status, code=None, body=None, headers=None, **parameters):
        """Calls, and expects that status and code, as an object of the client; gives the object."""
        operation_parameters = OPERATIONS[operation].get("parameters", [])
        if {"$ref": "#/components/parameters/IdempotencyKey"} in operation_parameters:
            parameters.setdefault("idempotency_key", self.fresh())
        answer = []

        def check():
            found, told = self.client.call(operation, parameters, body, headers or {})
            assert found == status, f"expected {status}, found {found}: {told}"
            assert told is not None or status == 304, "the client read nothing"
            if code is not None:
                assert plain(told.code) == code, f"expected {code}, found {told}"
                assert plain(told.status) == status, told
            answer.append(told)
            self.seen.add((operation, status))

        self.judge(f"{operation} {parameters} -> {status} {code}", check)
        return answer[0] if answer else None

    def run(self):
        for operation, described in OPERATIONS.items():
            for status in described["responses"]:
                self.judge(
                    f"{operation} reads {status}",
                    lambda: self.require(self.client.reads(operation, status), "this status is not read"),
                )
        self.successes()
        self.refusals()
        for operation, sample in self.samples().items():
            body, parameters = sample
            page = {"Origin": "https://elsewhere.example"}
            self.ask(operation, 403, "FORBIDDEN", body, page, **parameters)
            self.ask(operation, 421, "MISDIRECTED", body, {"Host": "elsewhere.example"}, **parameters)
        succeeded = {operation for operation, status in self.seen if status < 300}
        self.judge("every operation succeeds", lambda: self.require(succeeded == set(OPERATIONS) - ENDLESS, succeeded))

    @staticmethod
    def require(holds, otherwise):
        assert holds, otherwise

    def samples(self):
        op = {"op": "add", "key": "g:a", "delta": 1}
        take = {"tokens": 1, "count": 1, "periodMs": 3_600_000, "burst": 1}
        hold = {"lines": [{"key": "g:stock", "quantity": 1}], "ttlMs": 60_000}
        at, bucket = {"key": "g:a"}, {"key": "g:bucket"}
        return {
            "transact": ({"ops": [op]}, {}),
            "reserve": (hold, {}),
            "listReservations": (None, {"limit": 5}),
            "getReservation": (None, {"id": "nothing"}),
            "confirm": ({}, {"id": "nothing"}),
            "cancel": (None, {"id": "nothing"}),
            "extend": ({"ttlMs": 60_000}, {"id": "nothing"}),
            "listCounters": (None, {"prefix": "g:"}),
            "queryCounters": ({"keys": ["g:a", "g:stock"]}, {}),
            "getCounter": (None, at),
            "getProduct": (None, {"id": "sample-1"}),
            "listProducts": (None, {"ids": ["sample-2"]}),
            "putCounter": ({"value": 5}, at),
            "deleteCounter": (None, at),
            "increment": ({"amount": 2}, at),
            "drain": (None, at),
            "take": (take, bucket),
            "batch": (json.dumps({"id": self.fresh(), "ops": [op]}) + "\n", {}),
            "getCommand": (None, {"id": "nothing"}),
            "abandon": (None, {"id": self.fresh()}),
            "getStatus": (None, {}),
            "healthz": (None, {}),
            "readyz": (None, {}),
            "getMetrics": (None, {}),
            "getStats": (None, {}),
            "getContract": (None, {}),
        }

    def sample(self, operation, status=200, code=None, **other):
        body, parameters = self.samples()[operation]
        return self.ask(operation, status, code, other.pop("body", body), **{**parameters, **other})

    def successes(self):
        self.sample("putCounter", key="g:stock", body={"value": 100})
        reserved = {}
        for resolution in ("confirm", "cancel", "extend"):
            reserved[resolution] = self.fresh()
            self.sample("reserve", 201, idempotency_key=reserved[resolution])
            self.sample(resolution, id=reserved[resolution])
            self.sample("getReservation", id=reserved[resolution])
            self.sample("getCommand", id=reserved[resolution])
        for operation in ("transact", "listReservations", "listCounters", "queryCounters", "putCounter", "increment",
                          "getCounter", "drain", "deleteCounter", "abandon", "getStatus", "healthz", "readyz",
                          "getMetrics", "getStats", "getContract", "getProduct", "listProducts"):
            self.sample(operation)
        self.sample("take", key=self.fresh())
        self.sample("listCounters", max_stale_ms=3_600_000)
        self.batch()

    def batch(self):
        hold = self.fresh()
        lines = [
            {"id": self.fresh(), "ops": [{"op": "add", "key": "g:a", "delta": 3}]},
            {"id": hold, "kind": "reservation", "lines": [{"key": "g:stock", "quantity": 1}], "ttlMs": 60_000},
            {"id": self.fresh(), "ops": [{"op": "add", "key": "g:none", "delta": -1}]},
        ]
        told = self.ask("batch", 200, body="".join(json.dumps(line) + "\n" for line in lines))
        statuses = [json.loads(line)["status"] for line in (told or b"").splitlines()]
        self.judge("the lines of a batch", lambda: self.require(statuses == [200, 201, 409], statuses))

    def refusals(self):
        used = self.fresh()
        self.sample("increment", idempotency_key=used, body={"amount": 77})
        for operation, described in OPERATIONS.items():
            if "422" in described["responses"]:
                self.sample(operation, 422, "ID_REUSED", idempotency_key=used)
        for operation in ("confirm", "cancel", "extend", "getReservation", "getCommand"):
            self.sample(operation, 404, "NOT_FOUND")
        gone = self.fresh()
        for operation in [name for name, described in OPERATIONS.items() if "409" in described["responses"]]:
            gone = self.fresh()
            self.sample("abandon", id=gone)
            self.sample(operation, 409, "ABANDONED", idempotency_key=gone)
        self.sample("increment", 409, "INSUFFICIENT", key="g:none", body={"amount": -1})
        self.sample("transact", 409, "INSUFFICIENT", body={"ops": [{"op": "add", "key": "g:none", "delta": -1}]})
        many = {"lines": [{"key": "g:stock", "quantity": 1_000_000}], "ttlMs": 60_000}
        self.sample("reserve", 409, "INSUFFICIENT", body=many)
        once = self.fresh()
        self.sample("take", key=once)
        self.sample("take", 429, "RATE_LIMITED", key=once)
        self.sample("putCounter", 412, "VERSION_MISMATCH", if_match='"7"')
        self.sample("putCounter", 412, "EXISTS", key="g:stock", if_none_match="*")
        self.sample("deleteCounter", 412, "VERSION_MISMATCH", key="g:stock", if_match='"7"')
        future = "01ffffff-ffff-7fff-bfff-ffffffffffff"
        self.sample("increment", 400, "ID_IN_FUTURE", idempotency_key=future)
        self.sample("listReservations", 400, "MALFORMED", cursor="zz", key="g:a")


def main():
    sys.path.insert(0, str(CLIENTS))
    passed = failed = 0
    for client in (PythonClient(), GeneratorClient()):
        calls = Calls(client)
        calls.run()
        print(f"{client.name}: {calls.passed} passed, {calls.failed} failed")
        passed += calls.passed
        failed += calls.failed
    print(f"{passed} passed, {failed} failed, 0 skipped")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
