"""Brings the listings of one account in step with its price sheet, every night. For Airflow 3."""

import os
import signal
import subprocess
from datetime import datetime, timedelta, timezone

from airflow.exceptions import AirflowFailException
from airflow.sdk import dag, task

# The sheet, pricesheet.json, runs/ with the history in it: the same folder on every worker that may run this task.
FOLDER = "/srv/prices/shop-a"
# Settings or the sheet, a guard rule, the key: a retry would end the same way.
NEEDS_A_PERSON = (2, 4, 5)


@dag(
    schedule="15 2 * * *",
    start_date=datetime(2026, 1, 1, tzinfo=timezone.utc),
    # Nights that were missed are not run later: the sheet of today is what counts.
    catchup=False,
    max_active_runs=1,
)
def prices():
    # Down, too many failures, locked: three more tries. Each sends only what is still missing.
    @task(retries=3, retry_delay=timedelta(minutes=15))
    def sync():
        settings = {
            "PRICESHEET_BASE_URL": "https://your-service.example/v1",
            # A file that the worker's user owns and nobody else can read. The key is in no connection and no log.
            "PRICESHEET_API_KEY_FILE": "/etc/pricesheet/shop-a.key",
            "XDG_STATE_HOME": "/srv/prices/state",
        }
        # By setpriv the run gets a SIGHUP if this process is killed, and sends nothing more: it never goes on without its task.
        command = ["setpriv", "--pdeathsig", "HUP"]
        command += ["pricesheet", "sync", "costs.csv", "--wait-lock", "180", "--max-updates", "20%"]
        run = subprocess.Popen(command, cwd=FOLDER, env={**os.environ, **settings}, stdin=subprocess.DEVNULL)

        def stop(*_):
            # Once: a second SIGTERM would end the run without its files.
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            run.terminate()

        # Airflow stops a task with SIGTERM, which does nothing to a function, and kills it 5 seconds later. So the run is asked to
        # stop: it sends nothing more, awaits its requests and writes its files, if need be after the task was killed.
        before = signal.signal(signal.SIGTERM, stop)
        try:
            code = run.wait()
        finally:
            signal.signal(signal.SIGTERM, before)
        if code in NEEDS_A_PERSON:
            # "Raise when the task should be failed without retrying." Source: airflow.exceptions in Airflow's API reference.
            raise AirflowFailException(f"pricesheet ended with {code}: a person has to look")
        # 3: done, some rows need attention. The task is a success, and its value says that somebody has to read retry.csv.
        if code not in (0, 3):
            raise RuntimeError(f"pricesheet ended with {code}: run it again later")
        return code

    sync()


prices()
