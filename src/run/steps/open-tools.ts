import { effectiveRate } from '../../report/tally/run-report.ts';
import { createIdTable } from '../../resolve/columns.ts';
import { openLatestReader, openRereading } from '../../resolve/open-rereading.ts';
import { openService } from '../../service/open-service.ts';
import { giveWay } from '../disk/in-slices.ts';
import type { CountedLineFile } from '../disk/line-file.ts';
import { EntryStore } from '../folder/entry-store.ts';
import { openLog } from '../folder/open-log.ts';
import { createRunFolder, RUN_FILES } from '../folder/run-folder.ts';
import { describeAccount } from '../job/account.ts';
import type { Job } from '../job/job.ts';
import { createPhaseTimes, type RunHost, type Tools } from '../job/run.ts';
import { openHistory } from '../ledger/open-history.ts';
import { nameRun } from '../ledger/run-facts.ts';
import { accountStatePath, readAccountState } from '../lookup/account-state.ts';

/** The log's file is closed by the run itself, as its last line. */
interface OpenTools extends Tools {
  readonly logFile: CountedLineFile;
}

/**
 * Makes the run folder and opens everything that a run works with.
 *
 * Errors: `RunFolderError`, `DiskError`.
 */
export function openTools(job: Job, { ports, onEvent, startedAt = ports.clock.now() }: RunHost): OpenTools {
  const { command, settings, input, lock } = job;
  const { out, logLevel, rereadAfterMs: spanMs } = settings;
  const { apiKey } = settings.service;
  const { clock, cwd, disk, locks } = ports;
  const folder = createRunFolder({ out, cwd, startedAt, sheetName: input.name, disk });
  onEvent({ event: 'folder', folder: folder.path });
  lock?.nameFolder(folder.path);
  const logFile = folder.openLines(RUN_FILES.log);
  const log = openLog(logFile, { level: logLevel, redact: apiKey.redact });
  const { rate_per_second: startPerSecond, round_trip_ms: startRoundTripMs } = readAccountState(
    accountStatePath(locks, settings.service),
    disk,
  );
  const context = { ...ports, readOnly: settings.dryRun, log, giveWay };
  const client = openService({ ...settings.service, startPerSecond, startRoundTripMs }, context);
  onEvent({ event: 'requests', requests: client });
  const ids = createIdTable();
  const { findListings, listListings } = client;
  const readings = openRereading({
    findListings,
    listListings,
    ratePerSecond: () => effectiveRate(client.learned()),
    spanMs: spanMs === 'off' ? Number.POSITIVE_INFINITY : spanMs,
    clock,
    ids,
  });
  const rereading = spanMs === 'off' ? undefined : readings;
  const readLatest = openLatestReader({ ...readings, width: client.width });
  // These note when each listing was read.
  const service = { ...client, findListings: readings.findListings, listListings: readings.listListings };
  const phases = createPhaseTimes({
    clock,
    requests: client,
    readMs: input.readMs,
    onBegin: (stage) => onEvent({ event: 'stage', stage }),
  });
  const entries = new EntryStore({ openSpool: folder.openSpool, expected: input.rows.count });
  const id = nameRun(folder.path, input.name, startedAt);
  const history = openHistory({
    folder: settings.history?.folder,
    job: input.jobOfHistory ?? null,
    account: describeAccount(settings.service),
    isLocked: lock !== undefined,
    begun:
      command === 'diff' || settings.dryRun
        ? undefined
        : { id, command, folder: folder.path, started_at: new Date(startedAt).toISOString() },
    redact: apiKey.redact,
    startedAt,
    disk,
  });
  // Its error, which would be a bug, is for the steps that await it, and they come later.
  history.catch(() => {});
  return { service, ids, rereading, readLatest, folder, entries, history, log, logFile, phases, startedAt };
}
