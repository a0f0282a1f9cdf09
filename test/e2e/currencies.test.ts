import { join } from 'node:path';
import { expect, it } from 'vitest';
import { inLines } from '../sheet/support.ts';
import { tableOf } from '../support/listed.ts';
import { goOn, openStage, type Stage } from '../support/open-stage.ts';
import { readRun } from '../support/read-run.ts';
import { rewriteLines } from '../support/rewrite-lines.ts';
import { filesOf } from '../support/temp-folder.ts';
import { idOf } from '../support/test-sandbox.ts';

const LISTINGS = [
  { sku: 'MUG', currency: 'usd', cost: 600 },
  { sku: 'MUG', currency: 'eur', cost: 500 },
  { sku: 'CUP', currency: 'usd', cost: 600 },
] as const;

it.each(
  tableOf(`
each row goes to the listing in its currency, by a column
    | sku,cost,currency / MUG,6.30,usd / MUG,5.10,eur / | 0 | 2 updated, 3 updated | 630 510 600
each row goes to the listing in its currency, by signs in the cells
    | sku,cost / MUG,$6.30 / MUG,€5.10 / | 0 | 2 updated, 3 updated | 630 510 600
--currency chooses a listing | sku,cost / MUG,5.10 / | 0 | 2 updated | 600 510 600 | eur
no listing is chosen where the rows name no currency
    | sku,cost / MUG,5.10 / | 4 | 2 ambiguous several_listings, 2 ambiguous several_listings | 600 500 600
rows do not stop each other where only one of the currencies is listed
    | sku,cost,currency / CUP,6.30,usd / CUP,5.10,eur / | 3 | 2 updated, 3 invalid currency_mismatch | 600 500 630
rows are refused if one that cannot be read may be for the same listing
    | sku,cost,currency / CUP,6.30,usd / CUP,6.3o,usd / MUG,6.3o,usd /
    | 3 | 2 invalid duplicate_disagrees, 3 invalid money_currency_unknown, 4 invalid money_currency_unknown | 600 500 600
one that cannot be read leaves the other currency alone
    | sku,cost,currency / MUG,6.30,usd / MUG,none,eur / | 3 | 2 updated, 3 invalid money_word | 630 500 600
two that contradict each other leave the other currency alone
    | sku,cost,currency / MUG,6.30,usd / MUG,5.10,eur / MUG,5.20,eur /
    | 3 | 2 updated, 3 invalid duplicate_disagrees, 4 invalid duplicate_disagrees | 630 500 600
rows are refused if the currency of one is in doubt
    | sku,cost,currency / MUG,6.30,usd / MUG,€5.10,usd /
    | 3 | 2 invalid duplicate_disagrees, 3 invalid currency_mismatch | 600 500 600
rows are refused if the cells of one may be those of other columns
    | sku,cost,currency / MUG,6.30,usd / MUG,5.10,eur,7 /
    | 3 | 2 invalid duplicate_disagrees, 3 invalid cell_without_header | 600 500 600`),
)('a SKU in two currencies, %s', async (_name, sheet = '', code, rows, costs, currency = '') => {
  const stage = await openStage(LISTINGS, inLines(sheet));
  const flags = currency === '' ? [] : ['--currency', currency];
  const ended = await stage.run('sync', 'costs.csv', '--out', 'run', '--max-invalid', '100', ...flags);
  const { results } = readRun(join(stage.cwd, 'run'));
  const inShort = results.map(({ line, status, reason }) => `${line} ${status} ${reason}`.trim());
  expect([ended.code, inShort.join(', '), stage.costs().join(' ')]).toEqual([Number(code), rows, costs]);
});

