import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RunFolderError } from '../../src/domain/errors.ts';
import type { RunReport } from '../../src/report/tally/run-report.ts';
import { RUN_FILES } from '../../src/run/folder/run-folder.ts';
import { someLimits } from '../plan/support.ts';
import { chainAgain, rewriteLines, withoutChain } from '../support/rewrite-lines.ts';
import { cutShort, inShort, muchLater, openShop, RAISE, readResults, THREE } from './support.ts';

const ONE_AT_A_TIME = { settings: { service: { concurrency: 1 } } };

function journalOf({ folder }: Pick<RunReport, 'folder'>): string {
  return join(folder, RUN_FILES.outcomes);
}

const skipSecond = (lines: readonly string[]) =>
  lines.with(1, (lines[1] ?? '').replace('"updated"', '"skipped"'));
const HELD = 'conflict held_though_unsent';

/** A run that was interrupted after its first update, and says so of the other two. */
async function anInterruptedRun() {
  const { shop, run } = await cutShort({ listings: THREE });
  expect(inShort(run)).toEqual(['2 updated', '3 skipped interrupted', '4 skipped interrupted']);
  return { ...shop, run };
}

const costsOf = (values: Readonly<Record<string, { readonly cost: unknown }>>) =>
  Object.values(values).map(({ cost }) => cost);

describe('undo, where the journal was tampered with', () => {
  it.each([
    ['edited to skipped', (lines) => lines.map((line) => line.replace('"updated"', '"skipped"'))],
    ['with a line left out', (lines) => lines.toSpliced(1, 1)],
    ['with no checksums left', (lines) => lines.map(withoutChain)],
    ['with no checksums left, and a line left out', (lines) => lines.map(withoutChain).toSpliced(1, 1)],
  ] satisfies readonly [string, (lines: readonly string[]) => readonly string[]][])(
    'refuses one %s, and says what can be done',
    async (_name, edit) => {
      const { sync, undo, apply, values, posts } = await openShop({ listings: THREE });
      const run = await sync(RAISE);
      rewriteLines(journalOf(run), edit);
      const hint = expect.stringContaining('undo the run with: pricesheet sync undo.csv');
      await expect(undo(run.folder)).rejects.toMatchObject({ code: 'run_folder', hint });
      await expect(apply(run.folder)).rejects.toThrow(RunFolderError);
      expect([costsOf(values()), posts().length]).toEqual([[640, 640, 640], 3]);
    },
  );

  it('takes the run back once the first damaged line and all after it are deleted, as the hint says', async () => {
    const { sync, undo, values } = await openShop({ listings: THREE });
    const before = values();
    const run = await sync(RAISE, ONE_AT_A_TIME);
    rewriteLines(journalOf(run), skipSecond);
    await expect(undo(run.folder)).rejects.toThrow('line 2 was edited');
    rewriteLines(journalOf(run), (lines) => lines.slice(0, 1));
    const undone = await undo(run.folder, { host: muchLater() });
    expect(inShort(undone)).toEqual(['2 updated', '3 updated', '4 updated']);
    expect(values()).toEqual(before);
  });
});

describe('undo looks at every listing that the run had an update for', () => {
  it('believes no journal that has an update as skipped, and changes nothing there', async () => {
    const { sync, undo, values, posts } = await openShop({ listings: THREE });
    const before = values();
    const run = await sync(RAISE, ONE_AT_A_TIME);
    rewriteLines(journalOf(run), skipSecond);
    chainAgain(run);
    const undone = await undo(run.folder);
    expect(inShort(undone)).toEqual(['2 updated', '3 conflict held_though_unsent', '4 updated']);
    expect(readResults(undone)[1]).toMatchObject({
      message:
        'The listing holds values that the run planned (cost 6.00 → 6.40), yet the journal has the update as skipped: another run or somebody else set them, or the journal is wrong or gone; nothing was changed',
      cost_before: '6.40',
      cost_after: '6.00',
      attempts: '0',
    });
    expect(undone.exitCode).toBe(3);
    expect({ costs: costsOf(values()), posts: posts().length }).toEqual({ costs: [600, 640, 600], posts: 5 });
    // Somebody has looked at it, and wants it back.
    const retry = readFileSync(join(undone.folder, 'retry.csv'), 'utf8');
    const allow = { limits: someLimits({ allow: new Set(['unsettled'] as const) }) };
    expect(inShort(await sync(retry, { request: allow }))).toEqual(['2 updated']);
    expect(values()).toEqual(before);
  });

  it('leaves alone what somebody else has set, and remarks on it', async () => {
    const { run, sync, undo, values } = await anInterruptedRun();
    await sync('sku,cost\nSKU-2,7.77\n');
    const undone = await undo(run.folder);
    expect(inShort(undone)).toEqual(['2 updated', '3 unchanged', '4 unchanged']);
    expect(readResults(undone).map(({ message }) => message)).toEqual([
      '',
      'Changed by somebody else: cost 6.00 → 7.77; the journal has no such update',
      '',
    ]);
    expect(undone.exitCode).toBe(0);
    expect(costsOf(values())).toEqual([600, 777, 600]);
  });

  it('asks a person where a part of what was planned is there', async () => {
    const rules = [{ match: { method: 'POST', sku: 'SKU-1' }, answer: { status: 402 }, times: 1 }];
    const { sync, undo, values } = await openShop({ listings: [{}], faults: { rules } });
    const run = await sync('sku,cost,maximum_price\nSKU-1,6.40,21.00\n');
    expect(inShort(run)).toEqual(['2 failed http_402']);
    await sync('sku,maximum_price\nSKU-1,21.00\n');
    const undone = await undo(run.folder);
    expect(inShort(undone)).toEqual(['2 conflict held_though_unsent']);
    expect(readResults(undone)[0]?.['message']).toContain(
      '(maximum_price 20.00 → 21.00), yet the journal has the update as failed:',
    );
    expect(values()['SKU-1 0001']).toMatchObject({ cost: 600, maximum_price: 2100 });
  });

  it.each([
    ['and no summary', (folder: string) => rmSync(join(folder, RUN_FILES.summary))],
    ['and a damaged summary', (folder: string) => writeFileSync(join(folder, RUN_FILES.summary), '{"req')],
  ])('also of a run with no journal %s', async (_name, damage) => {
    const { sync, undo, values, posts } = await openShop({ listings: THREE });
    const run = await sync(RAISE);
    await sync('sku,cost\nSKU-3,6.00\n');
    rmSync(journalOf(run));
    damage(run.folder);
    const undone = await undo(run.folder);
    expect(inShort(undone)).toEqual([`2 ${HELD}`, `3 ${HELD}`, '4 unchanged']);
    expect(readResults(undone)[0]?.['message']).toContain('yet the run left no journal');
    expect(undone.notices[0]).toContain('neither a journal nor a summary');
    expect([undone.exitCode, costsOf(values()), posts().length]).toEqual([3, [640, 640, 600], 4]);
  });
});
