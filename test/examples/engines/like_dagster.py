"""What examples/dagster/prices.py uses of Dagster and its Pipes, and how Dagster judges what an asset does."""

import contextlib
import sys
import types


class Failure(Exception):
    def __init__(self, message, allow_retries):
        super().__init__(message)
        assert allow_retries is False


class RetryRequested(Exception):
    def __init__(self, *, max_retries, seconds_to_wait):
        assert max_retries > 0


class Pipes:
    """Both sides of a session, without a second process."""

    def __init__(self, run_sync):
        self.messages = []
        self.made = []
        self.run_sync = run_sync
        self.report_custom_message = self.messages.append

    def report_asset_materialization(self, metadata):
        self.made.append(metadata)

    def run(self, *, context, command, cwd, env):
        self.run_sync()
        return self

    def get_custom_messages(self):
        return self.messages

    def get_materialize_result(self):
        [metadata] = self.made
        assert metadata == {"attention": 1, "updated": 2, "invalid": 1}, metadata
        return metadata


session = None


@contextlib.contextmanager
def open_dagster_pipes():
    yield session


def nothing(*_, **__):
    return None


for name, parts in {
    "dagster": {
        "asset": lambda function: function,
        "Failure": Failure,
        "RetryRequested": RetryRequested,
        "ScheduleDefinition": nothing,
        "Definitions": nothing,
        "PipesSubprocessClient": nothing,
        "AssetExecutionContext": None,
    },
    "dagster_pipes": {"open_dagster_pipes": open_dagster_pipes},
}.items():
    sys.modules[name] = types.ModuleType(name)
    vars(sys.modules[name]).update(parts)


def judge(path, folder):
    global session
    example = {"__name__": "example", "__file__": path}
    exec(compile(open(path).read(), path, "exec"), example)
    session = Pipes(example["run_sync"])
    try:
        example["listings"](None, session)
        return "done"
    except Failure:
        return "person"
    except RetryRequested:
        return "again"
