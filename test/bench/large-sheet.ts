import { closeSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { scanSheet } from '../../src/sheet/read-sheet.ts';
import { openSource } from '../../src/sheet/read-source.ts';
import { READING } from '../support/some-run.ts';
import { compare, type Group } from './figure.ts';
import { alternate } from './measure.ts';
import { cleanEnv, PROGRAM } from './pricesheet.ts';
import { type Ended, expectSuccess, runChild, TELLING } from './run-child.ts';

const MEGABYTES = 200;
const ROUNDS = 3;
const TENTHS = 10;
const TIMEOUT_MS = 300_000;

/**
 * `large`: a sheet of 200 MB, `check` as a whole process beside csv-parse alone, which reads the same file to arrays of
 * text and throws them away; the room each of them takes; and whether the rows come at one pace from the first to the last.
 */
export const largeSheet: Group = {
  ids: ['large'],
  measure: async ({ folder }) => {
    const path = join(folder, 'export.csv');
    const rows = writeSheet(path, MEGABYTES * 1e6);
    const peaks = { ours: [] as number[], alone: [] as number[] };
    const run = (name: keyof typeof peaks, argv: readonly string[]) => async (): Promise<Ended> => {
      const command = [process.execPath, ...TELLING, ...argv, path];
      // csv-parse is found from here.
      const options = { cwd: import.meta.dirname, env: cleanEnv(folder), timeoutMs: TIMEOUT_MS };
      const ended = expectSuccess(await runChild(command, options), name);
      peaks[name].push((ended.usage?.peakBytes ?? Number.NaN) / 1e6);
      return ended;
    };
    const check = run('ours', [PROGRAM, 'check', '--json']);
    const parse = run('alone', ['--input-type=module', '--eval', PARSE_ALONE]);
    const times = await alternate(
      ROUNDS,
      {
        ours: async () => {
          const { ms, stdout } = await check();
          const counted = JSON.parse(stdout).sheet.rows;
          if (counted !== rows) throw new Error(`check counted ${counted} rows of ${rows}`);
          return ms;
        },
        alone: async () => (await parse()).ms,
      },
      { warmUp: false },
    );
    const tenths = await timeTenths(path, rows);
    const bytes = statSync(path).size;
    rmSync(path);
    return [
      compare({
        id: 'large',
        name: `check a sheet of ${MEGABYTES} MB, ${rows.toLocaleString('en-GB')} rows, whole process`,
        ours: times.ours,
        yardstick: times.alone,
        against: 'csv-parse alone',
        unit: 'ms',
        notes: [
          `at most ${Math.max(...peaks.ours).toFixed(0)} MB of memory, csv-parse alone ${Math.max(...peaks.alone).toFixed(0)} MB`,
          `rows by tenths of the sheet, MB/s: ${tenths.map((ms) => rate(bytes / TENTHS, ms)).join(' ')}; ` +
            `the slowest at ${((100 * Math.min(...tenths)) / Math.max(...tenths)).toFixed(0)} % of the fastest`,
        ],
      }),
    ];
  },
};

/** Rows as an ERP writes them, the same every time; returns how many. */
function writeSheet(path: string, size: number): number {
  const file = openSync(path, 'w');
  let rows = 0;
  let written = writeSync(
    file,
    'Item No.,Description,Unit Cost,Min Price,Max Price,Currency,On hand,Vendor,Remark\r\n',
  );
  while (written < size) {
    const lines: string[] = [];
    for (let line = 0; line < 10_000; line++, rows++) {
      const cost = 100 + ((rows * 7919) % 900_000);
      lines.push(
        `ART-${String(rows).padStart(8, '0')},"Kettle no. ${rows % 977}, brushed",${amount(cost)},${amount(cost * 1.2)},` +
          `${amount(cost * 2)},EUR,${rows % 311},${rows % 5 === 0 ? 'Müller GmbH' : 'Acme Ltd'},\r\n`,
      );
    }
    written += writeSync(file, lines.join(''));
  }
  closeSync(file);
  return rows;
}

function amount(cents: number): string {
  return (Math.round(cents) / 100).toFixed(2);
}

/** csv-parse with the options that ours has, on the same file, with nobody who wants the records. */
const PARSE_ALONE = `
import { createReadStream } from 'node:fs';
import { parse } from 'csv-parse';
const parser = createReadStream(process.argv[1]).pipe(parse({ relax_column_count: true, record_delimiter: ['\\r\\n', '\\n', '\\r'] }));
parser.on('data', () => {});
await new Promise((done, fail) => parser.on('end', done).on('error', fail));
`;

function rate(bytes: number, ms: number): string {
  return (bytes / 1e3 / ms).toFixed(1);
}

/** Milliseconds that each tenth of the rows takes on its way out, once the sheet is open. */
async function timeTenths(path: string, rows: number): Promise<readonly number[]> {
  const source = await openSource(path, { cwd: '/', stdin: process.stdin });
  const marks: number[] = [];
  let seen = 0;
  await scanSheet(source, READING, () => {
    // The first row comes once everything about the sheet is known.
    if (seen === 0 || seen % Math.floor(rows / TENTHS) === 0) marks.push(performance.now());
    seen++;
  });
  marks[TENTHS] = performance.now();
  return marks.slice(1).map((mark, index) => mark - (marks[index] ?? mark));
}
