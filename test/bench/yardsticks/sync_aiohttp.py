"""
The night job as a script with aiohttp: one session with a pool of connections, workers on a queue, the sheet in a dict
keyed by SKU, the account paged through, and an update for what differs.

    sync_aiohttp.py URL KEY SHEET RESULTS --by scan|sku [--workers N]
"""
import argparse
import asyncio

import aiohttp

from sheet import check_answer, find_changes, read_sheet, write_results
from usage import tell_usage

ATTEMPTS = 5


async def main():
    parser = argparse.ArgumentParser()
    for name in ("url", "key", "sheet", "results"):
        parser.add_argument(name)
    parser.add_argument("--by", choices=("scan", "sku"), required=True)
    parser.add_argument("--workers", type=int, default=64)
    args = parser.parse_args()
    rows = read_sheet(args.sheet)
    connector = aiohttp.TCPConnector(limit=args.workers)
    timeout = aiohttp.ClientTimeout(total=30)
    auth = aiohttp.BasicAuth(args.key, "")
    async with aiohttp.ClientSession(connector=connector, timeout=timeout, auth=auth) as session:
        # Bounded, so that the reading does not run ahead of the sending.
        updates = asyncio.Queue(maxsize=10 * args.workers)
        senders = [asyncio.create_task(send_updates(session, args.url, updates)) for _ in range(args.workers)]
        if args.by == "scan":
            await scan(session, args.url, rows, updates)
        else:
            await look_up(session, args.url, rows, updates, args.workers)
        for _ in senders:
            await updates.put(None)
        await asyncio.gather(*senders)
    write_results(args.results, rows)
    tell_usage()


async def scan(session, url, rows, updates):
    cursor = None
    while True:
        params = {"limit": "100"} if cursor is None else {"limit": "100", "starting_after": cursor}
        page = await request(session, "GET", f"{url}/listings", params)
        for listing in page["data"]:
            row = rows.get(listing["sku"])
            if row is not None:
                await plan(row, listing, updates)
        if not page["has_more"]:
            return
        cursor = page["data"][-1]["id"]


async def look_up(session, url, rows, updates, workers):
    # One iterator that all workers pull from.
    left = iter(rows.items())

    async def worker():
        for sku, row in left:
            page = await request(session, "GET", f"{url}/listings", {"sku": sku, "limit": "100"})
            for listing in page["data"]:
                if listing["sku"] == sku:
                    await plan(row, listing, updates)

    await asyncio.gather(*(worker() for _ in range(workers)))


async def plan(row, listing, updates):
    changes = find_changes(row, listing)
    if changes is not None:
        await updates.put((row, changes))


async def send_updates(session, url, updates):
    while (update := await updates.get()) is not None:
        row, changes = update
        try:
            check_answer(row, changes, await request(session, "POST", f"{url}/listings/{row.id}", changes))
        except aiohttp.ClientError:
            row.status = "failed"


async def request(session, method, url, params):
    for attempt in range(ATTEMPTS):
        async with session.request(method, url, params=params) as response:
            if response.status != 429 and response.status < 500 or attempt == ATTEMPTS - 1:
                response.raise_for_status()
                return await response.json()
        await asyncio.sleep(2**attempt)


if __name__ == "__main__":
    asyncio.run(main())
