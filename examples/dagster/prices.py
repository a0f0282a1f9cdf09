"""Brings the listings of one account in step with its price sheet, every night, as a Dagster asset."""

import json
import signal
import subprocess
import sys

import dagster as dg
from dagster_pipes import open_dagster_pipes

FOLDER = "/srv/prices/shop-a"
SETTINGS = {
    "PRICESHEET_BASE_URL": "https://your-service.example/v1",
    # A file that the user of Dagster owns and nobody else can read.
    "PRICESHEET_API_KEY_FILE": "/etc/pricesheet/shop-a.key",
    "XDG_STATE_HOME": "/srv/prices/state",
}
# By setpriv a process gets a SIGHUP if the one that started it is killed: no run goes on without its asset.
WITH_PARENT = ["setpriv", "--pdeathsig", "HUP"]
# Settings or the sheet, a guard rule, the key: a retry would end the same way.
NEEDS_A_PERSON = (2, 4, 5)


@dg.asset
def listings(context: dg.AssetExecutionContext, pipes: dg.PipesSubprocessClient):
    # This file again, as a process beside Dagster: run_sync below.
    command = [*WITH_PARENT, sys.executable, __file__]
    ended = pipes.run(context=context, command=command, cwd=FOLDER, env=SETTINGS)
    code = ended.get_custom_messages()[-1]["exit_code"]
    if code in NEEDS_A_PERSON:
        raise dg.Failure(f"pricesheet ended with {code}: a person has to look", allow_retries=False)
    # Down, too many failures, locked: three more tries. Each sends only what is still missing.
    if code not in (0, 3):
        raise dg.RetryRequested(max_retries=3, seconds_to_wait=900)
    return ended.get_materialize_result()


night = dg.ScheduleDefinition(
    name="night", target=[listings], cron_schedule="15 2 * * *", execution_timezone="Etc/UTC"
)
defs = dg.Definitions(assets=[listings], schedules=[night], resources={"pipes": dg.PipesSubprocessClient()})


def run_sync():
    with open_dagster_pipes() as pipes:
        command = [*WITH_PARENT, "pricesheet", "sync", "costs.csv", "--wait-lock", "180", "--max-updates", "20%", "--json"]
        run = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
        # If Dagster stops the asset, the run awaits its requests and writes its files. A second SIGTERM would end it without
        # them, a second SIGHUP does nothing.
        for name in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(name, lambda *_: run.send_signal(signal.SIGHUP))
        summary, _ = run.communicate()
        pipes.report_custom_message({"exit_code": run.returncode})
        # 3: done, some rows need attention. The asset is made, and its metadata says how many there are.
        if run.returncode in (0, 3):
            counts = json.loads(summary)["counts"]
            pipes.report_asset_materialization(
                metadata={"attention": counts["attention"], **counts["by_status"]}
            )


if __name__ == "__main__":
    run_sync()
