import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fullFor } from '../support/dying-disk.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { openShop, readResults, readSummary } from './support.ts';

const ROWS = 51_000;

/** Most rows set nothing, so that nobody has to look them up. */
function aLargeSheet(): string {
  const rows = Array.from({ length: ROWS }, (_, index) => `ITEM-${index},`);
  return `sku,cost\nSKU-1,6.40\n${rows.join('\n')}\nSKU-2,6.50\nNOPE,1.00\n`;
}

describe('a sheet that is too large to be held', () => {
  it('is accounted for row by row, in order, and sent', async () => {
    const { sync, values, posts } = await openShop({ listings: [{}, {}] });
    const report = await sync(aLargeSheet());
    const results = readResults(report);
    expect(results.map(({ line }) => Number(line))).toEqual(
      Array.from({ length: ROWS + 3 }, (_, index) => index + 2),
    );
    expect([results[0]?.['status'], results.at(-2)?.['status'], results.at(-1)?.['status']]).toEqual([
      'updated',
      'updated',
      'not_found',
    ]);
    expect([...posts()].sort()).toEqual(['SKU-1', 'SKU-2']);
    expect([values()['SKU-1 0001']?.cost, values()['SKU-2 0002']?.cost]).toEqual([640, 650]);
    expect(report.digest.byStatus).toMatchObject({ updated: 2, unchanged: ROWS, not_found: 1 });
    expect(readdirSync(report.folder).filter((name) => name.includes('unfinished'))).toEqual([]);
  });

  it('leaves no results that lack rows where the disk is full, and sends nothing', async () => {
    const { sync, posts } = await openShop({ listings: [{}, {}] });
    const report = await sync(aLargeSheet(), { host: { disk: fullFor('entries.unfinished') } });
    expect(report).toMatchObject({ exitCode: 1, stop: { code: 'disk' } });
    expect(report.notices.join()).toContain('there is no results.csv and no retry.csv');
    expect(['results.csv', 'retry.csv'].filter((file) => existsSync(join(report.folder, file)))).toEqual([]);
    expect(readSummary(report)).toMatchObject({ exit_code: 1 });
    expect(posts()).toEqual([]);
  });

  it('says what it does not know any more if its entries are gone while it sends', async () => {
    const { sync, undo, apply, values, posts } = await openShop({
      listings: [{}, {}],
      onRequest: (request) => {
        if (request.method === 'POST') rmSync(join(out, 'entries.unfinished'), { force: true });
      },
    });
    const out = join(tempFolder(), 'run');
    const before = values();
    const report = await sync(aLargeSheet(), { settings: { out } });
    expect(posts()).toContain('SKU-1');
    expect(report).toMatchObject({ exitCode: 1, stop: { code: 'disk' }, cut: { sent: 2 } });
    expect(report.notices.join()).toContain('Not every row could be read back: the counts are incomplete');
    const there = readdirSync(report.folder);
    for (const file of ['results.csv', 'retry.csv', 'undo.csv', 'report.html']) {
      expect(there).not.toContain(file);
      expect(report.unwritten).toContain(file);
    }
    await apply(report.folder);
    expect([values()['SKU-1 0001']?.cost, values()['SKU-2 0002']?.cost]).toEqual([640, 650]);
    await undo(report.folder);
    expect(values()['SKU-1 0001']).toEqual(before['SKU-1 0001']);
  });
});
