import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { InterruptedError, UsageError } from '../../src/domain/errors.ts';
import type { Progress } from '../../src/domain/ports.ts';
import type { Limit } from '../../src/plan/limits.ts';
import type { RunReport } from '../../src/report/tally/run-report.ts';
import type { RunSettings } from '../../src/run/job/job.ts';
import type { RampSettings } from '../../src/run/job/ramp-order.ts';
import type { FaultRule } from '../../src/sandbox/faults.ts';
import type { ListingPatch } from '../../src/sandbox/listing-store.ts';
import { readRun } from '../support/read-run.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { keepJournal, linesOf, openShop, readResults, readSummary } from './support.ts';
import { createWaitingClock } from './waiting-clock.ts';

const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const numberOf = (sku: string) => Number(sku.slice('SKU-'.length));
const range = (count: number) => Array.from({ length: count }, (_, n) => n + 1);
const sheetOf = (count: number, cost = '6.50') =>
  `sku,cost\n${range(count)
    .map((number) => `SKU-${number},${cost}\n`)
    .join('')}`;

const percent = (value: number): Limit => ({ kind: 'percent', percent: value });
const count = (value: number): Limit => ({ kind: 'count', count: value });
const ALL = percent(100);

/** Five updates, and then the rest. */
const FIVE: readonly Limit[] = [count(5), ALL];
const TEN_MINUTES = 600;
/** The requests that find the listings of a small account: its page, and its head once more. */
const PLANNING = ['page', 'page'];

type SyncOptions = NonNullable<Parameters<Awaited<ReturnType<typeof openShop>>['sync']>[1]>;

interface Stage {
  readonly listings?: number;
  readonly steps?: readonly Limit[];
  readonly ramp?: Partial<RampSettings>;
  readonly settings?: Partial<Omit<RunSettings, 'service'>>;
  readonly request?: SyncOptions['request'];
  readonly faults?: readonly FaultRule[];
}

/** A shop, a sheet that changes each cost, and what happens in the pauses. */
async function onStage({ listings = 20, steps = FIVE, ramp, settings, request, faults = [] }: Stage = {}) {
  const pauses: ((nth: number) => void)[] = [];
  const time = createWaitingClock((nth) => {
    for (const act of pauses) act(nth);
  });
  const shop = await openShop({
    listings: range(listings).map(() => ({})),
    faults: { rules: faults },
  });
  const progress: Progress[] = [];
  const options = {
    request: { ...request },
    settings: {
      ramp: { steps, maxOverwritten: 5, ...ramp },
      ...settings,
      service: { concurrency: 1, retries: 0 },
    },
    host: {
      clock: time.clock,
      onProgress: (each: Progress) => void progress.push(each),
    },
  };
  const costs = () =>
    new Map(shop.sandbox.snapshot().listings.map(({ sku, cost }) => [numberOf(sku), cost] as const));
  return {
    ...shop,
    ...time,
    progress,
    costs,
    /** Calls `act` in each pause from now on, with its number. */
    inPause: (act: (nth: number) => void) => void pauses.push(act),
    /** Listings that hold the new cost. */
    sent: () =>
      [...costs()].flatMap(([number, cost]) => (cost === 650 ? [number] : [])).sort((a, b) => a - b),
    change: (numbers: readonly number[], patch: ListingPatch) => {
      for (const number of numbers) shop.sandbox.changeListing(idOf(number), patch);
    },
    run: (csv = sheetOf(listings)) => shop.sync(csv, options),
    plan: (csv = sheetOf(listings)) =>
      shop.sync(csv, {
        ...options,
        request: { ...request, command: 'diff' },
        settings: { ...options.settings, dryRun: true },
      }),
    /** A run that is interrupted in its first pause. */
    runCutShort: async (csv = sheetOf(listings)) => {
      const controller = new AbortController();
      const stop = () => controller.abort(new InterruptedError('SIGTERM'));
      pauses.push(stop);
      const host = { ...options.host, signal: controller.signal };
      const report = await shop.sync(csv, { ...options, host });
      pauses.splice(pauses.indexOf(stop), 1);
      time.waits.length = 0;
      return report;
    },
    /** Sends the plan of a run, with settings of its own if there are any. */
    go: (report: RunReport, own: Partial<RampSettings> = { maxOverwritten: 5 }) =>
      shop.apply(report.folder, {
        ...options,
        settings: { ...options.settings, ramp: { maxOverwritten: 5, ...own } },
      }),
    /** Requests since the last call. */
    requests: (() => {
      let seen = 0;
      return () => {
        const fresh = shop.sandbox.requests.slice(seen);
        seen = shop.sandbox.requests.length;
        return fresh.map(({ method, query }) =>
          method === 'POST' ? 'POST' : query.some(([name]) => name === 'sku') ? 'lookup' : 'page',
        );
      };
    })(),
  };
}

