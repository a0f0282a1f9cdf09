import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openStage } from '../support/open-stage.ts';
import { parseCsv } from '../support/parse-csv.ts';
import { readRun } from '../support/read-run.ts';
import { approveRows } from '../support/review-file.ts';
import { ENGLISH, GERMAN, isChanged, type Locale, SWEDISH, saveAgain } from './office.ts';

/** SKUs that a spreadsheet leaves as they are, or that are the same number afterwards: nothing of their rows is lost. */
const KEPT = ['00000611', '00000612', '007', '4006381333931', '1E5', '12.50', 'MUG-1'];
const HOSTILE = ['=1+1', '-B', '@x', "'=2", 'Größe "XL"; rot', 'a,b', '+49 30'];
/** SKUs that it makes something else of; the first one becomes another SKU of the account. */
const LOST = ['04006381333931', '12345678901234567890', '3-4', 'MAR-12', '1/2', '12:30', 'TRUE'];
const SKUS = [...KEPT, ...HOSTILE, ...LOST];

const BEFORE = 600;
/** With zeros at the end and without, of one digit and of four. */
const AMOUNTS = [650, 700, 1000, 725, 1234, 805, 610, 1090];
const amountOf = (at: number): number => AMOUNTS[at % AMOUNTS.length] ?? 0;

interface Setting {
  readonly locale: Locale;
  readonly delimiter: string;
  readonly decimalSign: '.' | ',';
  readonly detectsSpecialNumbers: boolean;
}

const SETTINGS: readonly Setting[] = [
  { locale: GERMAN, delimiter: ';', decimalSign: ',' },
  { locale: SWEDISH, delimiter: ';', decimalSign: ',' },
  { locale: ENGLISH, delimiter: ',', decimalSign: '.' },
  // Somebody whose spreadsheet is not set as the sheet is written.
  { locale: ENGLISH, delimiter: ';', decimalSign: ',' },
].flatMap((setting) =>
  [true, false].map((detectsSpecialNumbers) => ({ ...setting, detectsSpecialNumbers }) as Setting),
);

const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;

