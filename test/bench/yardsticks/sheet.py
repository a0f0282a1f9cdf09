"""A sheet in memory, keyed by SKU, and what a listing lacks of it."""
import csv
from decimal import Decimal

FIELDS = ("cost", "minimum_price", "maximum_price")


class Row:
    """One row of the sheet. Amounts are whole cents."""

    __slots__ = ("line", "cost", "minimum_price", "maximum_price", "currency", "status", "before", "id")

    def __init__(self, line, record):
        self.line = line
        self.cost = to_cents(record["cost"])
        self.minimum_price = to_cents(record["minimum_price"])
        self.maximum_price = to_cents(record["maximum_price"])
        self.currency = record["currency"].lower()
        self.status = "not_found"
        self.before = None
        self.id = None


def to_cents(text):
    """None for a blank cell. Never by way of a float."""
    if text == "":
        return None
    cents = Decimal(text).scaleb(2)
    whole = int(cents)
    if cents != whole:
        raise ValueError(f"finer than a cent: {text}")
    return whole


def read_sheet(path):
    """SKU to row, in the order of the sheet."""
    rows = {}
    with open(path, newline="", encoding="utf-8") as file:
        reader = csv.DictReader(file)
        for record in reader:
            sku = record["sku"]
            if sku in rows:
                raise ValueError(f"line {reader.line_num}: {sku} for the second time")
            rows[sku] = Row(reader.line_num, record)
    return rows


def find_changes(row, listing):
    """Marks the row, and gives the parameters of its update: nothing but what differs."""
    row.id = listing["id"]
    changes = {
        field: str(getattr(row, field))
        for field in FIELDS
        if getattr(row, field) is not None and getattr(row, field) != listing[field]
    }
    if not changes:
        row.status = "unchanged"
        return None
    if row.currency != listing["currency"]:
        row.status = "invalid"
        return None
    row.status = "planned"
    row.before = tuple(listing[field] for field in FIELDS)
    changes["currency"] = row.currency
    return changes


def check_answer(row, changes, listing):
    """Marks the row by what the service now shows."""
    shows = all(str(listing[field]) == changes[field] for field in FIELDS if field in changes)
    row.status = "updated" if shows else "unconfirmed"


def write_results(path, rows):
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["line", "sku", "status", "listing_id"] + [f"{f}_{w}" for f in FIELDS for w in ("before", "after")])
        for sku, row in rows.items():
            before = row.before or ("", "", "")
            cells = []
            for field, old in zip(FIELDS, before):
                cells += [old, getattr(row, field)] if row.before else ["", ""]
            writer.writerow([row.line, sku, row.status, row.id or "", *cells])