type Steps = NonNullable<RunReport['ramp']>['steps'];

/** `updates sent failed overwritten unread` of each step. */
const stepsOf = ({ ramp }: RunReport) =>
  ramp?.steps.map(({ updates, sent, failed, overwritten, unread }: Steps[number]) =>
    [updates, sent, failed, overwritten, unread].join(' '),
  );

function countOf(report: RunReport, status: string): number {
  return readResults(report).filter((row) => row['status'] === status).length;
}

describe('a ramp', () => {
  it('sends the plan in steps, with a pause and a reading back between them', async () => {
    const stage = await onStage({ listings: 40, steps: [count(5), percent(50), ALL] });
    const sent: number[] = [];
    stage.inPause(() => void sent.push(stage.sent().length));
    const report = await stage.run();
    expect([report.exitCode, sent, stage.sent()]).toEqual([0, [5, 20], range(40)]);
    expect(stage.waits).toEqual([TEN_MINUTES, TEN_MINUTES]);
    expect(stepsOf(report)).toEqual(['5 5 0 0 0', '15 15 0 0 0', '20 20 0 0 0']);
    expect(readSummary(report)).toMatchObject({
      ramp: {
        pause_seconds: 600,
        steps: [
          { updates: 5, sent: 5, checked_at: expect.stringMatching(/^2027/) },
          { updates: 15, sent: 15, checked_at: expect.stringMatching(/^2027/) },
          { updates: 20, sent: 20, checked_at: null },
        ],
      },
      requests: { writes: 40 },
    });
    // The journal is that of any run.
    expect(linesOf(report)).toHaveLength(41);
  });

  it('sends the same listings first each time, in the order of the sheet', async () => {
    const first = async () => {
      const stage = await onStage();
      await stage.runCutShort();
      return stage.posts().map(numberOf);
    };
    const one = await first();
    expect(one).toEqual((await first()).toSorted((a, b) => a - b));
    expect([one.length, one]).not.toEqual([5, range(5)]);
  });

  it('says how far it is, and until when it pauses', async () => {
    const stage = await onStage();
    await stage.run();
    const seen = stage.progress.map(({ phase, done, total, step, waitMs }) =>
      [phase, done, total, step && `${step.at}/${step.of}`, waitMs]
        .filter((part) => part !== undefined)
        .join(' '),
    );
    expect(seen.filter((each) => each.startsWith('pause'))).toEqual(['pause 5 20 1/2 600000']);
    expect(seen).toContain('check 5 5');
    const updates = seen.filter((each) => each.startsWith('update'));
    expect([updates.length, updates.at(-1)]).toEqual([21, 'update 20 20']);
  });

  it('has its pauses apart from the time that it works', async () => {
    const { phases } = await (await onStage()).run();
    expect(phases.map(({ phase }) => phase)).toEqual(expect.arrayContaining(['pause', 'check']));
    expect(phases.find(({ phase }) => phase === 'pause')).toMatchObject({ ms: 600_000, requests: 0 });
  });

  it('is one step if the plan is small, and says so', async () => {
    const stage = await onStage({ listings: 8, steps: [percent(1), percent(10), ALL] });
    const report = await stage.run();
    expect([report.exitCode, stage.waits, report.ramp]).toEqual([0, [], undefined]);
    expect(report.notices).toEqual([
      '8 updates are too few for --ramp 1%,10%,100%, and sent at once: a step of a percentage has at least 10',
    ]);
  });

  it('pauses for nothing if nothing is left to send', async () => {
    const stage = await onStage();
    await stage.run();
    stage.waits.length = 0;
    const again = await stage.run();
    expect([again.exitCode, stage.waits]).toEqual([0, []]);
  });

  it('reads back without a pause, if there is to be none', async () => {
    const stage = await onStage({ ramp: { pauseMs: 0 } });
    stage.requests();
    const report = await stage.run();
    expect([report.exitCode, stage.waits]).toEqual([0, []]);
    expect(stage.requests()).toEqual([
      ...PLANNING,
      ...Array(5).fill('POST'),
      'page',
      ...Array(15).fill('POST'),
    ]);
  });

  it('sends no clear in a later step, if the first one was ignored', async () => {
    const stage = await onStage({
      steps: [count(6), ALL],
      faults: [{ match: { method: 'POST' }, ignore: ['minimum_price'] }],
    });
    const cells = range(20).map((number) => (number % 4 === 0 ? ',null' : '6.50,'));
    const report = await stage.run(
      `sku,cost,minimum_price\n${cells.map((cell, n) => `SKU-${n + 1},${cell}\n`).join('')}`,
    );
    expect([report.exitCode, countOf(report, 'updated'), countOf(report, 'unconfirmed')]).toEqual([3, 15, 1]);
    expect(report.digest.byReason).toMatchObject({ clear_ignored: 1, clears_ignored: 4 });
    expect(stage.posts()).toHaveLength(16);
  });
});

