"""
Updates alone with requests: a session per thread, answers parsed. Prints updates per second.

    post_requests.py URL KEY PREFIX COUNT THREADS
"""
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import requests


def main():
    url, key, prefix, count, threads = *sys.argv[1:4], int(sys.argv[4]), int(sys.argv[5])

    def send(first):
        session = requests.Session()
        session.auth = (key, "")
        session.headers["user-agent"] = "yardstick"
        session.trust_env = False
        for number in range(first, count, threads):
            params = {"currency": "usd", "cost": "1234"}
            response = session.post(f"{url}/listings/{prefix}{number:012d}", params=params, timeout=30)
            response.raise_for_status()
            if response.json()["cost"] != 1234:
                raise ValueError("another cost")

    start = time.perf_counter()
    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(send, range(threads)))
    print(count / (time.perf_counter() - start))


main()
