"""What schemathesis can't read out of openapi.yaml, because the document says it in words.

A case that it takes for valid is made to keep those words too: bytes of a key, tokens of a bucket, ops of a reservation,
the longest hold. A batch is newline-delimited JSON, which OpenAPI 3.1 has no word for: here it is a list of lines.
"""

import itertools
import json
import os

import requests
import schemathesis
import schemathesis_roles as roles
from schemathesis.generation import GenerationMode
from schemathesis.generation.meta import TestPhase

LINES = "application/x-ndjson"
KEY_BYTES_MAX = 200
OPS_MAX = 64
TTL_MS_MAX = 86_400_000
BURST_MAX = 1_000
PERIOD_MS_MAX = 1_000_000_000
TEXTS = ("id", "ids", "key", "keys", "owner", "prefix")
FRESH = itertools.count(1 + 1_000_000 * ("open", *roles.MAY).index(os.environ.get("HOTLANE_ROLE", "open")))
GATEWAY = os.environ["HOTLANE_URL"]
ROLE = os.environ.get("HOTLANE_ROLE", "open")
KEYS = json.load(open(os.environ["HOTLANE_KEYS"])) if ROLE in roles.MAY else {}
FOREIGN_HOLD = f"foreign-of-{ROLE}"
OTHERS_HOLD = f"others-of-{ROLE}"


@schemathesis.hook
def before_load_schema(context, raw_schema):
    batch = raw_schema["paths"]["/v1/batch"]["post"]
    batch["requestBody"]["content"][LINES] = lines_of("BatchLine", 20)
    batch["responses"]["200"]["content"][LINES] = lines_of("BatchResult", 20)


def lines_of(schema, most):
    items = {"$ref": f"#/components/schemas/{schema}"}
    return {"schema": {"type": "array", "maxItems": most, "items": items}}


@schemathesis.serializer(LINES)
def write_lines(context, value):
    items = value if isinstance(value, list) else [value]
    return {"data": "".join(json.dumps(item) + "\n" for item in items).encode()}


@schemathesis.deserializer(LINES)
def read_lines(context, response):
    return [json.loads(line) for line in response.content.splitlines()]


@schemathesis.deserializer("application/yaml")
def read_contract(context, response):
    return response.content.decode()


@schemathesis.hook
def before_call(context, case, kwargs):
    if case.meta is None or case.meta.generation.mode != GenerationMode.POSITIVE:
        return
    if "Idempotency-Key" in case.headers and (is_example(case) or next(FRESH) % 4):
        # One key is one command: examples all have the same, and a generator's favourites are few.
        case.headers["Idempotency-Key"] = f'"st-{next(FRESH)}"' if next(FRESH) % 2 else f"st-{next(FRESH)}"
    if isinstance(case.path_parameters, dict):
        case.path_parameters = kept_words(case.path_parameters)
        if case.operation.path.startswith("/v1/reservations/") and case.meta.phase.name != TestPhase.STATEFUL:
            # Every other one is there: who guesses ids finds none.
            case.path_parameters["id"] = reserved() if next(FRESH) % 2 else case.path_parameters["id"]
            if ROLE in roles.MAY and next(FRESH) % 3 == 0:
                case.path_parameters["id"] = FOREIGN_HOLD if next(FRESH) % 2 else OTHERS_HOLD
        if case.path_parameters.get("id") == case.headers.get("Idempotency-Key", "").strip('"'):
            # An abandon is a command of its own.
            case.headers["Idempotency-Key"] = f"st-{next(FRESH)}"
    if isinstance(case.query, dict):
        # A cursor is what a page gave, and nothing else.
        case.query = kept_words({name: value for name, value in case.query.items() if name != "cursor"})
    if isinstance(case.body, (dict, list)):
        case.body = kept_words(case.body)


def is_example(case):
    return case.headers["Idempotency-Key"].strip('"') == "order-4711"


def reserved():
    key = f"st-{next(FRESH)}"
    # Stock of its own: generated calls drain and remove the counters that they were shown.
    stock = f"st:{key}"
    hold("keeper", key, stock, None)
    return key


def hold(principal, key, stock, owner):
    send(principal, "PUT", f"/v1/counters/{stock}", f"{key}-stock", {"value": 1_000})
    body = {"lines": [{"key": stock, "quantity": 2}], "ttlMs": TTL_MS_MAX}
    send(principal, "POST", "/v1/reservations", key, body if owner is None else {**body, "owner": owner})


def send(principal, method, path, key, body):
    headers = {"Idempotency-Key": key}
    if principal in KEYS:
        headers["Authorization"] = f"Bearer {KEYS[principal]}"
    answer = requests.request(method, GATEWAY + path, headers=headers, json=body, timeout=30)
    if not answer.ok:
        raise RuntimeError(f"{method} {path} for a sample got {answer.status_code}: {answer.text}")


def kept_words(value, name=None):
    if isinstance(value, dict):
        return reservation(bucket({inner: kept_words(item, inner) for inner, item in value.items()}))
    if isinstance(value, list):
        return [kept_words(item, name) for item in value]
    if isinstance(value, str) and name in TEXTS:
        if ROLE in roles.MAY and name in ("key", "keys", "prefix") and next(FRESH) % 4:
            # Else nearly each call would be refused by its prefix.
            value = roles.GRANTED[next(FRESH) % len(roles.GRANTED)] + value
        return value.encode()[:KEY_BYTES_MAX].decode(errors="ignore") or "k"
    if isinstance(value, float) and value.is_integer():
        value = int(value)  # A whole number for JSON Schema, but written with a fraction.
    if isinstance(value, int) and name == "ttlMs":
        return min(value, TTL_MS_MAX)
    return value


def bucket(fields):
    if {"count", "periodMs", "burst"} <= fields.keys():
        fields["burst"] = min(fields["burst"], BURST_MAX)
        fields["periodMs"] = min(fields["periodMs"], PERIOD_MS_MAX)
        if "tokens" in fields:
            fields["tokens"] = min(fields["tokens"], fields["burst"])
    return fields


def reservation(fields):
    room = OPS_MAX
    for name in ("lines", "limits", "checks", "takes"):
        if isinstance(fields.get(name), list):
            fields[name] = fields[name][:room]
            room -= len(fields[name])
    return fields


if ROLE in roles.MAY:
    # Reservations that the role must not see, whatever it asks for.
    hold("stranger", FOREIGN_HOLD, f"{roles.FOREIGN}:stock", roles.FOREIGN)
    hold("keeper", OTHERS_HOLD, f"hidden:{roles.OTHER_OWNER}", roles.OTHER_OWNER)

    @schemathesis.check
    def only_what_the_role_may(ctx, response, case):
        """Calls beyond the role's verbs are refused, and no answer has a word of what it may not see."""
        operation = case.operation.definition.raw["operationId"]
        if operation not in roles.MAY[ROLE] and response.status_code < 400:
            raise AssertionError(f"{ROLE} may not call {operation}, and got {response.status_code}")
        text = response.content.decode(errors="replace") + str(response.headers)
        for word in roles.UNSEEN[ROLE]:
            if word in text:
                raise AssertionError(f"{ROLE} may not see {word}: {text[:500]}")
