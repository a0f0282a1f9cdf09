import { execFile } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { promisify } from 'node:util';
import { scanSheet } from '../../src/sheet/read-sheet.ts';
import { openSource } from '../../src/sheet/read-source.ts';
import { type Measurement, median } from './measure.ts';

const PROGRAM = resolve(import.meta.dirname, '../../dist/bin.js');
const MEGABYTES = 200;
const ROUNDS = 3;
const TENTHS = 10;
const run = promisify(execFile);

/**
 * A sheet of 200 MB: `check` as a whole process beside csv-parse alone, which reads the same file to arrays of text and
 * throws them away; the room each of them takes; and whether the rows come at one pace from the first to the last.
 */
export async function benchLargeSheet(): Promise<Measurement> {
  const folder = mkdtempSync(join(tmpdir(), 'pricesheet-bench-'));
  try {
    const path = join(folder, 'export.csv');
    const rows = writeSheet(path, MEGABYTES * 1e6);
    const ours: Ended[] = [];
    const yardstick: Ended[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      ours.push(await runChild([PROGRAM, 'check', '--json', path]));
      yardstick.push(await runChild(['--input-type=module', '--eval', PARSE_ALONE, path]));
    }
    const counted = JSON.parse(ours[0]?.stdout ?? '').sheet.rows;
    if (counted !== rows) throw new Error(`check counted ${counted} rows of ${rows}`);
    const tenths = await timeTenths(path, rows);
    const bytes = statSync(path).size;
    return {
      name: `check a sheet of ${MEGABYTES} MB, ${rows} rows, whole process`,
      ours: median(ours.map(({ ms }) => ms)),
      yardstick: median(yardstick.map(({ ms }) => ms)),
      unit: 'ms',
      against: 'csv-parse alone',
      notes: [
        `check: ${describe(ours, bytes)}`,
        `csv-parse alone: ${describe(yardstick, bytes)}`,
        `rows by tenths of the sheet, MB/s: ${tenths.map((ms) => rate(bytes / TENTHS, ms)).join(' ')}; ` +
          `the slowest at ${((100 * Math.min(...tenths)) / Math.max(...tenths)).toFixed(0)} % of the fastest`,
      ],
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

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

/** Says at the end, behind everything else, how much memory the process ever held. */
const TELL_PEAK = `data:text/javascript,import { writeSync } from 'node:fs';process.on('exit', () => writeSync(2, '\\npeak ' + process.resourceUsage().maxRSS));`;

interface Ended {
  readonly ms: number;
  readonly peakMegabytes: number;
  readonly stdout: string;
}

async function runChild(argv: readonly string[]): Promise<Ended> {
  const start = performance.now();
  const { stdout, stderr } = await run(process.execPath, ['--import', TELL_PEAK, ...argv], {
    cwd: import.meta.dirname,
    maxBuffer: 1e9,
  });
  const ms = performance.now() - start;
  const kilobytes = Number(/\npeak (\d+)$/.exec(stderr)?.[1]);
  return { ms, peakMegabytes: (kilobytes * 1024) / 1e6, stdout };
}

function describe(rounds: readonly Ended[], bytes: number): string {
  const ms = median(rounds.map((round) => round.ms));
  const peak = Math.max(...rounds.map(({ peakMegabytes }) => peakMegabytes));
  return `${(ms / 1000).toFixed(1)} s, ${rate(bytes, ms)} MB/s, at most ${peak.toFixed(0)} MB of memory`;
}

function rate(bytes: number, ms: number): string {
  return (bytes / 1e3 / ms).toFixed(1);
}

/** Milliseconds that each tenth of the rows takes on its way out, once the sheet is open. */
async function timeTenths(path: string, rows: number): Promise<readonly number[]> {
  const source = await openSource(path, { cwd: '/', stdin: process.stdin });
  const marks: number[] = [];
  let seen = 0;
  const options = { map: new Map(), moneyUnit: 'major', clearToken: 'null', duplicates: 'error' } as const;
  await scanSheet(source, options, () => {
    // The first row comes once everything about the sheet is known.
    if (seen === 0 || seen % Math.floor(rows / TENTHS) === 0) marks.push(performance.now());
    seen++;
  });
  marks[TENTHS] = performance.now();
  return marks.slice(1).map((mark, index) => mark - (marks[index] ?? mark));
}
