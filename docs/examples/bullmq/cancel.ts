import process, { argv } from 'node:process';
import { QueueEventsProducer } from 'bullmq';
import { connection, NAME, openQueue } from './queue.ts';

/** Stops the run of an account, wherever it runs, or the attempts that were to follow; the next night comes as usual. */
const [, , account = ''] = argv;
const queue = openQueue();
const events = new QueueEventsProducer(NAME, { connection });
const jobs = (await queue.getJobs(['active', 'delayed'])).filter(({ name }) => name === account);
let count = 0;
for (const job of jobs) {
  if (await job.isActive()) await events.publishEvent({ eventName: 'cancel', jobId: job.id, account });
  else if (job.attemptsStarted > 0) await job.remove();
  else continue;
  count++;
}
console.log(`${count} cancelled`);
process.exitCode = count > 0 ? 0 : 1;
await events.close();
await queue.close();
