import * as disk from 'node:fs';
import { join } from 'node:path';
import { Secret } from '../../src/domain/secret.ts';
import { ROW_RULES, RUN_RULES } from '../../src/plan/guard-rules.ts';
import type { RunReport } from '../../src/report/tally/run-report.ts';
import { systemProbes } from '../../src/run/lock/system-probes.ts';
import { sync } from '../../src/run/sync.ts';
import type { Sandbox } from '../../src/sandbox/start-sandbox.ts';
import { openTransport } from '../../src/service/transport.ts';
import { createHastyClock } from './fake-clock.ts';
import { EVERY_ROW, PLAIN_SETTINGS, READING } from './some-run.ts';
import { tempFolder } from './temp-folder.ts';

interface Story {
  readonly sheet: string;
  readonly out: string;
  readonly cwd: string;
  readonly match: 'one' | 'all';
  readonly duplicates: 'error' | 'first' | 'last';
  readonly retries: number;
}

/** Runs `sync` in this process with every guard let pass, and without real waits. */
export function runStory(story: Story, { url, apiKey }: Sandbox): Promise<RunReport> {
  const never = (async function* (): AsyncGenerator<Uint8Array> {})();
  return sync(
    {
      command: 'sync',
      sheet: story.sheet,
      reading: {
        ...READING,
        delimiter: ',',
        decimalSign: '.',
        duplicates: story.duplicates,
      },
      matching: { ...EVERY_ROW, match: story.match },
      limits: {
        maxChange: 50,
        maxClears: { kind: 'percent', percent: 10 },
        maxInvalid: 10,
        minRows: 70,
        drift: 'overwrite',
        allow: new Set([...ROW_RULES, ...RUN_RULES]),
      },
      settings: {
        service: {
          baseUrl: url,
          apiKey: new Secret(apiKey),
          ratePerSecond: 100_000,
          concurrency: 8,
          timeoutMs: 5000,
          retries: story.retries,
          nullAs: 'empty',
        },
        dryRun: false,
        resolve: 'auto',
        rereadAfterMs: 300_000,
        maxFailures: { kind: 'count', count: 1000 },
        out: story.out,
        waitLockMs: 0,
        ...PLAIN_SETTINGS,
      },
    },
    never,
    {
      ports: {
        clock: createHastyClock(),
        random: Math.random,
        disk,
        openTransport,
        cwd: story.cwd,
        signal: new AbortController().signal,
        locks: { folder: join(tempFolder(), 'locks'), probes: systemProbes() },
      },
      onEvent: () => {},
    },
  );
}
