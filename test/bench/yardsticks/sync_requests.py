"""
The night job as a script with requests: a session per thread, four threads (which did as well as eight or sixteen, and
better than one), retries by urllib3, the sheet in a dict keyed by SKU, the
account paged through (or each SKU looked up), and an update for what differs.

    sync_requests.py URL KEY SHEET RESULTS --by scan|sku [--threads N]
"""
import argparse
import threading
from concurrent.futures import ThreadPoolExecutor

import requests
from requests.adapters import HTTPAdapter
from urllib3.util.retry import Retry

from sheet import check_answer, find_changes, read_sheet, write_results
from usage import tell_usage

BLOCK = 1000


def main():
    parser = argparse.ArgumentParser()
    for name in ("url", "key", "sheet", "results"):
        parser.add_argument(name)
    parser.add_argument("--by", choices=("scan", "sku"), required=True)
    parser.add_argument("--threads", type=int, default=4)
    args = parser.parse_args()
    rows = read_sheet(args.sheet)
    client = Client(args.url, args.key)
    with ThreadPoolExecutor(args.threads) as threads:
        # One thread needs no pool.
        pool = threads if args.threads > 1 else None
        pairs = client.scan(rows) if args.by == "scan" else client.look_up(rows, pool)
        updates = ((row, changes) for row, listing in pairs if (changes := find_changes(row, listing)) is not None)
        run_in_blocks(pool, lambda update: client.update(*update), updates)
    write_results(args.results, rows)
    tell_usage()


def run_in_blocks(pool, work, items):
    """Results in order; never more than a block of futures at once."""
    if pool is None:
        return [work(item) for item in items]
    results = []
    block = []
    for item in items:
        block.append(item)
        if len(block) == BLOCK:
            results += pool.map(work, block)
            block = []
    return results + list(pool.map(work, block))


class Client:
    def __init__(self, url, key):
        self.url = url
        self.key = key
        self.local = threading.local()

    @property
    def session(self):
        """A session is not made for several threads at once."""
        if not hasattr(self.local, "session"):
            session = requests.Session()
            session.auth = (self.key, "")
            # Without this, every request looks for a proxy and for passwords in files.
            session.trust_env = False
            retry = Retry(total=5, backoff_factor=1, status_forcelist=(429, 500, 502, 503, 504), allowed_methods=None)
            session.mount("http", HTTPAdapter(max_retries=retry))
            self.local.session = session
        return self.local.session

    def request(self, method, path, params):
        response = self.session.request(method, self.url + path, params=params, timeout=30)
        response.raise_for_status()
        return response.json()

    def scan(self, rows):
        params = {"limit": "100"}
        while True:
            page = self.request("GET", "/listings", params)
            for listing in page["data"]:
                row = rows.get(listing["sku"])
                if row is not None:
                    yield row, listing
            if not page["has_more"]:
                return
            params["starting_after"] = page["data"][-1]["id"]

    def look_up(self, rows, pool):
        def find(item):
            sku, row = item
            page = self.request("GET", "/listings", {"sku": sku, "limit": "100"})
            return [(row, listing) for listing in page["data"] if listing["sku"] == sku]

        for found in run_in_blocks(pool, find, rows.items()):
            yield from found

    def update(self, row, changes):
        try:
            check_answer(row, changes, self.request("POST", f"/listings/{row.id}", changes))
        except requests.RequestException:
            row.status = "failed"


if __name__ == "__main__":
    main()