describe('listings that somebody else changes in the pause', () => {
  it('stop the run before the next step, if they are as many as --max-overwritten', async () => {
    const stage = await onStage({ listings: 30, steps: [count(12), ALL], ramp: { maxOverwritten: 3 } });
    let hit: readonly number[] = [];
    stage.inPause(() => {
      hit = stage.sent().slice(0, 3);
      stage.change(hit, { cost: 777 });
    });
    const report = await stage.run();
    expect(report.exitCode).toBe(6);
    const [first = 0] = hit;
    expect(report.stop).toMatchObject({
      code: 'too_many_failures',
      message: `Cannot go on after step 1 of 2: 3 listings no longer hold what was sent, and --max-overwritten is 3; the first: line ${first + 1} (sku "SKU-${first}"): Sent and seen to hold, but when it was read back before the next step: cost is 7.77 where 6.50 was sent`,
    });
    expect([stage.posts().length, countOf(report, 'updated'), countOf(report, 'skipped')]).toEqual([
      12, 9, 18,
    ]);
    const rows = readResults(report).filter(({ status }) => status === 'unconfirmed');
    expect(rows.map(({ sku = '', reason, attempts }) => [numberOf(sku), reason, attempts])).toEqual(
      hit.map((number) => [number, 'overwritten', '1']),
    );
    expect(stepsOf(report)).toEqual(['12 12 0 3 0', '18 0 0 0 0']);
  });

  it('stop nothing if they are fewer, but need attention', async () => {
    const stage = await onStage({ listings: 30, steps: [count(12), ALL], ramp: { maxOverwritten: 3 } });
    stage.inPause(() => stage.change(stage.sent().slice(0, 2), { cost: 777 }));
    const report = await stage.run();
    expect([report.exitCode, report.stop, stage.posts().length]).toEqual([3, undefined, 30]);
    expect([countOf(report, 'updated'), countOf(report, 'unconfirmed')]).toEqual([28, 2]);
    expect(readSummary(report)).toMatchObject({ counts: { attention: 2, by_reason: { overwritten: 2 } } });
  });

  it.each([
    ['one of three', 3, 1, false],
    ['two of three', 3, 2, true],
    ['one of two', 2, 1, false],
    ['the only one', 1, 1, true],
  ])('%s: the run is stopped if more are bad than good', async (_name, size, bad, isStopped) => {
    const stage = await onStage({ steps: [count(size), ALL], ramp: { maxOverwritten: 99 } });
    stage.inPause(() => stage.change(stage.sent().slice(0, bad), { cost: 777 }));
    const report = await stage.run();
    expect([report.exitCode, stage.posts().length]).toEqual(isStopped ? [6, size] : [3, 20]);
  });

  it('are counted in each step for itself', async () => {
    const stage = await onStage({
      listings: 60,
      steps: [count(20), count(40), ALL],
      ramp: { maxOverwritten: 4 },
    });
    stage.inPause((nth) =>
      stage.change(stage.sent().slice(-3 * nth, -3 * nth + 3 || undefined), { cost: 777 }),
    );
    const report = await stage.run();
    expect([report.exitCode, stage.posts().length]).toEqual([3, 60]);
  });

  it('count if they are gone', async () => {
    const stage = await onStage({ ramp: { maxOverwritten: 1 } });
    stage.inPause(() => stage.sandbox.removeListing(idOf(stage.sent()[0] ?? 0)));
    const report = await stage.run();
    expect(report.exitCode).toBe(6);
    expect(report.stop?.message).toContain('the listing was no longer listed under its SKU');
  });

  it('count if a guard rule is broken now, though they hold what was sent', async () => {
    const stage = await onStage({ ramp: { maxOverwritten: 1 } });
    stage.inPause(() => stage.change(stage.sent().slice(0, 1), { minimum_price: 500 }));
    const report = await stage.run();
    expect(report.exitCode).toBe(6);
    expect(report.stop?.message).toMatch(/minimum_price .* is under the cost/);
    expect(Object.keys(report.digest.byReason)).toContain('below_cost');
  });

  it('count not if only something else was changed', async () => {
    const stage = await onStage({ ramp: { maxOverwritten: 1 } });
    stage.inPause(() => stage.change(stage.sent(), { maximum_price: 3000 }));
    expect((await stage.run()).exitCode).toBe(0);
  });

  it('are left alone by undo, which gives back the others', async () => {
    const stage = await onStage({ ramp: { maxOverwritten: 1 } });
    let hit = 0;
    stage.inPause(() => {
      [hit = 0] = stage.sent();
      stage.change([hit], { cost: 777 });
    });
    const undone = await stage.undo((await stage.run()).folder);
    expect([countOf(undone, 'updated'), countOf(undone, 'conflict')]).toEqual([4, 1]);
    expect(stage.costs()).toEqual(new Map(range(20).map((number) => [number, number === hit ? 777 : 600])));
  });

  it('are in the journal as they were sent, and as they were found', async () => {
    const stage = await onStage();
    stage.inPause(() => stage.change(stage.sent().slice(0, 1), { cost: 777 }));
    const report = await stage.run();
    const lines = linesOf(report).map((line) => JSON.parse(line));
    const [later] = lines.filter(({ kind }) => kind === 'overwritten');
    expect(later).toMatchObject({ reason: 'overwritten', at: expect.stringMatching(/^2027/) });
    expect(lines.filter(({ n }) => n === later.n)).toMatchObject([
      { kind: 'outcome', status: 'updated' },
      { kind: 'overwritten' },
    ]);
  });
});

