"""The roles that .ci/schemathesis calls as: their principals, and what each of them may call and see.

    schemathesis_roles.py PRINCIPALS KEYS    writes the principals file, and the keys beside it
    schemathesis_roles.py --key KEYS ROLE    prints the key of a role
"""

import hashlib
import json
import secrets
import sys
import zlib

DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

# Prefixes of all roles; not those of the markers.
STOCK = ["st:", "g:", "stock:"]
GRANTED = [*STOCK, "limit:", "rate:"]

# Parts of keys and owners of another tenant, and of another owner.
FOREIGN = "marker-of-another-tenant"
OTHER_OWNER = "marker-of-another-owner"

READS = {
    "queryCounters", "getCounter", "listCounters", "listProducts", "getProduct", "watch", "changes", "getReservation",
    "listReservations", "getCommand",
}
RESOLVES = {"confirm", "cancel", "extend", "abandon"}
ALL_SEE = {"healthz", "readyz", "getContract"}

# The operations of each role; every other one must be refused.
MAY = {
    "reader": ALL_SEE | READS,
    "seller": ALL_SEE | {"reserve", "transact", "take", "batch"},
    "resolver": ALL_SEE | RESOLVES | READS | {"batch"},
}
UNSEEN = {
    "reader": [FOREIGN],
    "seller": [FOREIGN, OTHER_OWNER],
    "resolver": [FOREIGN, OTHER_OWNER],
}


def grants():
    stock = {"keys": STOCK}
    lists = {**stock, "limits": ["limit:"], "buckets": ["rate:"]}
    all_keys = {"keys": "*", "limits": "*", "buckets": "*"}
    verbs = ["read", "reserve", "resolve", "take", "add", "stock"]
    return {
        "keeper": ("acme", [{"verbs": verbs, "holds": "tenant", **all_keys}]),
        "stranger": ("rival", [{"verbs": verbs, "holds": "tenant", **all_keys}]),
        "reader": ("acme", [{"verbs": ["read"], "holds": "tenant", **stock}]),
        "seller": ("acme", [{"verbs": ["reserve", "add", "take"], **lists}]),
        "resolver": ("acme", [{"verbs": ["resolve"], "holds": "owner"}, {"verbs": ["read"], "holds": "owner", **stock}]),
    }


def make_key():
    text = "hl_" + "".join(secrets.choice(DIGITS) for _ in range(8)) + "_"
    text += "".join(secrets.choice(DIGITS) for _ in range(43))
    rest, check = zlib.crc32(text.encode()), ""
    for _ in range(6):
        rest, digit = divmod(rest, len(DIGITS))
        check = DIGITS[digit] + check
    return text + check


def write(principals_file, keys_file):
    keys, principals = {}, []
    for name, (tenant, granted) in grants().items():
        keys[name] = make_key()
        entry = {"id": keys[name][3:11], "sha256": hashlib.sha256(keys[name].encode()).hexdigest()}
        principals.append({"name": name, "tenant": tenant, "keys": [entry], "grants": granted})
    with open(keys_file, "w") as out:
        json.dump(keys, out)
    with open(principals_file, "w") as out:
        json.dump({"principals": principals}, out, indent=1)


if __name__ == "__main__":
    if sys.argv[1] == "--key":
        print(json.load(open(sys.argv[2]))[sys.argv[3]])
    else:
        write(sys.argv[1], sys.argv[2])
