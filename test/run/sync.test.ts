import * as disk from 'node:fs';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { InterruptedError } from '../../src/domain/errors.ts';
import { Secret } from '../../src/domain/secret.ts';
import { STATUSES } from '../../src/domain/status.ts';
import type { RunReport } from '../../src/report/tally/run-report.ts';
import { atOnce } from '../../src/run/disk/in-slices.ts';
import { readJournal } from '../../src/run/folder/journal.ts';
import { readPlan } from '../../src/run/folder/plan-file.ts';
import { RUN_FILES } from '../../src/run/folder/run-folder.ts';
import type { FaultRule } from '../../src/sandbox/faults.ts';
import { someLimits } from '../plan/support.ts';
import { fullFor, recordingDisk } from '../support/dying-disk.ts';
import { listed } from '../support/listed.ts';
import { READING } from '../support/some-run.ts';
import {
  createStillClock,
  inShort,
  openShop,
  readResults,
  readSummary,
  type someSettings,
} from './support.ts';

const SIX = Array.from({ length: 6 }, () => ({}));
/** A row for each of six listings, and three that lead nowhere. */
const SHEET = `sku,cost
SKU-1,6.40
NOPE,1
SKU-2,6.40
,6.40
SKU-3,6.40
SKU-4,6.00
SKU-5,6.40
SKU-5,6.40
SKU-6,6.40
`;
const LINES = ['2', '3', '4', '5', '6', '7', '8', '9', '10'];

const AT_MOST_ONE = someLimits({ maxUpdates: { kind: 'count', count: 1 } });

const post = (fields: Partial<FaultRule>): FaultRule => ({ match: { method: 'POST' }, ...fields });

interface Stop {
  readonly name: string;
  readonly rules?: readonly FaultRule[];
  readonly settings?: NonNullable<Parameters<typeof someSettings>[1]>;
  /** What arrives with the update of that SKU. */
  readonly signal?: 'SIGINT' | 'SIGTERM';
  readonly stopAt?: string;
  readonly code: string;
  readonly exitCode?: number;
  /** Of the rows, in order. */
  readonly statuses: string;
  readonly posts?: readonly string[];
  /** What the first row says besides. */
  readonly first?: Readonly<Record<string, string>>;
}

function countBy(statuses: readonly (string | undefined)[]): Readonly<Record<string, number>> {
  const counts = Object.fromEntries(STATUSES.map((status) => [status, 0]));
  for (const status of statuses) counts[status ?? ''] = (counts[status ?? ''] ?? 0) + 1;
  return counts;
}

/** The law: every row of the sheet, in order, in the report and on disk. */
function expectEveryRow(report: RunReport): void {
  const results = readResults(report);
  expect(results.map(({ line }) => line)).toEqual(LINES);
  expect(countBy(results.map(({ status }) => status))).toEqual(report.digest.byStatus);
  expect(readSummary(report)).toMatchObject({
    exit_code: report.exitCode,
    counts: { outcomes: LINES.length },
  });
}

function journalOf({ folder }: RunReport) {
  const { seal: start } = atOnce(readPlan(join(folder, RUN_FILES.plan), disk));
  return atOnce(readJournal(join(folder, RUN_FILES.outcomes), { start, disk }));
}