it('names rows that disagree though one of them has no currency, in check and in a run', async () => {
  const { run, costs } = await openStage(LISTINGS, inLines('sku,cost / CUP,$6.30 / CUP,6.40 /'));
  const checked = await run('check', 'costs.csv');
  expect(checked.stdout).toContain(
    '1 SKU has 2 rows that disagree; keep one of lines 2 and 3, or pass --duplicates',
  );
  const { stdout } = await run('sync', 'costs.csv');
  expect([checked.code, costs()]).toEqual([3, [600, 500, 600]]);
  expect(stdout).toContain('Line 3 has the same SKU with cost 6.40; here it is 6.30\n');
  expect((await run('check', 'costs.csv', '--duplicates', 'last')).code).toBe(0);
});

it.each<[where: string, sheet: string, code: number, ...flags: string[]]>([
  ['in the column currency', 'sku,cost,currency / PIN,560,GBp /', 3],
  ['in the cells', 'sku,cost / PIN,560 GBp /', 4],
  ['in the header', 'sku,cost (GBp) / PIN,560 /', 4],
  ['in a flag', 'sku,cost / PIN,560 /', 2, '--currency', 'GBp'],
])('of pence, which are written as %s, none is sent as pounds', async (_where, sheet, code, ...flags) => {
  const { run, costs } = await openStage([{ sku: 'PIN', currency: 'gbp', cost: null }], inLines(sheet));
  const ended = await run('sync', 'costs.csv', '--max-invalid', '100', ...flags);
  expect([ended.code, costs()], ended.stdout + ended.stderr).toEqual([code, [null]]);
});

const PLAIN = 'sku,cost / CUP,6.50 / POT,6.50 /';
const NAMED = 'sku,cost,currency / CUP,6.30,usd / POT,6.30,usd /';
const SYNC = 'sync costs.csv --quiet';
const ANY = `${SYNC} --allow unsettled`;

/** Runs commands, each if the one before it went well, and returns how the last one ended. */
async function runAll({ run }: Stage, commands: string) {
  const [first = '', ...others] = commands.split(' && ');
  let ended = await run(...first.split(' '));
  for (const command of others) if (ended.code === 0) ended = await run(...command.split(' '));
  return ended;
}

/** Runs commands over a sheet of listings in dollars, changes the listings, and runs others over a sheet without a currency. */
async function twoNights(before: string, tonight: Partial<Record<'was' | 'sheet' | 'currency', string>>) {
  const { was = PLAIN, sheet = PLAIN, currency = 'eur' } = tonight;
  const listings = ['CUP', 'POT'].map((sku) => ({ sku, cost: 600 }));
  const stage = await openStage(listings, inLines(was.replaceAll('6.50', '6.30')));
  expect((await runAll(stage, before)).code).toBe(0);
  const account = stage.sandbox.snapshot();
  // The channel was closed and another one opened.
  const others = account.listings.map((each, n) => ({ ...each, id: idOf(n + 90), currency }));
  const next = await goOn(stage, { catalogue: { ...account, listings: others } });
  next.write(inLines(sheet));
  return next;
}

it.each<[what: string, before: string, commands: string, code: number, tonight?: object]>([
  ['a run sent', SYNC, SYNC, 4],
  ['a run sent, with the sign of both', SYNC, SYNC, 4, { currency: 'cad', sheet: 'sku,cost / CUP,$6.50 /' }],
  ['a run sent, whose rows named it', SYNC, ANY, 4, { was: NAMED }],
  ['a run sent, with --currency', `${SYNC} --currency usd`, SYNC, 4],
  ['an apply sent', 'diff costs.csv --out run && apply run --yes', SYNC, 4],
  ['a run sent, by its folder alone', `${SYNC} --history off && history rebuild`, SYNC, 4],
  ['a run sent, for a diff', SYNC, 'diff costs.csv', 4],
  ['nothing was sent', 'diff costs.csv', SYNC, 0],
  ['all was taken back', `${SYNC} --out run && undo run --yes`, SYNC, 0],
  ['the sheet names the other', SYNC, ANY, 0, { sheet: NAMED.replaceAll('usd', 'eur') }],
  ['its header does', SYNC, ANY, 0, { sheet: 'sku,cost (EUR) / CUP,6.50 /' }],
  ['nothing has changed', SYNC, SYNC, 0, { currency: 'usd' }],
  ['it is meant, from then on', SYNC, `${SYNC} --currency eur && ${SYNC}`, 0],
  ['it is let pass, from then on', SYNC, `${SYNC} --allow mixed_currencies && ${SYNC}`, 0],
])('unnamed currencies are those of last night: %s', async (_what, before, commands, code, tonight = {}) => {
  const stage = await twoNights(before, tonight);
  const ended = await runAll(stage, commands);
  expect(ended.code, ended.stdout + ended.stderr).toBe(code);
  if (code === 4)
    expect([stage.sent(), ended.stdout]).toEqual([[], expect.stringContaining('(mixed_currencies)')]);
});

