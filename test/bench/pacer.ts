import { fork } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { systemClock } from '../../src/api/ports/system-clock.ts';
import type { LearnedPace, Log, RateSetting } from '../../src/domain/ports.ts';
import { Secret } from '../../src/domain/secret.ts';
import type { RateLimit } from '../../src/sandbox/faults.ts';
import { openService } from '../../src/service/open-service.ts';
import { openTransport } from '../../src/service/transport.ts';
import { sku } from '../support/builders.ts';
import { fullestSecond } from '../support/fullest-second.ts';
import type { SeenByServer } from './serve-limited.ts';

/**
 * The pace against the clock of a server in real time: G3 and G4.
 *
 * `tsx test/bench/pacer.ts` takes about two minutes; `tsx test/bench/pacer.ts full` takes 42, ten for each kind of server.
 */
export interface PaceFigures {
  readonly name: string;
  /** Taken requests per second of what the limit allows, from the first request to the last. */
  readonly shareUsed: number;
  readonly shareRefused: number;
  readonly refused: number;
  readonly requests: number;
  /** The fullest stretch of a second, by the clock of the server. */
  readonly fullestSecond: number;
  /** Of this process, for each request, with everything around it. Units: microseconds. */
  readonly cpuPerRequest: number;
  readonly learned: LearnedPace;
}

export const GIVEN_RATES = [20, 200, 1000] as const;

/** Kinds of server for `auto`; what performance.md demands of G4 is for the first two. */
export const LIMITS: Readonly<Record<string, RateLimit>> = {
  'bucket of a second, 20/s': { perSecond: 20, retryAfter: false },
  'bucket of a second, 100/s, Retry-After': { perSecond: 100 },
  'windows of a second, 20/s': { perSecond: 20, kind: 'fixed-window', retryAfter: false },
  'log of a second, 20/s, RateLimit': { perSecond: 20, kind: 'sliding-log', headers: 'draft' },
};

/** G3: the limit is known and given, and the server enforces just that, with a bucket of a second. */
export function measureGivenRate(ratePerSecond: number, seconds: number): Promise<PaceFigures> {
  return measure(`--rate ${ratePerSecond}`, { perSecond: ratePerSecond }, { ratePerSecond, seconds });
}

/** G4: the limit is not known. `name` is one of `LIMITS`. */
export function measureLearnedRate(name: string, seconds: number): Promise<PaceFigures> {
  const limit = LIMITS[name];
  if (!limit) throw new Error(`No such kind of server: ${name}`);
  return measure(`--rate auto, ${name}`, limit, { ratePerSecond: 'auto', seconds });
}

const CONCURRENCY = 32;
const SILENT: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

async function measure(
  name: string,
  limit: RateLimit,
  { ratePerSecond, seconds }: { readonly ratePerSecond: RateSetting; readonly seconds: number },
): Promise<PaceFigures> {
  const server = fork(join(import.meta.dirname, 'serve-limited.ts'), [JSON.stringify(limit)]);
  const said = <T>() =>
    new Promise<T>((resolve) => server.once('message', (message) => resolve(message as T)));
  const { url } = await said<{ url: string }>();
  const service = openService(
    {
      baseUrl: url,
      apiKey: new Secret('sandbox-key'),
      ratePerSecond,
      concurrency: CONCURRENCY,
      timeoutMs: 30_000,
      retries: 5,
      nullAs: 'empty',
    },
    { readOnly: true, openTransport, clock: systemClock, random: Math.random, log: SILENT },
  );
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), seconds * 1000);
  const before = process.cpuUsage();
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  const { user, system } = process.cpuUsage(before);
  clearTimeout(timer);
  server.send('report');
  const { cameAt, takenAt } = await said<SeenByServer>();
  const learned = service.learned();
  await service.close();
  server.kill();
  return {
    ...toFigures(limit, { cameAt, takenAt }),
    name,
    cpuPerRequest: (user + system) / cameAt.length,
    learned,
  };

  async function work(): Promise<void> {
    const { signal } = stop;
    while (!signal.aborted) await service.findListings(sku('NO-SUCH-SKU'), { signal }).catch(unlessStopped);
  }

  function unlessStopped(error: unknown): void {
    if (!stop.signal.aborted) throw error;
  }
}

function toFigures({ perSecond }: RateLimit, { cameAt, takenAt }: SeenByServer) {
  const spanMs = (cameAt.at(-1) ?? 0) - (cameAt[0] ?? 0);
  return {
    shareUsed: (takenAt.length - 1) / ((spanMs / 1000) * perSecond),
    shareRefused: 1 - takenAt.length / cameAt.length,
    refused: cameAt.length - takenAt.length,
    requests: cameAt.length,
    fullestSecond: fullestSecond(cameAt),
  };
}

function render(figures: PaceFigures): string {
  const { name, shareUsed, refused, shareRefused, requests, fullestSecond: most, cpuPerRequest } = figures;
  return `| ${name} | ${shareUsed.toFixed(4)} | ${refused} of ${requests} (${(shareRefused * 100).toFixed(2)} %) | ${most} | ${Math.round(cpuPerRequest)} |\n`;
}

async function main(isFull: boolean): Promise<void> {
  const { stdout } = process;
  stdout.write(
    '| | share used | refused | most in a second | µs CPU each |\n| --- | ---: | ---: | ---: | ---: |\n',
  );
  for (const rate of GIVEN_RATES) stdout.write(render(await measureGivenRate(rate, isFull ? 40 : 15)));
  for (const name of Object.keys(LIMITS))
    stdout.write(render(await measureLearnedRate(name, isFull ? 600 : 20)));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main(process.argv[2] === 'full');
