import { existsSync } from 'node:fs';
import { join } from 'node:path';
import process, { env } from 'node:process';
import { DelayedError, QueueEvents, UnrecoverableError, WaitingError, Worker } from 'bullmq';
import { history, RunError, sync } from 'pricesheet';
import { type Cancelling, connection, folderOf, NAME, type NightJob, type Row, SHEET } from './queue.ts';

/** Accounts at once. The rate of each is in its `pricesheet.json`. */
const concurrency = Number(env['CONCURRENCY'] ?? 8);
/** A worker that is not heard of for this long has lost its jobs to the others. */
const lockDuration = 1000 * Number(env['LOCK_SECONDS'] ?? 30);
/** On another machine, the lock on the account that a killed run left holds for two minutes. */
const waitLock = Number(env['WAIT_LOCK_SECONDS'] ?? 180);
const lockedDelay = 1000 * Number(env['BACKOFF_SECONDS'] ?? 600);

const DONE = [0, 3];
/** Down, or too much failed. What is left needs a person: settings, the sheet, a guard rule, the key. */
const AGAIN = [1, 6];
const LOCKED = 7;
const INTERRUPTED = 130;

const stop = new AbortController();

async function work(job: NightJob, token?: string, cancel?: AbortSignal): Promise<void> {
  // What an earlier run of the job said, if there was one.
  const before: Row = job.progress || { started: new Date().toISOString() };
  await job.updateProgress(before);
  const signal = AbortSignal.any(cancel ? [cancel, stop.signal] : [stop.signal]);
  const { exitCode, what, ...counts } = await run(job.name, signal);
  console.log(`${job.name}: ${exitCode}, ${what}`);
  if (exitCode === LOCKED) {
    // The run that holds the account goes on: this one failed at nothing, and comes later.
    await job.moveToDelayed(Date.now() + lockedDelay, token);
    throw new DelayedError();
  }
  const { started } = before;
  const seconds = (Date.now() - Date.parse(started)) / 1000;
  const updated = await countUpdated(job.name, started);
  // Here an INSERT INTO nights (account, started, seconds, …) would go.
  await job.updateProgress({ started, seconds, exitCode, updated, ...counts, what });
  if (DONE.includes(exitCode)) return;
  if (exitCode === INTERRUPTED) {
    if (cancel?.aborted) throw new UnrecoverableError('Cancelled');
    await job.moveToWait(token);
    throw new WaitingError();
  }
  throw AGAIN.includes(exitCode) ? new Error(what) : new UnrecoverableError(what);
}

/** As `pricesheet sync costs.csv --max-updates 20%` in the account's folder: a night that needs more is for a person. */
async function run(account: string, signal: AbortSignal) {
  try {
    const { exit_code, counts, stopped, summary } = await sync(SHEET, {
      cwd: folderOf(account),
      envFile: '.env',
      config: existsSync(join(folderOf(account), 'pricesheet.json')) ? 'pricesheet.json' : undefined,
      maxUpdates: '20%',
      waitLock,
      signal,
    });
    return {
      exitCode: exit_code,
      rows: counts.outcomes,
      attention: counts.attention,
      what: stopped?.message ?? summary[0] ?? 'All as in the sheet',
    };
  } catch (error) {
    if (!(error instanceof RunError)) throw error;
    return { exitCode: error.exitCode, what: error.message };
  }
}

/** Also by runs that were killed, or that another worker has taken for dead: the history has them. */
async function countUpdated(account: string, since: string): Promise<number> {
  const { runs } = await history({ cwd: folderOf(account) });
  return runs
    .filter(({ started_at }) => started_at >= since)
    .reduce((sum, { counts }) => sum + (counts?.by_status.updated ?? 0), 0);
}

const worker = new Worker(NAME, work, {
  connection,
  concurrency,
  lockDuration,
  stalledInterval: lockDuration,
  maxStalledCount: 3,
  // Of kills, locked accounts and failures together.
  maxStartedAttempts: 20,
});
worker.on('error', (error) => console.error(error.message));

const events = new QueueEvents(NAME, { connection });
events.on('error', (error) => console.error(error.message));
// Every worker hears of a cancel; the one that has the job stops it.
events.on<Cancelling, 'cancel'>('cancel', ({ jobId, account }) => {
  if (worker.cancelJob(jobId)) console.log(`${account}: cancelled`);
});

/** Sends nothing more, awaits what is on its way, and gives the jobs back for the others. */
async function shutDown(): Promise<void> {
  console.log('Stopping');
  stop.abort();
  await worker.close();
  await events.close();
}
process.once('SIGTERM', shutDown).once('SIGINT', shutDown);

console.log(`Up to ${concurrency} accounts at once`);