describe('updates of a step that fail', () => {
  const refuse = (times: number): FaultRule => ({
    match: { method: 'POST' },
    times,
    answer: { status: 400, body: { message: 'no' } },
  });

  it('stop the run, if more failed than hold, below --max-failures too', async () => {
    const stage = await onStage({ faults: [refuse(3)] });
    const report = await stage.run();
    expect([report.exitCode, stage.posts().length]).toEqual([6, 5]);
    expect(report.stop?.message).toBe(
      'Cannot go on after step 1 of 2: 3 updates of it failed or no longer hold, and 2 hold; the first: Cannot update the listing: the service answered 400 "no"',
    );
    expect(countOf(report, 'skipped')).toBe(15);
  });

  it('stop nothing if they are few', async () => {
    const stage = await onStage({ faults: [refuse(2)] });
    const report = await stage.run();
    expect([report.exitCode, stepsOf(report)]).toEqual([3, ['5 5 2 0 0', '15 15 0 0 0']]);
  });

  it('are counted over all steps by --max-failures', async () => {
    const stage = await onStage({
      listings: 30,
      steps: [count(10), ALL],
      settings: { maxFailures: { kind: 'count', count: 4 } },
      faults: [{ ...refuse(3) }, { ...refuse(99), skip: 17 }],
    });
    const report = await stage.run();
    expect([report.exitCode, report.stop?.message]).toEqual([
      6,
      expect.stringContaining('Cannot go on: 4 updates failed'),
    ]);
    expect(stepsOf(report)).toEqual(['10 10 3 0 0', '20 8 1 0 0']);
  });

  it('can’t be limited by a percentage', async () => {
    const stage = await onStage({ settings: { maxFailures: percent(10) } });
    await expect(stage.run()).rejects.toThrow(UsageError);
    expect(stage.posts()).toEqual([]);
  });
});

