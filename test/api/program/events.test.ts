import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { apply, diff, type RunEvent, sync, undo } from '../../../src/index.ts';
import { findMismatches } from '../../support/json-schema.ts';
import { openStage } from '../../support/open-stage.ts';
import { readRun } from '../../support/read-run.ts';
import { runInProcess } from '../../support/run-in-process.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const SKUS = Array.from({ length: 12 }, (_, index) => `SKU-${index + 1}`);
const SHEET = `sku,cost\n${SKUS.map((sku) => `${sku},6.50`).join('\n')}\nMISSING,1.00\nSKU-0,six\n`;

async function onStage() {
  const state = { XDG_STATE_HOME: tempFolder() };
  const listings = SKUS.map((sku) => ({ sku }));
  const stage = await openStage(listings, SHEET, { env: state });
  const { cwd, env, sandbox } = stage;
  const events: RunEvent[] = [];
  const onEvent = (event: RunEvent): void => void events.push(event);
  return {
    ...stage,
    events,
    /** One update after the other. */
    options: {
      cwd,
      baseUrl: sandbox.url,
      apiKey: sandbox.apiKey,
      rate: 100_000,
      concurrency: 1,
      env: state,
      onEvent,
    },
    read: (name: string): readonly RunEvent[] => readEvents(join(cwd, name)),
    run: (argv: readonly string[], more: Readonly<Record<string, string>> = {}) =>
      runInProcess(argv, { cwd, env: { ...env, ...more } }),
    posts: stage.sent,
  };
}