/** A sheet that names each SKU with its next cost. */
function sheetOf({ delimiter, decimalSign }: Setting): string {
  const lines = SKUS.map((sku, at) =>
    [
      quoted(sku.replace(/^(?='*[=+\-@])/, "'")),
      (amountOf(at) / 100).toFixed(2).replace('.', decimalSign),
    ].join(delimiter),
  );
  return [['sku', 'cost'].join(delimiter), ...lines, ''].join('\n');
}

/** An account with all SKUs, and a folder with the sheet in it. */
function onStage(setting: Setting) {
  const listings = SKUS.map((sku) => ({ sku, cost: BEFORE, minimum_price: null, maximum_price: null }));
  return openStage(listings, sheetOf(setting));
}

type Stage = Awaited<ReturnType<typeof onStage>>;

const LET_PASS = '--allow max_change,implausible_column,scale_slip --max-missing 100 --max-invalid 100'.split(
  ' ',
);

/** The files that runs leave. */
async function makeFiles(setting: Setting) {
  const [exporting, planning, refusing, sending] = (await Promise.all(
    Array.from({ length: 4 }, () => onStage(setting)),
  )) as [Stage, Stage, Stage, Stage];
  const delimiter = setting.delimiter === ';' ? 'semicolon' : 'comma';
  const layout = ['--delimiter', delimiter, '--decimal', setting.decimalSign];
  await exporting.run('export', '--out', 'account.csv', ...layout);
  await planning.run('diff', 'costs.csv', '--out', 'd', ...LET_PASS);
  // Every row moves further than that, so that all are in retry.csv.
  const tight = ['--max-change', '0.1', '--allow', 'implausible_column'];
  await refusing.run('sync', 'costs.csv', '--out', 's', ...tight);
  await sending.run('sync', 'costs.csv', '--out', 's', ...LET_PASS);
  const stages = { exporting, planning, refusing, sending };
  const files = {
    account: join(exporting.cwd, 'account.csv'),
    review: join(planning.cwd, 'd/review.csv'),
    results: join(planning.cwd, 'd/results.csv'),
    retry: join(refusing.cwd, 's/retry.csv'),
    undo: join(sending.cwd, 's/undo.csv'),
  };
  return { stages, files };
}

type FileName = keyof Awaited<ReturnType<typeof makeFiles>>['files'];

interface Costs {
  readonly was: (at: number) => number;
  readonly wanted: (at: number) => number;
}

/** Feeds a file back. Returns what is wrong: each listing has to end as the file says, or its row has to say what it is. */
async function feedBack(
  { run, sandbox, cwd }: Stage,
  file: string,
  { was, wanted }: Costs,
): Promise<readonly string[]> {
  await run('sync', file, '--out', 'back', ...LET_PASS);
  const { results } = readRun(join(cwd, 'back'));
  return sandbox.snapshot().listings.flatMap(({ cost, sku, id }, at) => {
    const saysSku = (text = ''): boolean => text.includes(`SKU ${sku}`) || text.includes(` is ${sku} there`);
    const row = results.find(({ listing_id, message }) => listing_id === id || saysSku(message));
    if (!row) return [`no row is about ${sku}`];
    const { status = '', message = '' } = row;
    if (cost === wanted(at)) return [];
    if (cost !== was(at)) return [`the cost of ${sku} is ${cost}, neither ${was(at)} nor ${wanted(at)}`];
    const isSaid = saysSku(message) && (status === 'held' || status === 'not_found');
    return isSaid && LOST.includes(sku) ? [] : [`${sku} was not sent: ${status} ${message}`];
  });
}

/** Approves all rows of a review file. Returns what is wrong with what was sent. */
async function approveAll({ run, sandbox, cwd }: Stage, delimiter: string): Promise<readonly string[]> {
  approveRows(join(cwd, 'review.csv'), () => true, { from: delimiter });
  const { code, stderr } = await run('apply', 'd', '--only', 'review.csv', '--out', 'a');
  return [
    ...(code === 0 ? [] : [`apply ended with ${code}: ${stderr}`]),
    ...sandbox
      .snapshot()
      .listings.flatMap(({ cost, sku }, at) =>
        cost === amountOf(at) ? [] : [`the cost of ${sku} is ${cost}`],
      ),
  ];
}

/** Returns the lines of results.csv that show other amounts than before. */
function compareAmounts(before: string, after: string): readonly string[] {
  const [rows, others] = [before, after].map((path) => parseCsv(readFileSync(path, 'utf8')));
  const cents = (cell = ''): number => Math.round(Number(cell.replace(',', '.')) * 100);
  return (rows ?? []).flatMap((row, at) =>
    ['cost_before', 'cost_after']
      .filter((column) => cents(row[column]) !== cents(others?.[at]?.[column]))
      .map((column) => `${column} of ${row['sku']} is "${others?.[at]?.[column]}", and was "${row[column]}"`),
  );
}

describe.each(SETTINGS)(
  'files saved again in $locale.name, delimiter $delimiter, special numbers: $detectsSpecialNumbers',
  (setting) => {
    it('lose no row, change no amount, and say which SKU was damaged', async () => {
      const { stages, files } = await makeFiles(setting);
      const names = Object.keys(files) as FileName[];
      const paths = await saveAgain(Object.values(files), setting);
      const saved = Object.fromEntries(names.map((name, at) => [name, paths[at] ?? ''])) as typeof files;
      for (const name of names) expect(isChanged(files[name], saved[name]), name).toBe(true);
      const { exporting, planning, refusing, sending } = stages;
      copyFileSync(saved.account, join(exporting.cwd, 'account.csv'));
      copyFileSync(saved.review, join(planning.cwd, 'review.csv'));
      copyFileSync(saved.retry, join(refusing.cwd, 's/retry.csv'));
      copyFileSync(saved.undo, join(sending.cwd, 's/undo.csv'));
      const before = (): number => BEFORE;
      expect({
        account: await feedBack(exporting, 'account.csv', { was: before, wanted: before }),
        review: await approveAll(planning, setting.delimiter),
        results: compareAmounts(files.results, saved.results),
        retry: await feedBack(refusing, 's/retry.csv', { was: before, wanted: amountOf }),
        undo: await feedBack(sending, 's/undo.csv', { was: amountOf, wanted: before }),
      }).toEqual({ account: [], review: [], results: [], retry: [], undo: [] });
      expect(exporting.sandbox.requests.filter(({ method }) => method === 'POST')).toEqual([]);
    });
  },
);
