import process from 'node:process';
import type { RateLimit } from '../../src/sandbox/faults.ts';
import { generateCatalogue } from '../../src/sandbox/generate-catalogue.ts';
import { startSandbox } from '../../src/sandbox/start-sandbox.ts';

/**
 * A sandbox in a process of its own, so that its clock runs apart from that of the client. Started with the rate limit as
 * JSON; it sends its address at first, and what it saw to whoever asks for it by any message.
 */
export interface SeenByServer {
  /** When each request came, in milliseconds, with their fractions. */
  readonly cameAt: readonly number[];
  /** Those of them that were taken. */
  readonly takenAt: readonly number[];
}

const now = () => performance.timeOrigin + performance.now();
const limit = JSON.parse(process.argv[2] ?? 'null') as RateLimit | null;
const cameAt: number[] = [];
const takenAt: number[] = [];
let cameNow = 0;

const sandbox = await startSandbox({
  catalogue: generateCatalogue({ listings: 10, seed: 1 }),
  // Asked for once as a request comes, and once more by its limiter.
  now: () => {
    cameNow = now();
    return cameNow;
  },
  keepsRequests: false,
  onRequest: ({ status }) => {
    cameAt.push(cameNow);
    if (status === 200) takenAt.push(cameNow);
  },
  faults: limit === null ? {} : { rateLimit: limit },
});

process.on('message', () => process.send?.({ cameAt, takenAt } satisfies SeenByServer));
process.on('disconnect', () => process.exit());
process.send?.({ url: sandbox.url });