describe('a service that is down in the pause', () => {
  it('ends the run, and apply goes on with the next step once it is back', async () => {
    // The page of the account, and then each listing of the step.
    const down: FaultRule = {
      match: { method: 'GET' },
      skip: PLANNING.length,
      times: 6,
      answer: { status: 503, body: {} },
    };
    const stage = await onStage({ faults: [down] });
    const report = await stage.run();
    expect([report.exitCode, report.stop?.code, stage.posts().length]).toEqual([1, 'service', 5]);
    expect([countOf(report, 'updated'), countOf(report, 'skipped')]).toEqual([5, 15]);
    const applied = await stage.go(report);
    expect([applied.exitCode, stage.sent()]).toEqual([0, range(20)]);
  });

  it('is not what a few listings mean that can’t be read', async () => {
    const broken: FaultRule = {
      match: { method: 'GET', path: '/listings' },
      skip: PLANNING.length,
      times: 2,
      answer: { status: 400, body: { message: 'no' } },
    };
    const stage = await onStage({ faults: [broken] });
    const report = await stage.run();
    // The page, and then one of the listings.
    expect([report.exitCode, stepsOf(report)]).toEqual([0, ['5 5 0 0 1', '15 15 0 0 0']]);
  });
});

describe('a run that was cut short in a pause', () => {
  it('ends at once, with all files, and says how to go on', async () => {
    const stage = await onStage();
    const report = await stage.runCutShort();
    expect([report.exitCode, stage.posts().length]).toEqual([143, 5]);
    expect([countOf(report, 'updated'), countOf(report, 'skipped')]).toEqual([5, 15]);
    expect(readRun(report.folder).summary).toMatchObject({ stopped: { apply: report.folder } });
  });

  it('goes on with apply: the rest of the pause, the reading back, and the next step', async () => {
    const stage = await onStage({ listings: 40, steps: [count(5), percent(50), ALL] });
    const report = await stage.runCutShort();
    stage.pass(4 * 60_000);
    const applied = await stage.go(report);
    expect([applied.exitCode, stage.sent(), stage.posts().length]).toEqual([0, range(40), 40]);
    expect(stage.waits).toEqual([360, TEN_MINUTES]);
    expect(stepsOf(applied)).toEqual(['0 0 0 0 0', '15 15 0 0 0', '20 20 0 0 0']);
  });

  it('waits no more once the pause is over: apply has read the listings itself', async () => {
    const stage = await onStage();
    const report = await stage.runCutShort();
    stage.pass(11 * 60_000);
    stage.requests();
    const applied = await stage.go(report);
    expect([applied.exitCode, stage.waits, stage.posts().length]).toEqual([0, [], 20]);
    expect(stage.requests()).toEqual([...PLANNING, ...Array(15).fill('POST')]);
  });

  it('waits for a whole pause at most, whatever the clocks say', async () => {
    const stage = await onStage();
    const report = await stage.runCutShort();
    stage.pass(-24 * 3_600_000);
    await stage.go(report);
    expect(stage.waits).toEqual([TEN_MINUTES]);
  });

  it('sends nothing more if what it sent holds no longer', async () => {
    const stage = await onStage({ listings: 30, steps: [count(12), ALL] });
    const report = await stage.runCutShort();
    stage.pass(3_600_000);
    // Back to what they were: an apply of itself would send them again.
    stage.change(stage.sent().slice(0, 5), { cost: 600 });
    const applied = await stage.go(report);
    expect([applied.exitCode, stage.posts().length]).toEqual([6, 12]);
    expect(applied.stop?.message).toContain(
      '5 listings no longer hold what was sent, and --max-overwritten is 5',
    );
    const others = await stage.go(report, { maxOverwritten: 6 });
    expect([others.exitCode, stage.sent()]).toEqual([0, range(30)]);
  });

  it('sends the rest at once with --ramp 100%', async () => {
    const stage = await onStage();
    const report = await stage.runCutShort();
    const applied = await stage.go(report, { steps: [ALL], maxOverwritten: 5 });
    expect([applied.exitCode, stage.waits, stage.sent()]).toEqual([0, [], range(20)]);
  });

  it('begins with another first step, if the ramp is another one', async () => {
    const stage = await onStage();
    const report = await stage.runCutShort();
    const applied = await stage.go(report, { steps: [count(3), ALL], maxOverwritten: 5 });
    expect(stepsOf(applied)).toEqual(['3 3 0 0 0', '12 12 0 0 0']);
  });

  it('goes on if its apply was cut short in the pause, too', async () => {
    const stage = await onStage({ listings: 40, steps: [count(5), count(15), ALL] });
    const report = await stage.runCutShort();
    stage.pass(4 * 60_000);
    const controller = new AbortController();
    let isFirst = true;
    stage.inPause(() => {
      if (isFirst) controller.abort(new InterruptedError('SIGTERM'));
      isFirst = false;
    });
    const options = { settings: { ramp: { maxOverwritten: 5 } } };
    const cut = await stage.apply(report.folder, {
      ...options,
      host: { clock: stage.clock, signal: controller.signal },
    });
    expect([cut.exitCode, stage.posts().length]).toEqual([143, 5]);
    stage.waits.length = 0;
    stage.pass(60_000);
    stage.requests();
    const applied = await stage.apply(cut.folder, { ...options, host: { clock: stage.clock } });
    expect([applied.exitCode, stage.sent(), stage.posts().length]).toEqual([0, range(40), 40]);
    expect([stage.waits, stepsOf(applied)]).toEqual([
      [300, TEN_MINUTES],
      ['0 0 0 0 0', '10 10 0 0 0', '25 25 0 0 0'],
    ]);
  });

  it('reads back what its first run sent, if it goes on with the apply of it', async () => {
    const stage = await onStage({
      listings: 40,
      steps: [count(5), count(15), ALL],
      ramp: { maxOverwritten: 1 },
    });
    const report = await stage.runCutShort();
    const controller = new AbortController();
    stage.inPause(() => controller.abort(new InterruptedError('SIGTERM')));
    const settings = { ramp: { maxOverwritten: 1 } };
    const host = { clock: stage.clock, signal: controller.signal };
    const cut = await stage.apply(report.folder, { settings, host });
    stage.pass(3_600_000);
    stage.change(stage.sent().slice(0, 1), { cost: 777 });
    const applied = await stage.apply(cut.folder, { settings, host: { clock: stage.clock } });
    expect([applied.exitCode, stage.posts().length]).toEqual([6, 5]);
  });

  it('sends what is left of a step with it, and then pauses', async () => {
    const stage = await onStage({ listings: 40, steps: [count(10), ALL] });
    const report = await stage.runCutShort();
    keepJournal(report, 6);
    stage.change(stage.posts().slice(6).map(numberOf), { cost: 600 });
    stage.pass(3_600_000);
    const applied = await stage.go(report);
    expect([applied.exitCode, stage.waits, stage.sent()]).toEqual([0, [TEN_MINUTES], range(40)]);
    expect(stepsOf(applied)).toEqual(['4 4 0 0 0', '30 30 0 0 0']);
  });

  it('sends nothing twice, if it is applied twice', async () => {
    const stage = await onStage();
    const report = await stage.runCutShort();
    await stage.go(report);
    stage.waits.length = 0;
    const again = await stage.go(report);
    expect([again.exitCode, stage.waits, stage.posts().length]).toEqual([0, [], 20]);
  });
});

