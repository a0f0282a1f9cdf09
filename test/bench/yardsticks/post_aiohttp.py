"""
Updates alone with aiohttp: workers on one iterator, one session, answers parsed. Prints updates per second.

    post_aiohttp.py URL KEY PREFIX COUNT WORKERS
"""
import asyncio
import sys
import time

import aiohttp


async def main():
    url, key, prefix, count, workers = *sys.argv[1:4], int(sys.argv[4]), int(sys.argv[5])
    connector = aiohttp.TCPConnector(limit=workers)
    headers = {"user-agent": "yardstick"}
    async with aiohttp.ClientSession(connector=connector, auth=aiohttp.BasicAuth(key, ""), headers=headers) as session:
        numbers = iter(range(count))

        async def worker():
            for number in numbers:
                params = {"currency": "usd", "cost": "1234"}
                async with session.post(f"{url}/listings/{prefix}{number:012d}", params=params) as response:
                    response.raise_for_status()
                    if (await response.json())["cost"] != 1234:
                        raise ValueError("another cost")

        start = time.perf_counter()
        await asyncio.gather(*(worker() for _ in range(workers)))
        print(count / (time.perf_counter() - start))


asyncio.run(main())
