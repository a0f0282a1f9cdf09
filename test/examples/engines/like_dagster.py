"""What examples/dagster/prices.py uses of Dagster and its Pipes, and how Dagster judges what an asset does."""

import contextlib
import os
import signal
import subprocess
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


def read_example(path):
    example = {"__name__": "example", "__file__": path}
    exec(compile(open(path).read(), path, "exec"), example)
    return example


def judge(path, folder):
    global session
    example = read_example(path)
    session = Pipes(example["run_sync"])
    try:
        example["listings"](None, session)
        return "done"
    except Failure:
        return "person"
    except RetryRequested:
        return "again"


class Interrupted(Exception):
    pass


class PipesOfProcesses:
    """Dagster's side of a session with a process. Source: dagster/_core/pipes/subprocess.py."""

    def run(self, *, context, command, cwd, env):
        # The example's file in the process beside Dagster, with this small copy in the place of Dagster's packages.
        command = [*command[:-1], __file__, command[-1]]
        process = subprocess.Popen(command, cwd=cwd, env={**os.environ, **env})
        try:
            process.wait()
        except Interrupted:
            process.send_signal(signal.SIGINT)
            process.wait()
            raise


def work(path, folder):
    """Runs the asset as the process of a step does, and interrupts it upon SIGTERM."""

    def interrupt(*_):
        raise Interrupted

    example = read_example(path)
    example["FOLDER"] = folder
    signal.signal(signal.SIGTERM, interrupt)
    example["listings"](None, PipesOfProcesses())


if __name__ == "__main__":
    example = read_example(sys.argv[1])
    session = Pipes(example["run_sync"])
    example["run_sync"]()
