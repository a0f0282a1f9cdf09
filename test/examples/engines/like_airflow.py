"""What examples/airflow/prices.py uses of Airflow, and how Airflow judges what a task does."""

import os
import signal
import sys
import types


class AirflowFailException(Exception):
    pass


tasks = []


def dag(**_):
    return lambda function: function


def task(**options):
    def decorate(function):
        def call():
            tasks.append((function, options))

        return call

    return decorate


for name, parts in {
    "airflow": {},
    "airflow.exceptions": {"AirflowFailException": AirflowFailException},
    "airflow.sdk": {"dag": dag, "task": task},
}.items():
    sys.modules[name] = types.ModuleType(name)
    vars(sys.modules[name]).update(parts)


def read_task(path, folder):
    example = {"__name__": "example"}
    exec(compile(open(path).read(), path, "exec"), example)
    example["FOLDER"] = folder
    [task] = tasks
    tasks.clear()
    return task


def judge(path, folder):
    sync, options = read_task(path, folder)
    assert options["retries"] > 0
    try:
        sync()
        return "done"
    except AirflowFailException:
        return "person"
    except Exception:
        return "again"


def work(path, folder):
    """
    Runs the task as the process of a task does, until somebody stops it with SIGTERM.

    Source: `run` in airflow/sdk/execution_time/task_runner.py of Airflow 3: the handler of SIGTERM calls `on_kill` and nothing else,
    and the `on_kill` of a function does nothing.
    """

    def on_kill():
        pass

    def on_term(*_):
        if os.getpid() == of_task:
            on_kill()

    of_task = os.getpid()
    signal.signal(signal.SIGTERM, on_term)
    sync, _ = read_task(path, folder)
    sync()