it('names both currencies, and the command that says that the other one is meant', async () => {
  const stage = await twoNights(SYNC, {});
  const { stdout, stderr } = await stage.run('sync', 'costs.csv');
  // What the subject of a mail has room for.
  expect(stderr).toMatch(/listings in eur, and the run of [-\d]+ [\d:]+ UTC was in usd… \(exit code 4\)\n$/);
  expect(stdout).toMatch(
    /rows that name no currency lead to listings in eur, and the run of [-\d]+ [\d:]+ UTC was in usd; name the currency in a column "currency", or pass --currency eur if they are in eur now\n/,
  );
  const [, command = ''] = /if the amounts are in eur: pricesheet (.*)\n/.exec(stdout) ?? [];
  expect((await runAll(stage, command)).code).toBe(0);
  expect(stage.costs()).toEqual([650, 650]);
});

it('stops for a currency that a column did not have when it was settled, until it is', async () => {
  const stage = await openStage(LISTINGS, inLines('sku,EK / MUG,€5.10 /'));
  const settle = 'check costs.csv --map cost=EK --save-mapping';
  expect((await runAll(stage, `${settle} && ${SYNC}`)).code).toBe(0);
  stage.write(inLines('sku,EK / MUG,€5.10 / CUP,US$6.30 /'));
  const held = '1 amount in EUR, 1 in USD (line 3)';
  const stopped = await stage.run(...SYNC.split(' '));
  expect([stopped.code, stopped.stdout, stage.sent()]).toEqual([
    4,
    expect.stringContaining(`"EK" holds ${held}: each goes to the listings in its currency\n`),
    ['MUG'],
  ]);
  expect((await stage.run(...settle.split(' '))).stdout).toContain(`EK → cost, such as "€5.10": ${held}\n`);
  expect([await runAll(stage, SYNC), stage.costs()]).toMatchObject([{ code: 0 }, [600, 510, 630]]);
  stage.write(inLines('sku,EK / MUG,€5.10 / CUP,£6.30 /'));
  expect((await runAll(stage, SYNC)).code).toBe(4);
});

it('knows the currencies in a column from the run before', async () => {
  const stage = await openStage(LISTINGS, inLines('sku,cost / MUG,€5.10 / CUP,$6.30 /'));
  const codes: unknown[] = [];
  for (const more of ['CUP,US$6.30 /', '', 'CUP,6.30 USD /', 'CUP,£6.30 /']) {
    stage.write(inLines(`sku,cost / MUG,€5.10 / ${more}`));
    codes.push((await runAll(stage, SYNC)).code);
  }
  expect([codes, stage.costs()]).toEqual([
    [0, 0, 0, 4],
    [600, 510, 630],
  ]);
});

it('compares with no run of a version that kept no currency', async () => {
  const stage = await twoNights(SYNC, {});
  const [runs = ''] = Object.keys(filesOf(stage.cwd)).filter((path) => path.endsWith('runs.ndjson'));
  rewriteLines(join(stage.cwd, runs), (lines) =>
    lines.map((line) => line.replace(',"currencies":["usd"]', '')),
  );
  expect((await runAll(stage, SYNC)).code).toBe(0);
});
