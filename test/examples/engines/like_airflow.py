"""What examples/airflow/prices.py uses of Airflow, and how Airflow judges what a task does."""

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


def judge(path, folder):
    example = {"__name__": "example"}
    exec(compile(open(path).read(), path, "exec"), example)
    example["FOLDER"] = folder
    sync, options = tasks.pop()
    assert not tasks
    assert options["retries"] > 0
    try:
        sync()
        return "done"
    except AirflowFailException:
        return "person"
    except Exception:
        return "again"
