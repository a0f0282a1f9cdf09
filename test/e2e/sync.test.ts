import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Listing } from '../../src/sandbox/catalogue.ts';
import type { RequestEntry } from '../../src/sandbox/start-sandbox.ts';
import { openStage } from '../support/open-stage.ts';
import { readOnlyRun } from '../support/read-run.ts';
import { reasonIn } from '../support/reason-in.ts';
import { modeOf } from '../support/temp-folder.ts';
import { AMAZON_CHANNEL, BUY_BOX, idOf } from '../support/test-sandbox.ts';
import { plannedWireOf, wireOf } from '../support/wire.ts';

interface Scene {
  readonly sheet: string | Uint8Array;
  readonly listings: readonly Partial<Listing>[];
  readonly argv?: readonly string[];
}

const FILES = 'log.ndjson outcomes.ndjson plan.ndjson report.html results.csv summary.json undo.csv'.split(
  ' ',
);

async function sync({ sheet, listings, argv = [] }: Scene) {
  const stage = await openStage(listings, sheet);
  const ended = await stage.run('sync', 'costs.csv', ...argv);
  const { cwd, sandbox } = stage;
  return { ...stage, ...ended, made: () => readOnlyRun(cwd), listings: () => sandbox.snapshot().listings };
}

/** A request as one comparable text. */
function getOf({ path, query }: RequestEntry): string {
  return `${path} ${query.map((pair) => pair.join('=')).join('&')}`;
}

