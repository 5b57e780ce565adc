"""Works out again all heads of a finished game's log, and its paths to the roots of days.

    python3 verify_log.py LOG [--head DIGITS …] [--roots FILE]

LOG is the answer of ``GET /api/v1/games/ID/log/``, which the page of a game's log offers as
"Download the log"; - is standard input. DIGITS are those of a head that you have kept, for instance
from an email. FILE is an answer of ``GET /api/v1/witness/`` that you have kept. Exit status 1 if
anything doesn't fit. docs/witnesses.md explains it. It needs Python's standard library alone.
"""

import argparse
import hashlib
import hmac
import json
import sys
from datetime import date, datetime, timedelta
from pathlib import Path

LEAST_DIGITS = 16


def main():
    """Check what the command line names."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("log", metavar="LOG")
    parser.add_argument("--head", action="append", default=[], metavar="DIGITS")
    parser.add_argument("--roots", metavar="FILE")
    options = parser.parse_args()
    log = read(options.log)
    faults = []
    heads = heads_of(log, faults)
    for digits in options.head:
        digits = digits.rstrip("….").lower()
        found = [version for head, (version, _at) in heads.items() if head.startswith(digits)]
        if len(digits) < LEAST_DIGITS or not found:
            faults.append(f"{digits} is no head of this log")
        else:
            print(f"{digits} was its head at move {found[-1]}")
    for witness in log["witnesses"]:
        check_witness(witness, heads, faults)
    if options.roots:
        check_roots(read(options.roots)["days"], log["witnesses"], heads, faults)
    for row in log["rows"]:
        if row["row"].get("type") == "rewind":
            moves = "moves {to} and later of its round".format(**row["row"])
            print(f"{moves} were undone at move {row['row']['version']}")
    for fault in faults:
        print(f"WRONG: {fault}")
    print(f"{len(log['rows'])} rows, {len(log['witnesses'])} days, {len(faults)} faults")
    sys.exit(1 if faults else 0)


def read(path):
    """Return the JSON in a file, or on standard input."""
    return json.loads(sys.stdin.read() if path == "-" else Path(path).read_text("utf-8"))


def heads_of(log, faults):
    """Return each head that the log has had, with the move and the time at which it had it."""
    secret = bytes.fromhex(log["secret"])
    commitment = hashlib.sha256(b"scout-commitment/1" + secret).hexdigest()
    if commitment != log["game"]["commitment"]:
        faults.append("the secret is not the one that was promised")
    key = hmac.digest(secret, b"scout-log/1", "sha256")
    head = seal(key, "", "game", log["game"])
    if head != log["seal"]:
        faults.append("the first seal is another one")
    version, at = 0, log["game"]["created_at"]
    heads = {head: (version, at)}
    for number, row in enumerate(log["rows"]):
        head = seal(key, head, row["table"], row["row"])
        if head != row["seal"]:
            faults.append(f"the chain breaks at row {number} of the file")
            break
        version += row["table"] == "move"
        at = row["row"].get("created_at", at)
        heads[head] = (version, at)
    return heads


def seal(key, before, table, row):
    """Return the seal of a row after the one before."""
    text = json.dumps({"row": row, "table": table}, sort_keys=True, separators=(",", ":"))
    return hmac.digest(key, f"{before}\n{text}".encode(), "sha256").hex()


def check_witness(witness, heads, faults):
    """Check that a head is one of the log, and that its path leads to the root of its day."""
    day, head = witness["day"], witness["head"]
    if head not in heads:
        faults.append(f"its head of {day} is none of this log")
        return
    version, at = heads[head]
    # What was being written at midnight comes with the next day; what is older, with the first.
    late = date.fromisoformat(day) - day_of(at)
    is_first = not int(witness["before"], 16)
    if version != witness["version"] or not (timedelta() <= late <= timedelta(1) or is_first):
        faults.append(f"its head of {day} is that of move {version}, made on {day_of(at)}")
    node = hashlib.sha256(b"\0" + bytes.fromhex(head)).digest()
    for step in witness["path"]:
        beside = bytes.fromhex(step["sibling"])
        pair = beside + node if step["side"] == "left" else node + beside
        node = hashlib.sha256(b"\1" + pair).digest()
    if node.hex() != witness["tree"] or root_of(witness) != witness["root"]:
        faults.append(f"its path of {day} does not lead to the root")


def day_of(at):
    """Return the day of a time of the log, which is in UTC."""
    return datetime.fromisoformat(at).date()


def root_of(day):
    """Return the root of a day from its parts."""
    parts = (b"\2", bytes.fromhex(day["before"]), bytes.fromhex(day["tree"]), day["day"].encode())
    return hashlib.sha256(b"".join(parts)).hexdigest()


def check_roots(days, witnesses, heads, faults):
    """Check that kept roots follow from each other, and that the log's are among them."""
    for number, day in enumerate(days):
        follows = number == 0 or day["before"] == days[number - 1]["root"]
        if not follows or root_of(day) != day["root"]:
            faults.append(f"the kept root of {day['day']} does not follow from the day before")
    kept = {day["day"]: day["root"] for day in days}
    for witness in witnesses:
        if kept.get(witness["day"], witness["root"]) != witness["root"]:
            faults.append(f"the kept root of {witness['day']} is another one")
    *_, (last, (_version, at)) = heads.items()
    is_due = any(date.fromisoformat(day) > day_of(at) for day in kept)
    if is_due and last not in [witness["head"] for witness in witnesses]:
        faults.append("its last head is in no root")


if __name__ == "__main__":
    main()
