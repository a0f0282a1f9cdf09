"""What examples/temporal/prices.py uses of Temporal, and how Temporal judges what an activity does."""

import asyncio
import signal
import sys
import types


class ApplicationError(Exception):
    def __init__(self, message, non_retryable):
        super().__init__(message)
        self.non_retryable = non_retryable


class RetryPolicy:
    def __init__(self, *, initial_interval, backoff_coefficient, maximum_attempts):
        assert maximum_attempts > 1


def same(function):
    return function


for name, parts in {
    "temporalio": {
        "activity": types.SimpleNamespace(defn=same, heartbeat=lambda: None),
        "workflow": types.SimpleNamespace(defn=same, run=same),
    },
    "temporalio.common": {"RetryPolicy": RetryPolicy},
    "temporalio.exceptions": {"ApplicationError": ApplicationError},
}.items():
    sys.modules[name] = types.ModuleType(name)
    vars(sys.modules[name]).update(parts)


def read_activity(path, folder):
    example = {"__name__": "example"}
    exec(compile(open(path).read(), path, "exec"), example)
    example["FOLDER"] = folder
    return example["sync_prices"]


def judge(path, folder):
    sync_prices = read_activity(path, folder)
    try:
        asyncio.run(sync_prices())
        return "done"
    except ApplicationError as error:
        return "person" if error.non_retryable else "again"


def work(path, folder):
    """Runs the activity as a worker does, and cancels it upon SIGTERM."""
    sync_prices = read_activity(path, folder)

    async def run_activity():
        activity = asyncio.ensure_future(sync_prices())
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, activity.cancel)
        await activity

    asyncio.run(run_activity())
