import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { parseJson } from '../../src/domain/json-text.ts';
import { tryTo } from '../../src/domain/try-to.ts';
import { delimiterOf, parseCsv } from '../support/parse-csv.ts';
import { type RunFiles, readRun } from '../support/read-run.ts';
import { readPlan } from '../support/wire.ts';
import { type PlacedCall, placeCalls } from './phases.ts';
import type { Reference } from './references.ts';
import type { Scene, Values } from './scene.ts';
import type { Call } from './strace.ts';

/** Each check gives a sentence for everything that is not as it has to be. */
export type Problems = readonly string[];

/** The listings hold exactly these values. */
export function checkValues(is: Values, wanted: Values, when: string): Problems {
  return [...wanted].flatMap(([id, values]) =>
    is.get(id) === values ? [] : [`${when}: listing ${id} holds ${is.get(id)}, not ${values}`],
  );
}

/** Each listing is as it was or as planned, in all its fields. */
export function checkOldOrNew(is: Values, { from, to }: Reference): Problems {
  return [...is].flatMap(([id, values]) =>
    values === from.get(id) || values === to.get(id)
      ? []
      : [`listing ${id} holds ${values}, neither ${from.get(id)} nor ${to.get(id)}`],
  );
}

/** The plan was written, synced and given its name, and the folder synced, before anything of the first POST went out. */
export function checkOrder(calls: readonly Call[], scene: Scene): Problems {
  const placed = placeCalls(calls, scene);
  const post = placed.findIndex(({ place }) => place === 'POST');
  if (post === -1) return [];
  const steps: readonly (readonly [string, string])[] = [
    ['fsync', 'run/plan.ndjson.unfinished'],
    ['rename', 'run/plan.ndjson'],
    ['fsync', 'run'],
    ['openat', 'run/outcomes.ndjson'],
    ['fsync', 'run'],
  ];
  let at = 0;
  for (const [name, place] of steps) {
    const isStep = (call: PlacedCall, index: number): boolean =>
      index >= at && call.name.startsWith(name) && call.place === place && !call.result.startsWith('-');
    const found = placed.findIndex(isStep);
    if (found === -1 || found > post) return [`a POST went out before ${name} of ${place}`];
    at = found + 1;
  }
  return [];
}

const CSV_FILES = ['results.csv', 'retry.csv', 'undo.csv'];

/** What bears the name of a file that is written at the end, or of the plan, is whole. */
export function checkWholeFiles(folder: string, { rows }: Reference): Problems {
  const files = existsSync(folder) ? readdirSync(folder) : [];
  return files.flatMap((file): Problems => {
    const text = readFileSync(join(folder, file), 'utf8');
    if (file === 'plan.ndjson') return readPlan(join(folder, file)) ? [] : [`${file} is not whole`];
    if (file === 'summary.json') return isJson(text) ? [] : [`${file} is not whole`];
    if (!CSV_FILES.includes(file)) return [];
    const records = tryParse(text);
    if (!text.endsWith('\n') || !records) return [`${file} is not whole`];
    return file === 'results.csv' && records.length !== rows.length + 1
      ? [`${file} has ${records.length - 1} rows, not ${rows.length}`]
      : [];
  });
}

function isJson(text: string): boolean {
  return typeof parseJson(text) === 'object';
}

function tryParse(text: string): readonly unknown[] | undefined {
  return tryTo(() => parse(text, { bom: true, delimiter: delimiterOf(text) }));
}

/** The lines of `results.csv`. */
export type Results = RunFiles['results'];

export function readResults(folder: string): Results {
  return parseCsv(readFileSync(join(folder, 'results.csv'), 'utf8'));
}

/** Every row once, in the order of the sheet. */
export function checkEveryRow(results: Results, { rows }: Reference): Problems {
  const told = results.map(({ line, sku }) => `${line} ${sku}`).join('; ');
  const wanted = rows.map(([line, sku]) => `${line} ${sku}`).join('; ');
  return told === wanted ? [] : [`results.csv has the rows ${told}, not ${wanted}`];
}

/** What the results say of each listing is so. */
export function checkStatuses(results: Results, is: Values, { from, to }: Reference): Problems {
  return results.flatMap(({ status = '', listing_id: id = '', sku }): Problems => {
    const now = is.get(id);
    const wasTouched = from.get(id) !== now;
    if (status === 'updated' && now !== to.get(id)) return [`${sku} is told to be updated, and holds ${now}`];
    if ((status === 'failed' || status === 'skipped') && wasTouched)
      return [`${sku} is told to be ${status}, and holds ${now}`];
    return [];
  });
}

/** Lines of a journal that were written to their end. */
export function readJournal(
  folder: string,
): readonly { readonly status?: string; readonly listingId?: string }[] {
  const path = join(folder, 'outcomes.ndjson');
  if (!existsSync(path)) return [];
  return readFileSync(path, 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}

/** A run that says it is done has left everything behind: the plan, a journal with an end, the files of the end that have a row. */
export function findMissing(folder: string): Problems {
  const always = ['plan.ndjson', 'summary.json', 'results.csv'].filter(
    (file) => !existsSync(join(folder, file)),
  );
  if (always.length > 0) return always;
  const { counts } = JSON.parse(readFileSync(join(folder, 'summary.json'), 'utf8'));
  const wanted = [
    ...(counts.attention > 0 ? ['retry.csv'] : []),
    ...(readResults(folder).some(({ status }) => status === 'updated') ? ['undo.csv'] : []),
  ];
  const files = wanted.filter((file) => !existsSync(join(folder, file)));
  const updates =
    readPlan(join(folder, 'plan.ndjson'))?.filter(({ status }) => status === 'planned').length ?? 0;
  const journal = readJournal(folder);
  const isJournalWhole = updates === 0 || journal.length === updates + 1;
  return [...files, ...(isJournalWhole ? [] : ['outcomes.ndjson'])];
}

/** A summary agrees with the process and with the results. */
export function checkSummary(folder: string, code: unknown): Problems {
  if (!existsSync(join(folder, 'summary.json'))) return [];
  const summary = JSON.parse(readFileSync(join(folder, 'summary.json'), 'utf8'));
  const problems =
    summary.exit_code === code ? [] : [`summary.json says exit code ${summary.exit_code}, it was ${code}`];
  if (!existsSync(join(folder, 'results.csv'))) return problems;
  const results = readResults(folder);
  const counts = Object.entries(summary.counts.by_status).filter(
    ([status, count]) => results.filter((row) => row['status'] === status).length !== count,
  );
  return [
    ...problems,
    ...counts.map(([status, count]) => `summary.json counts ${count} ${status}, results.csv doesn't`),
  ];
}

/** What a person was shown is for people. */
export function checkWords(screen: string): Problems {
  const ugly = /This is a bug|\n\s+at |node:internal|\[object |undefined|\bE[A-Z]{3,}\b:/.exec(screen);
  return ugly ? [`the screen says ${JSON.stringify(ugly[0])}`] : [];
}

export function readWhole(folder: string): RunFiles | undefined {
  return tryTo(() => readRun(folder));
}
