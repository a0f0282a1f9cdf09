import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Listing } from '../../src/sandbox/catalogue.ts';
import { openStage } from '../support/open-stage.ts';
import { readPage } from '../support/read-page.ts';
import { approveRows, reviewFileOfPage } from '../support/review-file.ts';
import { HAS_TERMINAL, startAtTerminal } from '../support/start-at-terminal.ts';
import { BUY_BOX } from '../support/test-sandbox.ts';

const SKUS = Array.from({ length: 6 }, (_, at) => `SKU-${at + 1}`);
/** The first three move by 8 %, the others by 33 %. */
const SHEET = `sku,cost\n${SKUS.map((sku, at) => `${sku},${at < 3 ? '6.50' : '8.00'}`).join('\n')}\nNOPE,1\n`;

interface Given {
  readonly sheet?: string;
  readonly listings?: readonly Partial<Listing>[];
}

async function onStage({ sheet = SHEET, listings = SKUS.map((sku) => ({ sku })) }: Given = {}) {
  const stage = await openStage(listings, sheet);
  return {
    ...stage,
    sent: () => stage.sent().sort(),
    factsOf: (folder: string) => readPage(stage.read(`${folder}/report.html`)).facts.approval,
    review: (folder: string) => stage.read(`${folder}/review.csv`),
    hasReview: (folder: string) => existsSync(join(stage.cwd, folder, 'review.csv')),
    ofPage: (folder: string) => reviewFileOfPage(join(stage.cwd, folder)),
  };
}

describe('the review file of the page', () => {
  it('is that of the run, byte by byte, in the format of the sheet', async () => {
    const sheet = [
      'sku;cost;min;max;strategy;repricing;manual_price',
      'SKU-1;6,50;;null;;;',
      'SKU-2;8,00;10,00;20,00;;;',
      'SKU-3;;;;Buy Box;;',
      'SKU-4;;;;null;off;',
      'SKU-5;;;;;;15,00',
      'SKU-6;7,00;12,00;;Buy Box;;null',
    ].join('\n');
    const values = { strategy: BUY_BOX, manual_price: 1400 };
    const { run, review, ofPage } = await onStage({
      sheet,
      listings: SKUS.map((sku, at) => ({ sku, ...([1, 3, 5].includes(at) ? values : {}) })),
    });
    await run('diff', 'costs.csv', '--out', 'd', '--allow', 'max_change,max_clears');
    expect(ofPage('d')).toBe(review('d'));
    expect(review('d').charCodeAt(0)).toBe(0xfeff);
    expect(review('d').split('\n').slice(1)).toHaveLength(SKUS.length + 1);
    // Bounds that are sent along are part of what is named.
    expect(review('d')).toContain('6,00;8,00');
  });

  it('is there where a guard rule stopped a dry run, and its command lets the rule pass', async () => {
    const { run, review, ofPage, factsOf, cwd, sent } = await onStage();
    expect((await run('diff', 'costs.csv', '--max-updates', '2', '--out', 'd')).code).toBe(4);
    expect(ofPage('d')).toBe(review('d'));
    const flags = factsOf('d')?.flags ?? [];
    expect(flags).toEqual(['--allow', 'max_updates']);
    approveRows(join(cwd, 'd', 'review.csv'), ({ sku }) => sku === 'SKU-2');
    const { code } = await run('apply', 'd', '--only', 'd/review.csv', ...flags);
    expect([code, sent()]).toEqual([3, ['SKU-2']]);
  });

  it.runIf(HAS_TERMINAL)('is there once the question was answered with no, and not before', async () => {
    const { place, review, ofPage } = await onStage();
    const running = startAtTerminal(['sync', 'costs.csv', '--out', 's'], place);
    await running.said('[y/N] ');
    expect(ofPage('s')).toBeUndefined();
    await running.write('n\n');
    await running.ended;
    expect(ofPage('s')).toBe(review('s'));
    expect(review('s').split('\n')).toHaveLength(SKUS.length + 2);
  });

  it.each([
    ['a sync that held nothing', ['sync', 'costs.csv', '--out', 'x']],
    ['an apply', ['apply', 'd', '--dry-run', '--out', 'x']],
    ['an apply of a part', ['apply', 'd', '--only', 'd/review.csv', '--out', 'x']],
    ['an undo', ['undo', 's', '--dry-run', '--out', 'x']],
  ])('is not there for %s', async (_, argv) => {
    const { run, ofPage } = await onStage();
    await run('diff', 'costs.csv', '--out', 'd');
    if (argv[0] === 'undo') await run('sync', 'costs.csv', '--out', 's');
    await run(...argv);
    expect(ofPage('x')).toBeUndefined();
  });

  it.each([
    ['my run; rm -rf', 'my-run-rm--rf'],
    ['--out', 'out'],
    ['«»', 'run'],
    ['Läufe 7', 'Läufe-7'],
    ['x'.repeat(200), 'x'.repeat(50)],
  ])('is called after the run "%s", as a shell and every system take it', async (folder, name) => {
    const { run, factsOf } = await onStage();
    await run('diff', 'costs.csv', `--out=${folder}`);
    expect(factsOf(folder)).toMatchObject({ name, run: folder });
  });
});