describe('pricesheet sync', () => {
  it('sends the smallest update per listing, currency only beside money, and nothing for what already holds', async () => {
    const { code, posts, listings } = await sync({
      sheet:
        'sku,cost,min,max,strategy,repricing\nA,6.50,10,20,,\nB,6,,,buy box,\nC,6.00,10.00,20.00,,yes\nD,,,,,off\n',
      listings: [{ sku: 'A' }, { sku: 'B' }, { sku: 'C' }, { sku: 'D' }],
    });
    expect(code).toBe(0);
    expect(posts().map(wireOf).sort()).toEqual([
      '/listings/00000000-0000-4000-8000-000000000001 cost=650 currency=usd',
      `/listings/00000000-0000-4000-8000-000000000002 strategy=${BUY_BOX}`,
      '/listings/00000000-0000-4000-8000-000000000004 repricing=false',
    ]);
    expect(listings().map(({ sku, cost, strategy, repricing }) => [sku, cost, strategy, repricing])).toEqual([
      ['A', 650, null, true],
      ['B', 600, BUY_BOX, true],
      ['C', 600, null, true],
      ['D', 600, null, false],
    ]);
  });

  it('clears with the clear token only, the first clear on its own', async () => {
    const { code, posts, listings } = await sync({
      sheet: 'sku,cost,max\nA,null,\nB,null,\nC,,null\n',
      listings: [{ sku: 'A' }, { sku: 'B' }, { sku: 'C' }],
    });
    expect(code).toBe(0);
    expect(posts().map(wireOf)[0]).toBe(`/listings/${idOf(1)} cost= currency=usd`);
    expect(listings().map(({ cost, maximum_price }) => [cost, maximum_price])).toEqual([
      [null, 2000],
      [null, 2000],
      [600, null],
    ]);
  });

  const OF_AMAZON = `sku,cost,channel\nA,1,${AMAZON_CHANNEL}\nB,2,${AMAZON_CHANNEL}\n`;

  it.each<readonly [string, string, readonly string[], string]>([
    ['neither strategies nor channels for costs', 'sku,cost\nA,1\nB,2\n', [], ''],
    ['neither for blank cells', 'sku,cost,strategy,channel\nA,1,,\nB,2,,\n', [], ''],
    ['strategies once where rows name one', 'sku,strategy\nA,Buy Box\nB,Buy Box\n', [], '/strategies'],
    ['strategies where a row clears its own', 'sku,strategy\nA,null\n', [], '/strategies'],
    ['strategies to name that of a listing that changes', 'sku,cost\nA,6.50\nB,6.50\n', [], '/strategies'],
    ['neither where only a listing without one changes', 'sku,cost\nA,6.00\nB,6.50\n', [], ''],
    ['channels once where rows name one', OF_AMAZON, [], '/channels'],
    ['channels where --channel does', 'sku,cost\nA,1\n', ['--channel', AMAZON_CHANNEL], '/channels'],
  ])('fetches %s', async (_name, sheet, flags, asked) => {
    const listings = [{ sku: 'A', strategy: BUY_BOX }, { sku: 'B' }];
    const { sandbox } = await sync({ sheet, listings, argv: ['--dry-run', ...flags] });
    const others = sandbox.requests.filter(({ path }) => path !== '/listings');
    expect(others.map(getOf)).toEqual(asked ? [`${asked} limit=100`] : []);
  });

  it('keeps the files of a run to their owner', async () => {
    const { made } = await sync({ sheet: 'sku,cost\nA,6.50\n', listings: [{ sku: 'A' }] });
    const { folder } = made();
    if (process.platform === 'win32') return;
    expect(modeOf(folder)).toBe(0o700);
    const modes = readdirSync(folder).map((file) => [file, modeOf(join(folder, file)).toString(8)]);
    expect(modes).toEqual(FILES.map((file) => [file, '600']));
  });

  const ART = 'Liste\nText;Art;ab 100;Typ\nx;A;6,99;B\ny;NOPE;1.250;D\n';

  it.each([
    ['a sign that only the rows that went well showed', 'sku;cost\nA;6,99\nNOPE;1.250\n', ''],
    [
      'windows-1252',
      Buffer.from('sku;cost;Größe\nA;6,99;x\nNOPE;1.250;ü\n', 'latin1'),
      '--map sku=sku,cost=cost --leave-out Größe',
    ],
    ['no header', 'A;6,99\nNOPE;1.250\n', '--header-row none --map sku=A,cost=B'],
    ['letters below a title', ART, '--header-row 2 --map sku=B,cost=C --allow unsettled'],
    ['a header of digits', 'Art;100\nA;6,99\nNOPE;1.250\n', '--header-row 1 --map sku=A,cost=B:100'],
    ['columns of one name', 'EK;Art;EK\n1;A;6,99\n2;NOPE;1.250\n', '--map sku=B,cost=C --allow unsettled'],
    ['an encoding that was named', 'sku;cost\nA;6,99\nNOPE;1.250\n', '--encoding cp850'],
    ['an unusual delimiter', 'sku~cost\nA~6,99\nNOPE~1.250\n', '--delimiter ~'],
  ])('prints a command that reads its retry file, where the sheet had %s', async (_name, sheet, flags) => {
    const argv = flags.split(' ').filter(Boolean);
    const { run, readRun, stdout } = await sync({ sheet, listings: [{ sku: 'A' }], argv });
    expect(stdout).toContain('1 listing updated');
    const words = /then: pricesheet (.+)/.exec(stdout)?.[1]?.split(' ') ?? [];
    const again = await run(...words, '--out', 'again', '--allow', 'nothing_matched');
    expect(again.code).toBe(3);
    expect(reasonIn(again.stderr)).toMatch(/^1 row needs attention/);
    expect(readRun('again').results[0]).toMatchObject({ line: '2', sku: 'NOPE', status: 'not_found' });
  });
});

describe('pricesheet sync --dry-run and diff', () => {
  const SHEET = 'sku,cost,max,strategy\nA,6.50,null,\nB,6.00,,Buy Box\nC,9,,\nD,6,20,\n';
  const LISTINGS = [{ sku: 'A' }, { sku: 'B' }, { sku: 'C' }, { sku: 'D' }];

  it.each(['sync costs.csv --dry-run', 'diff costs.csv'])(
    '%s sends nothing but GETs, and plans what sync then sends',
    async (line) => {
      const { sandbox, run, readRun, posts } = await openStage(LISTINGS, SHEET);
      expect((await run(...line.split(' '), '--out', 'dry')).code).toBe(0);
      expect([...new Set(sandbox.requests.map(({ method }) => method))]).toEqual(['GET']);
      const planned = readRun('dry').plan.filter(({ status }) => status === 'planned');
      expect((await run('sync', 'costs.csv', '--out', 'real')).code).toBe(0);
      expect(posts().map(wireOf).sort()).toEqual(planned.map(plannedWireOf).sort());
      expect(posts()).toHaveLength(3);
      expect(readRun('real').plan).toEqual(readRun('dry').plan);
    },
  );
});
