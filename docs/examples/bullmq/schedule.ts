import { createHash } from 'node:crypto';
import { listAccounts, openQueue } from './queue.ts';

/** In UTC, where each time of the day exists once. */
const FIRST_HOUR = 1;
const MINUTES = 4 * 60;

/** The same each night, and spread over the night: of two accounts by chance only do both start in a minute. */
function patternOf(account: string): string {
  const minute = createHash('sha256').update(account).digest().readUInt32BE() % MINUTES;
  return `${minute % 60} ${FIRST_HOUR + Math.floor(minute / 60)} * * *`;
}

const queue = openQueue();
const accounts = listAccounts();
for (const account of accounts)
  await queue.upsertJobScheduler(account, { pattern: patternOf(account), tz: 'UTC' }, { name: account });
const gone = (await queue.getJobSchedulers()).filter(({ key }) => !accounts.includes(key));
for (const { key } of gone) await queue.removeJobScheduler(key);
console.log(`${accounts.length} accounts each night, ${gone.length} no more`);
await queue.close();