describe('a plan that was made with a ramp', () => {
  it('is sent by apply in the steps that were shown', async () => {
    const stage = await onStage();
    const planned = await stage.plan();
    expect([stepsOf(planned), stage.waits]).toEqual([['5 0 0 0 0', '15 0 0 0 0'], []]);
    const first: number[] = [];
    stage.inPause(() => void first.push(...stage.posts().map(numberOf)));
    const applied = await stage.go(planned);
    const other = await onStage();
    await other.runCutShort();
    expect([applied.exitCode, first]).toEqual([0, other.posts().map(numberOf)]);
  });

  it('may be sent with a ramp if it was made without one', async () => {
    const stage = await onStage({ steps: [ALL] });
    const planned = await stage.plan();
    const applied = await stage.go(planned, { steps: FIVE, maxOverwritten: 5 });
    expect([applied.exitCode, stage.waits, stepsOf(applied)]).toEqual([
      0,
      [TEN_MINUTES],
      ['5 5 0 0 0', '15 15 0 0 0'],
    ]);
  });

  it('is taken back at once', async () => {
    const stage = await onStage();
    const report = await stage.run();
    stage.waits.length = 0;
    const undone = await stage.undo(report.folder, { host: { clock: stage.clock } });
    expect([undone.exitCode, stage.waits, stage.sent()]).toEqual([0, [], []]);
  });
});

