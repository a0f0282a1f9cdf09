import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { env } from 'node:process';
import { type Job, Queue, type QueueEventsListener } from 'bullmq';

/** A folder for each account in here: `costs.csv`, and the `.env` and `pricesheet.json` that `pricesheet init` writes. */
const ACCOUNTS = env['ACCOUNTS'] ?? '/srv/prices';
export const SHEET = 'costs.csv';

export const NAME = 'nightly-prices';
export const connection = { url: env['REDIS_URL'] ?? 'redis://127.0.0.1:6379' };

/** A line of the table. `started`, `seconds` and `updated` are of all runs of the job, the rest is of the last that ended. */
export interface Row {
  readonly started: string;
  readonly seconds?: number;
  readonly exitCode?: number;
  readonly rows?: number;
  readonly updated?: number;
  readonly attention?: number;
  readonly what?: string;
}

/** A job is named after its account and carries nothing else: keys and prices stay out of Redis. BullMQ keeps its row as the progress. */
export type NightJob = Job<unknown, void, string, Row | 0>;

/** What `cancel.ts` sends to the workers. */
export interface Cancelling extends QueueEventsListener {
  cancel: (what: { readonly jobId: string; readonly account: string }) => void;
}

/** Again after 10, 20, 40 and 80 minutes, more or less; then the next night. */
export function openQueue(): Queue<NightJob> {
  const delay = 1000 * Number(env['BACKOFF_SECONDS'] ?? 600);
  const kept = { age: 14 * 24 * 3600 };
  return new Queue(NAME, {
    connection,
    defaultJobOptions: {
      attempts: 5,
      backoff: { type: 'exponential', delay, jitter: 0.5 },
      removeOnComplete: kept,
      removeOnFail: kept,
    },
  });
}

export function folderOf(account: string): string {
  return join(ACCOUNTS, account);
}

export function listAccounts(): readonly string[] {
  return readdirSync(ACCOUNTS).filter((account) => existsSync(join(folderOf(account), SHEET)));
}