describe('sync', () => {
  it('brings the listings in step with the sheet, and accounts for every row', async () => {
    const { sync, values, posts } = await openShop({ listings: SIX });
    const report = await sync(SHEET);
    expect(inShort(report)).toEqual(
      listed(`2 updated, 3 not_found sku_not_listed, 4 updated, 5 invalid sku_missing, 6 updated, 7 unchanged,
      8 updated, 9 duplicate repeats, 10 updated`),
    );
    expect(report.exitCode).toBe(3);
    expectEveryRow(report);
    expect(posts().toSorted()).toEqual(['SKU-1', 'SKU-2', 'SKU-3', 'SKU-5', 'SKU-6']);
    expect(Object.values(values()).map(({ cost }) => cost)).toEqual([640, 640, 640, 600, 640, 640]);
  });

  it('has the plan synced before the first update is sent, and the name of the journal', async () => {
    const steps: string[] = [];
    const shop = await openShop({ listings: SIX, onRequest: ({ method }) => steps.push(method) });
    await shop.sync(SHEET, {
      settings: { out: 'out' },
      host: { disk: recordingDisk((step) => steps.push(step)) },
    });
    const before = steps.slice(0, steps.indexOf('POST'));
    expect(before.slice(before.indexOf('open plan.ndjson.unfinished'))).toEqual([
      'open plan.ndjson.unfinished',
      'sync plan.ndjson.unfinished',
      'rename plan.ndjson.unfinished to plan.ndjson',
      'sync out',
      'open outcomes.ndjson',
      'sync out',
    ]);
  });

  describe('asks where there is somebody to ask', () => {
    it('and sends nothing after a no', async () => {
      const { sync, posts } = await openShop({ listings: SIX });
      const asked: RunReport[] = [];
      const confirm = async (preview: RunReport) => asked.push(preview) > 1;
      const report = await sync(SHEET, { host: { confirm } });
      expect(asked).toHaveLength(1);
      expect(inShort(asked[0] ?? report)[0]).toBe('2 planned');
      expect([posts(), report.declined, report.exitCode]).toEqual([[], true, 8]);
      expect(existsSync(join(report.folder, RUN_FILES.outcomes))).toBe(false);
      expectEveryRow(report);
    });

    it('and sends nothing after a yes that took more than 10 minutes: apply looks at the listings again', async () => {
      const { sync, apply, posts } = await openShop({ listings: SIX });
      const { clock, pass } = createStillClock();
      const answerAfter = (ms: number) => ({
        host: {
          clock,
          confirm: async () => {
            pass(ms);
            return true;
          },
        },
      });
      const report = await sync(SHEET, answerAfter(600_001));
      expect(report).toMatchObject({ exitCode: 1, stop: { code: 'stale_plan' } });
      expect(posts()).toEqual([]);
      expectEveryRow(report);
      expect((await apply(report.folder)).stop).toBeUndefined();
      expect(posts()).toHaveLength(5);
      expect((await sync('sku,cost\nSKU-1,6.80\n', answerAfter(590_000))).exitCode).toBe(0);
    });

    it('with a report of the plan to look at, which the one of the end takes the place of', async () => {
      const { sync } = await openShop({ listings: SIX });
      const pages: string[] = [];
      const look = ({ folder }: RunReport) =>
        pages.push(
          readFileSync(join(folder, RUN_FILES.report), 'utf8').replace(/<s(cript|tyle).*?<\/s\1>/gs, ''),
        );
      const confirm = async (preview: RunReport) => {
        look(preview);
        expect(preview.preview).toEqual({ hasPage: true });
        return pages.length > 1;
      };
      for (const _ of [1, 2]) look(await sync(SHEET, { host: { confirm } }));
      const [asked, no, again, yes] = pages;
      for (const page of [asked, again]) {
        expect(page).toContain('</span> Plan</p>');
        expect(page).toContain('<h1 id="title">5 listings would change. 2 rows need attention</h1>');
        expect(page).toContain('data-filter="status=planned"');
        expect(page).not.toMatch(/updated|skipped|Not sent|Applied|id="steps"|href="(?:summary|results)/);
      }
      expect(no).toContain('</span> Nothing sent</p>');
      expect(yes).toContain('<h1 id="title">5 listings updated. 2 rows need attention</h1>');
    });

    it('also where the report can not be written, which the log tells', async () => {
      const { sync, posts } = await openShop({ listings: SIX });
      let isFull = true;
      const openSync: typeof disk.openSync = (path, ...more) => {
        if (isFull && String(path).includes(RUN_FILES.report))
          throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
        return disk.openSync(path, ...more);
      };
      const confirm = async ({ preview }: RunReport) => {
        expect(preview).toEqual({ hasPage: false });
        isFull = false;
        return true;
      };
      const report = await sync(SHEET, { host: { disk: { ...disk, openSync }, confirm } });
      expect(posts()).toHaveLength(5);
      expect(report).toMatchObject({ exitCode: 3, stop: undefined });
      expect(report.notices.join()).not.toContain('report.html');
      const log = readFileSync(join(report.folder, RUN_FILES.log), 'utf8');
      expect(log).toContain('no report before the question');
    });

    it.each([
      ['nothing is to be sent', 'sku,cost\nSKU-1,6.00\n', {}],
      ['every row is blocked', 'sku,cost\nSKU-1,0.06\n', { request: { limits: someLimits() } }],
      ['it is a dry run', SHEET, { settings: { dryRun: true } }],
      ['a guard rule stops the run', SHEET, { request: { limits: AT_MOST_ONE } }],
      ['the key is refused', SHEET, { settings: { service: { apiKey: new Secret('wrong') } } }],
    ] as const)('but not where %s', async (_name, csv, options) => {
      const { sync, posts } = await openShop({ listings: SIX });
      let asked = 0;
      const confirm = async () => ++asked > 0;
      await sync(csv, { ...options, host: { confirm } });
      expect({ asked, posts: posts() }).toEqual({ asked: 0, posts: [] });
    });
  });

  describe('stops, and accounts for every row', () => {
    it('by several guard rules: names them all', async () => {
      const { sync } = await openShop({ listings: SIX });
      const none = { kind: 'count', count: 0 } as const;
      const limits = someLimits({ maxUpdates: none, maxClears: none });
      const report = await sync('sku,cost\nSKU-1,null\n', { request: { limits } });
      expect(inShort(report)).toEqual(['2 skipped max_updates;max_clears']);
    });

    const SENDING = 'updated not_found updated invalid failed unchanged skipped duplicate skipped';
    const AGAIN = 'unconfirmed not_found skipped invalid skipped unchanged skipped duplicate skipped';
    const sku1 = { method: 'POST', sku: 'SKU-1' } as const;

    const stops: readonly Stop[] = [
      {
        name: 'the key is refused while looking up',
        rules: [{ match: { path: '/listings' }, skip: 2, answer: { status: 401 } }],
        settings: { resolve: 'sku' },
        code: 'key_refused',
        statuses: 'skipped not_found skipped invalid skipped skipped skipped duplicate skipped',
      },
      {
        name: 'the key is refused while sending',
        rules: [post({ skip: 2, answer: { status: 403 } })],
        code: 'key_refused',
        statuses: SENDING,
        posts: ['SKU-1', 'SKU-2', 'SKU-3'],
      },
      {
        name: 'the key is refused when an update is sent again',
        rules: [
          { match: sku1, reset: true, times: 1 },
          { match: sku1, skip: 1, answer: { status: 401 } },
        ],
        code: 'key_refused',
        statuses: AGAIN,
        posts: ['SKU-1', 'SKU-1'],
        first: { reason: 'answer_lost', attempts: '2', http_status: '401' },
      },
      {
        name: 'too many lookups failed',
        rules: [{ match: { path: '/listings' }, answer: { status: 400 } }],
        settings: { maxFailures: { kind: 'count', count: 2 } },
        code: 'too_many_failures',
        exitCode: 6,
        statuses: 'failed failed skipped invalid skipped skipped skipped duplicate skipped',
      },
      {
        name: 'of SIGTERM while sending: what is under way is awaited',
        signal: 'SIGTERM',
        stopAt: 'SKU-2',
        code: 'interrupted',
        exitCode: 143,
        statuses: SENDING.replace('failed', 'skipped'),
        posts: ['SKU-1', 'SKU-2'],
      },
    ];

    it.each(stops.map((stop) => [stop.name, stop] as const))('because %s', async (_name, stop) => {
      const { rules = [], settings = {}, signal = 'SIGINT', stopAt, ...expected } = stop;
      const { code, exitCode = 5, statuses, posts: sent = [], first = {} } = expected;
      const controller = new AbortController();
      const { sync, values, posts } = await openShop({
        listings: SIX,
        faults: { rules },
        onRequest: ({ method, sku }) => {
          if (method === 'POST' && sku === stopAt) controller.abort(new InterruptedError(signal));
        },
      });
      const report = await sync(SHEET, {
        settings: { ...settings, service: { concurrency: 1 } },
        host: { signal: controller.signal },
      });
      expect(report).toMatchObject({ exitCode, stop: { code } });
      expectEveryRow(report);
      const results = readResults(report);
      expect(results.map(({ status }) => status).join(' ')).toBe(statuses);
      for (const { status, reason } of results) if (status === 'skipped') expect(reason).toBe(code);
      expect(results[0]).toMatchObject(first);
      expect(posts()).toEqual(sent);
      // What was sent is in the journal, and what holds is what was told.
      const attempted = results.flatMap(({ attempts }, n) => (attempts === '0' ? [] : [n]));
      expect([...(journalOf(report)?.byEntry.keys() ?? [])]).toEqual(attempted);
      const updated = results.flatMap(({ sku, status }) => (status === 'updated' ? [sku] : []));
      const held = Object.entries(values()).filter(([, { cost }]) => cost === 640);
      expect(held.map(([name]) => name.split(' ')[0])).toEqual(expect.arrayContaining(updated));
    });

    it('because of a bug, which it calls by its name', async () => {
      const { sync, posts } = await openShop({ listings: SIX });
      const report = await sync(SHEET, {
        host: {
          onProgress: () => {
            throw new TypeError('cannot read properties of undefined');
          },
        },
      });
      expect(report).toMatchObject({ exitCode: 1, stop: { code: 'bug' } });
      expect(report.stop?.message).toMatch(/bug in pricesheet.*cannot read properties/s);
      expect(posts()).toEqual([]);
      expectEveryRow(report);
    });

    it.each([
      ['the plan', RUN_FILES.plan],
      ['the journal', RUN_FILES.outcomes],
    ])('because %s can’t be written: nothing is sent', async (_name, file) => {
      const { sync, posts, cwd } = await openShop({ listings: SIX });
      const report = await sync(SHEET, {
        settings: { out: 'out' },
        host: {
          onProgress: ({ phase, done }) => {
            if (phase === 'lookup' && done === 1)
              mkdirSync(join(cwd, 'out', file, 'in the way'), { recursive: true });
          },
        },
      });
      expect(report).toMatchObject({ exitCode: 1, stop: { code: 'disk' } });
      expect(report.stop?.message).toContain(file);
      expect(inShort(report)[0]).toBe('2 skipped disk');
      expect(posts()).toEqual([]);
      expectEveryRow(report);
    });

    it('not because the log can’t be written: that is told', async () => {
      const { sync, posts } = await openShop({ listings: SIX });
      const report = await sync(SHEET, { host: { disk: fullFor(RUN_FILES.log) } });
      expect({ exitCode: report.exitCode, stop: report.stop }).toEqual({ exitCode: 3, stop: undefined });
      expect(report.notices).toEqual([
        `The log is incomplete: Cannot write "${join(report.folder, RUN_FILES.log)}": the disk is full`,
      ]);
      expect(posts()).toHaveLength(5);
      expectEveryRow(report);
    });
  });

  it('sends what the last row for a listing says, whatever the rows before it are called', async () => {
    const { sync, values } = await openShop({ listings: SIX });
    const sheet = 'sku,platform,cost\nSKU-1,,6.40\nSKU-1,amazon,6.80\nSKU-1,,6.40\n';
    const reading = { ...READING, delimiter: ',', duplicates: 'last' } as const;
    const report = await sync(sheet, { request: { reading } });
    expect(inShort(report)).toEqual(['2 duplicate repeats', '3 duplicate superseded', '4 updated']);
    expect(Object.values(values())[0]).toMatchObject({ cost: 640 });
  });
});