describe('readings before a pause', () => {
  it('are too old for the next step, and what was changed since is a conflict', async () => {
    const stage = await onStage({ listings: 250, steps: [count(2), ALL] });
    const pageOf = (number: number) => Math.ceil(number / 100);
    let other = 0;
    stage.inPause(() => {
      // On a page that is not read back.
      const readBack = stage.sent().map(pageOf);
      other = range(250).find((number) => !readBack.includes(pageOf(number))) ?? 0;
      stage.change([other], { cost: 777 });
    });
    const report = await stage.run();
    const rows = readResults(report).filter(({ status }) => status !== 'updated');
    expect(rows.map(({ sku = '', status }) => [numberOf(sku), status])).toEqual([[other, 'conflict']]);
    expect(stage.costs().get(other)).toBe(777);
  });

  it('are made again with as few requests as it takes: pages that were read back serve the next step', async () => {
    const stage = await onStage({ listings: 250, steps: [count(10), ALL] });
    stage.requests();
    const report = await stage.run();
    const kinds = stage.requests();
    const firstPost = kinds.indexOf('POST');
    const later = kinds.slice(firstPost).filter((kind) => kind !== 'POST');
    // Ten listings on three pages, each of which has updates of the next step, too.
    expect(later).toEqual(['page', 'page', 'page']);
    expect([report.exitCode, stage.posts().length]).toEqual([0, 250]);
  });
});

