"""Brings the listings of one account in step with its price sheet: a workflow for a Temporal Schedule, and its activity."""

import asyncio
import os
from datetime import timedelta

from temporalio import activity, workflow
from temporalio.common import RetryPolicy
from temporalio.exceptions import ApplicationError

FOLDER = "/srv/prices/shop-a"
SETTINGS = {
    "PRICESHEET_BASE_URL": "https://your-service.example/v1",
    "PRICESHEET_API_KEY_FILE": "/etc/pricesheet/shop-a.key",
    "XDG_STATE_HOME": "/srv/prices/state",
}
# Settings or the sheet, a guard rule, the key: a retry would end the same way.
NEEDS_A_PERSON = (2, 4, 5)


@activity.defn
async def sync_prices() -> int:
    # By setpriv the run gets a SIGHUP if the worker dies, and sends nothing more: it never goes on without its activity.
    command = ["setpriv", "--pdeathsig", "HUP"]
    command += ["pricesheet", "sync", "costs.csv", "--wait-lock", "180", "--max-updates", "20%"]
    run = await asyncio.create_subprocess_exec(
        *command, cwd=FOLDER, env={**os.environ, **SETTINGS}, stdin=asyncio.subprocess.DEVNULL
    )
    ended = asyncio.ensure_future(run.wait())
    try:
        # Heartbeats show that the worker is alive, and bring the news if the activity is cancelled.
        while not ended.done():
            activity.heartbeat()
            await asyncio.wait([ended], timeout=10)
    finally:
        # The run awaits its requests and writes its files.
        if not ended.done():
            run.terminate()
            await ended
    code = ended.result()
    # 3: done, some rows need attention. The workflow's result says so.
    if code not in (0, 3):
        raise ApplicationError(f"pricesheet ended with {code}", non_retryable=code in NEEDS_A_PERSON)
    return code


@workflow.defn
class PricesWorkflow:
    @workflow.run
    async def run(self) -> int:
        return await workflow.execute_activity(
            sync_prices,
            start_to_close_timeout=timedelta(hours=6),
            # If the worker dies, its run ends, and the next try sends what is still missing.
            heartbeat_timeout=timedelta(minutes=1),
            retry_policy=RetryPolicy(initial_interval=timedelta(minutes=15), backoff_coefficient=1, maximum_attempts=4),
        )
