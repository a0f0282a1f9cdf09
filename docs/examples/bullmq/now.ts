import { argv } from 'node:process';
import { listAccounts, openQueue } from './queue.ts';

/** Runs the accounts that are named at once, or all. */
const named = argv.slice(2);
const queue = openQueue();
await queue.addBulk((named.length > 0 ? named : listAccounts()).map((name) => ({ name, data: null })));
await queue.close();