describe('the same command again, after a run that was cut short in a pause', () => {
  /** A shop that keeps a history of a job. */
  const withHistory = (fields: Stage = {}) =>
    onStage({
      ...fields,
      request: { job: 'costs' },
      settings: { history: { folder: join(tempFolder(), 'history'), by: NOBODY } },
    });
  const NOBODY = { user: null, host: null, ci: null };

  it('waits for the rest of the pause, and goes on with the next step', async () => {
    const stage = await withHistory({ listings: 40, steps: [count(5), percent(50), ALL] });
    const cut = await stage.runCutShort();
    stage.pass(4 * 60_000);
    stage.requests();
    const report = await stage.run();
    expect([report.exitCode, stage.sent(), stage.posts().length]).toEqual([0, range(40), 40]);
    expect([stage.waits, stepsOf(report)]).toEqual([
      [360, TEN_MINUTES],
      ['0 0 0 0 0', '15 15 0 0 0', '20 20 0 0 0'],
    ]);
    expect(report.notices[0]).toBe(
      `Goes on with step 1 of 3, where the run of the same sheet in "${relative(stage.cwd, cut.folder)}" was cut short`,
    );
    // Everything was read after the pause.
    expect(stage.requests().indexOf('POST')).toBe(PLANNING.length);
  });

  it('sends what was changed since with the step that was under way, and reads it back', async () => {
    const stage = await withHistory();
    await stage.runCutShort();
    stage.pass(3_600_000);
    stage.change(stage.sent().slice(0, 2), { cost: 777 });
    const report = await stage.run();
    expect([report.exitCode, stage.waits, stage.sent()]).toEqual([0, [TEN_MINUTES], range(20)]);
    expect(stepsOf(report)).toEqual(['2 2 0 0 0', '15 15 0 0 0']);
  });

  it('begins with the first step if the sheet is another one', async () => {
    const stage = await withHistory();
    await stage.runCutShort();
    const report = await stage.run(sheetOf(20, '6.60'));
    expect([stage.waits, stepsOf(report)]).toEqual([[TEN_MINUTES], ['5 5 0 0 0', '15 15 0 0 0']]);
  });

  it('begins with the first step without a history, too', async () => {
    const stage = await onStage();
    await stage.runCutShort();
    const report = await stage.run();
    expect([stage.waits, stepsOf(report)]).toEqual([[TEN_MINUTES], ['5 5 0 0 0', '10 10 0 0 0']]);
  });

  it('begins with the first step after a run that came to its end', async () => {
    const stage = await withHistory();
    await stage.run();
    stage.change(range(20), { cost: 600 });
    stage.waits.length = 0;
    const report = await stage.run();
    expect([stage.waits, stepsOf(report)]).toEqual([[TEN_MINUTES], ['5 5 0 0 0', '15 15 0 0 0']]);
  });

  it('ends at once if it is interrupted while it waits for the rest', async () => {
    const stage = await withHistory();
    await stage.runCutShort();
    const again = await stage.runCutShort();
    expect([again.exitCode, stage.posts().length]).toEqual([143, 5]);
  });

  it('knows what sheet and service agreed on before it was overwritten', async () => {
    const stage = await withHistory();
    stage.inPause((nth) => {
      if (nth === 1) stage.change(stage.sent().slice(0, 1), { cost: 777 });
    });
    const report = await stage.run();
    expect([report.exitCode, countOf(report, 'unconfirmed')]).toEqual([3, 1]);
    const next = await stage.plan();
    expect(next.drift).toEqual({ drifted: 1, contested: 0, recomputed: 0 });
  });
});

describe('shards', () => {
  it('have steps of their own, and check them themselves', async () => {
    const stage = await onStage({
      listings: 60,
      steps: [count(11), ALL],
      request: { shard: { index: 1, of: 2 }, currency: 'usd' },
    });
    stage.inPause(() => stage.change(stage.sent().slice(0, 2), { cost: 777 }));
    const report = await stage.run();
    // Six of the eleven, and three of the five listings that stop the run.
    expect([report.exitCode, report.ramp?.steps[0]?.updates, report.stop]).toEqual([3, 6, undefined]);
  });

  it('stop if their part of --max-overwritten is reached', async () => {
    const stage = await onStage({
      listings: 60,
      steps: [count(22), ALL],
      request: { shard: { index: 2, of: 2 }, currency: 'usd' },
    });
    stage.inPause(() => stage.change(stage.sent().slice(0, 2), { cost: 777 }));
    const report = await stage.run();
    expect([report.exitCode, report.ramp?.steps[0]?.updates]).toEqual([6, 11]);
  });
});

describe('manual prices', () => {
  it('are followed up once, after the last step', async () => {
    const stage = await onStage({ settings: { followUp: true } });
    const sheet = `sku,manual_price\n${range(20)
      .map((number) => `SKU-${number},17\n`)
      .join('')}`;
    const report = await stage.run(sheet);
    expect([report.exitCode, stage.waits]).toEqual([0, [TEN_MINUTES, 45, 45, 90, 120]]);
    expect(report.digest.followUp).toEqual({ reflected: 0, pending: 20, no_effect: 0 });
  });
});