function readEvents(path: string): readonly RunEvent[] {
  return readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

function outcomesOf(events: readonly RunEvent[]) {
  return events.flatMap((event) => (event.event === 'outcome' ? [event] : []));
}

function expectWhole(events: readonly RunEvent[]): void {
  for (const event of events) expect(findMismatches('event', event)).toEqual([]);
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
  expect([events[0]?.event, events.at(-1)?.event]).toEqual(['started', 'finished']);
  const names = events.map(({ event }) => event);
  expect(names.filter((name) => name === 'started' || name === 'finished')).toHaveLength(2);
}

/** Without what differs from one run to the next: times, and how far it was as a second began. */
function timeless(events: readonly RunEvent[]): readonly object[] {
  const kept = events.filter(({ event }) => event !== 'progress');
  return kept.map(({ at: _at, seq: _seq, ...event }) => event);
}

/** As a command line and as a call, each on a stage of its own, and what the paths have in common. */
async function bothWays(
  argv: readonly string[],
  call: (options: Awaited<ReturnType<typeof onStage>>['options']) => Promise<unknown>,
): Promise<readonly (readonly object[])[]> {
  const [ofLine, ofCall] = [await onStage(), await onStage()];
  await ofLine.run([...argv, 'PRICESHEET_CONCURRENCY=1', '--events', 'events.ndjson']);
  await call(ofCall.options).catch(() => {});
  const ways = [
    { events: ofLine.read('events.ndjson'), stage: ofLine },
    { events: ofCall.events, stage: ofCall },
  ];
  return ways.map(({ events, stage }) => {
    expectWhole(events);
    const text = JSON.stringify(timeless(events));
    return JSON.parse(text.replaceAll(stage.cwd, '/work').replaceAll(stage.sandbox.url, 'http://service'));
  });
}

const OUT = ['--out', 'run'];

describe('the events of a run', () => {
  it.each<readonly [string, readonly string[], Parameters<typeof bothWays>[1]]>([
    ['sync', ['sync', 'costs.csv', ...OUT], (options) => sync('costs.csv', { ...options, out: 'run' })],
    ['diff', ['diff', 'costs.csv', ...OUT], (options) => diff('costs.csv', { ...options, out: 'run' })],
    [
      'sync that a guard rule stops',
      ['sync', 'costs.csv', '--out', 'run', '--max-updates', '2'],
      (options) => sync('costs.csv', { ...options, out: 'run', maxUpdates: 2 }),
    ],
    ['sync of no sheet', ['sync', 'none.csv'], (options) => sync('none.csv', options)],
    ['apply of no run', ['apply', 'none'], (options) => apply('none', options)],
    ['undo of no run', ['undo', 'none'], (options) => undo('none', options)],
  ])('are the same for a command line and for a program: %s', async (_name, argv, call) => {
    const [ofLine, ofCall] = await bothWays(argv, call);
    expect(ofLine?.length).toBeGreaterThan(2);
    expect(ofCall).toEqual(ofLine);
  });

  it('have an outcome for each line of results.csv, with what it says', async () => {
    const { cwd, events, options } = await onStage();
    const { folder } = await sync('costs.csv', { ...options, out: 'run' });
    expectWhole(events);
    const { results } = readRun(folder);
    expect(results).toHaveLength(14);
    const shown = ['line', 'sku', 'status', 'reason', 'message', 'listing_id'] as const;
    type Shown = Readonly<Partial<Record<(typeof shown)[number], unknown>>>;
    const inOrder = (rows: readonly Shown[]) =>
      rows
        .map((row) => shown.map((name) => String(row[name] ?? '')))
        .sort(([one], [other]) => Number(one) - Number(other));
    expect(inOrder(outcomesOf(events))).toEqual(inOrder(results));
    const [updated] = outcomesOf(events);
    expect(updated).toMatchObject({ status: 'updated', changes: { cost: [600, 650] }, attempts: 1 });
    const stages = events.flatMap((event) => (event.event === 'stage' ? [event] : []));
    expect(stages.map(({ stage }) => stage).join(' ')).toBe('read find plan find plan send write');
    expect(stages.map((stage) => stage.folder)).toEqual([null, ...Array(6).fill(join(cwd, 'run'))]);
    expect(events.at(-1)).toMatchObject({
      exit_code: 3,
      folder: join(cwd, 'run'),
      apply: null,
      counts: { outcomes: 14, attention: 2, by_status: { updated: 12 } },
    });
  });

  it('come as it goes on: an update is known before the next is sent', async () => {
    const { events, options, posts } = await onStage();
    const sentBefore: number[] = [];
    const onEvent = (event: RunEvent): void => {
      events.push(event);
      if (event.event === 'outcome' && event.status === 'updated') sentBefore.push(posts().length);
    };
    await sync('costs.csv', { ...options, onEvent });
    expect(sentBefore).toEqual(SKUS.map((_, index) => index + 1));
  });

  it('let a program cancel half-way: nothing is lost, and apply sends the rest', async () => {
    const { cwd, events, options, posts, costs } = await onStage();
    const controller = new AbortController();
    const onEvent = (event: RunEvent): void => {
      events.push(event);
      if (outcomesOf(events).length === 6) controller.abort();
    };
    const { signal } = controller;
    const { folder, ...summary } = await sync('costs.csv', { ...options, onEvent, signal });
    const message = 'Interrupted by the program that called';
    expect(summary).toMatchObject({
      exit_code: 130,
      stopped: { code: 'interrupted', message, apply: folder },
      counts: { by_status: { updated: 6, skipped: 6, not_found: 1, invalid: 1 } },
    });
    expectWhole(events);
    expect(
      outcomesOf(events)
        .map(({ line }) => line)
        .sort((one, other) => one - other),
    ).toEqual(readRun(folder).results.map(({ line }) => Number(line)));
    expect(events.at(-2)).toMatchObject({ event: 'stopped', code: 'interrupted' });
    expect(events.at(-1)).toMatchObject({ exit_code: 130, apply: folder });
    const rest = await apply(folder, { ...options, cwd });
    expect([rest.counts.by_status.updated, costs()]).toEqual([12, SKUS.map(() => 650)]);
    expect([...posts()].sort()).toEqual([...SKUS].sort());
  });

  it.each(['started', 'stage', 'progress', 'outcome', 'finished'])(
    'give the program its own error back if it throws upon %s, and nothing more is sent then',
    async (name) => {
      const { options, posts } = await onStage();
      const own = new Error('The queue is gone');
      let postsThen: number | undefined;
      const onEvent = ({ event }: RunEvent): void => {
        if (event !== name) return;
        postsThen = posts().length;
        throw own;
      };
      await expect(sync('costs.csv', { ...options, onEvent })).rejects.toBe(own);
      expect(posts().length).toBe(postsThen);
    },
  );

  it('hold no key, wherever it got to', async () => {
    const { cwd, events, options } = await onStage();
    writeFileSync(join(cwd, 'costs.csv'), `${SHEET}${options.apiKey},1.00\n`);
    await sync('costs.csv', { ...options, events: 'events.ndjson' });
    await sync(`${options.apiKey}.csv`, options).catch(() => {});
    expect(events.length).toBeGreaterThan(5);
    expect(JSON.stringify(events)).not.toContain(options.apiKey);
    expect(readFileSync(join(cwd, 'events.ndjson'), 'utf8')).not.toContain(options.apiKey);
  });

  it('are never written over another file, nor through a link, nor into a folder that is not there', async () => {
    const { cwd, run, posts } = await onStage();
    symlinkSync(join(cwd, 'costs.csv'), join(cwd, 'link.ndjson'));
    for (const name of ['costs.csv', 'link.ndjson', '.', 'none/events.ndjson']) {
      const { code, stderr } = await run(['sync', 'costs.csv', '--events', name]);
      expect([code, stderr]).toEqual([2, expect.stringContaining('Cannot write the events')]);
    }
    expect([readFileSync(join(cwd, 'costs.csv'), 'utf8'), posts()]).toEqual([SHEET, []]);
    expect(existsSync(join(cwd, 'none'))).toBe(false);
  });
});
