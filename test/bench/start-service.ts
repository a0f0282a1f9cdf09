import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { startChild, TYPED } from './run-child.ts';
import type { ServiceStats } from './service-stats.ts';

/** A fast service in a process of its own, on the servers' core. */
export interface BenchService {
  /** Base address for a client, with `/v1`. */
  readonly url: string;
  stats(): Promise<ServiceStats>;
  /** Counts anew. */
  reset(): Promise<void>;
  stop(): void;
}

interface ServiceOptions {
  readonly listings: number;
  /** How long each answer takes. */
  readonly latencyMs?: number | undefined;
  /** A token bucket: so many requests per second, and so many at once after a pause. */
  readonly limit?: { readonly perSecond: number; readonly burst: number };
}

const START_MS = 60_000;

/** Starts `serve.ts` on a free port. Errors: where it does not come up. */
export async function startService({ listings, latencyMs, limit }: ServiceOptions): Promise<BenchService> {
  const argv = ['--listings', String(listings)];
  if (latencyMs !== undefined) argv.push('--latency', String(latencyMs));
  if (limit) argv.push('--limit', String(limit.perSecond), '--burst', String(limit.burst));
  const script = join(import.meta.dirname, 'serve.ts');
  const child = startChild('server', [process.execPath, ...TYPED, script, ...argv], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const origin = await new Promise<string>((done, fail) => {
    const timer = setTimeout(() => fail(new Error('The service did not start in time')), START_MS);
    child.on('close', (code) => fail(new Error(`The service ended with code ${code} before it was up`)));
    if (child.stdout)
      createInterface(child.stdout).once('line', (line) => {
        clearTimeout(timer);
        done(line);
      });
  });
  return {
    url: `${origin}/v1`,
    stats: async () => (await (await fetch(`${origin}/stats`)).json()) as ServiceStats,
    reset: async () => void (await (await fetch(`${origin}/reset`, { method: 'POST' })).text()),
    stop: () => void child.kill('SIGKILL'),
  };
}
