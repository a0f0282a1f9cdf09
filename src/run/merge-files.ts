import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { RunFolderError } from '../domain/errors.ts';
import { toJsonText } from '../domain/json-text.ts';
import type { Disk } from '../domain/ports.ts';
import { needsAttention, type Status } from '../domain/status.ts';
import { joinRetries } from '../report/join-retries.ts';
import { joinUndos } from '../report/join-undos.ts';
import { readCsvRecords, splitCells } from './csv-records.ts';
import { mergeOrder } from './merge-order.ts';
import type { ShardRun } from './open-shard-run.ts';
import type { PlanHead } from './plan-file.ts';
import { readLines } from './read-lines.ts';
import { endLine, readSealedLines } from './read-sealed-lines.ts';
import { RUN_FILES } from './run-folder.ts';

type Runs = readonly [ShardRun, ...ShardRun[]];

/** `plan.ndjson` of all shards: their entries in the order of the sheet, numbered and sealed anew. */
export function* mergePlans(runs: Runs, head: PlanHead, disk: Disk): Generator<string> {
  const hash = createHash('sha256');
  const sources = runs.map(({ path }) => readSealedLines(resolve(path, RUN_FILES.plan), disk));
  let [block, n] = [`${toJsonText(head)}\n`, 0];
  for (const position of mergeOrder(runs)) {
    const entry = JSON.parse(takeFrom(sources, position, { runs, file: RUN_FILES.plan }));
    block += `${toJsonText({ ...entry, n })}\n`;
    n++;
    if (block.length < BLOCK_CHARACTERS) continue;
    hash.update(block);
    yield block;
    block = '';
  }
  hash.update(block);
  yield `${block}${endLine(n, hash.digest('hex'))}\n`;
}

/**
 * `outcomes.ndjson` of all shards, that of one after that of the other. It says that nothing else was sent where each of them
 * says so, or sent nothing.
 */
export function* mergeJournals(runs: Runs, disk: Disk): Generator<string> {
  const places = numberAnew(runs);
  let isEnded = true;
  for (const [position, { path, hasJournal }] of runs.entries()) {
    if (!hasJournal) continue;
    let hasEnd = false;
    // A last line without an end was being written when the disk took no more.
    for (const line of readLines(resolve(path, RUN_FILES.outcomes), disk)) {
      const json = JSON.parse(line);
      if (json.kind === 'end') hasEnd = true;
      else yield `${toJsonText({ ...json, n: places[position]?.[json.n] })}\n`;
    }
    isEnded &&= hasEnd;
  }
  if (isEnded) yield `${JSON.stringify({ kind: 'end' })}\n`;
}

/** Where in the merged plan each entry of each run stands. */
function numberAnew(runs: Runs): readonly Uint32Array[] {
  const places = runs.map(({ lines }) => new Uint32Array(lines.length));
  const taken = runs.map(() => 0);
  let n = 0;
  for (const position of mergeOrder(runs)) {
    const at = taken[position] ?? 0;
    const own = places[position];
    if (own) own[at] = n;
    taken[position] = at + 1;
    n++;
  }
  return places;
}

/** `results.csv` of all shards, each record as its shard wrote it, in the order of the sheet. */
export function* mergeResults(runs: Runs, disk: Disk): Generator<string> {
  let block = '';
  for (const { text } of readResults(runs, disk)) {
    block += `${text}\n`;
    if (block.length < BLOCK_CHARACTERS) continue;
    yield block;
    block = '';
  }
  yield block;
}

const BLOCK_CHARACTERS = 256 * 1024;

interface ResultRecord {
  readonly text: string;
  /** Of which run; `undefined` for the header. */
  readonly position: number | undefined;
}

function* readResults(runs: Runs, disk: Disk): Generator<ResultRecord> {
  const sources = openRecords(runs, RUN_FILES.results, disk);
  const [header, ...others] = sources.map((_, position) =>
    takeFrom(sources, position, { runs, file: RUN_FILES.results }),
  );
  const stranger = others.findIndex((other) => other !== header);
  if (header === undefined || stranger !== -1) throw unfit(runs[stranger + 1], RUN_FILES.results);
  yield { text: header, position: undefined };
  const taken = runs.map(() => 0);
  for (const position of mergeOrder(runs)) {
    const text = takeFrom(sources, position, { runs, file: RUN_FILES.results });
    const at = taken[position] ?? 0;
    if (Number.parseInt(text, 10) !== runs[position]?.lines[at])
      throw unfit(runs[position], RUN_FILES.results);
    taken[position] = at + 1;
    yield { text, position };
  }
  refuseRest(sources, { runs, file: RUN_FILES.results });
}

/** `retry.csv` of all shards: the rows that need attention in the order of the sheet. `missingIsOk` is as it was for the runs. */
export function mergeRetries(
  runs: Runs,
  { missingIsOk, disk }: { readonly missingIsOk: boolean; readonly disk: Disk },
): Iterable<string> {
  const delimiter = shapeOf(runs[0]).delimiter;
  const tables = openTables(runs, { file: RUN_FILES.retry, delimiter, disk });
  function* records(): Generator<{ readonly position: number; readonly cells: readonly string[] }> {
    let last: string | undefined;
    for (const { text, position } of readResults(runs, disk)) {
      if (position === undefined) continue;
      const [line = '', , status = ''] = splitCells(text, RESULTS_DELIMITER, 3);
      if (line === last || !needsAttention(status as Status, missingIsOk)) continue;
      last = line;
      yield { position, cells: tables.take(position) };
    }
    tables.refuseRest();
  }
  return joinRetries(tables.headers, records(), delimiter);
}

/** `undo.csv` of all shards: what each has to give back, in the order of the sheet. */
export function mergeUndos(runs: Runs, disk: Disk): Iterable<string> {
  const shape = shapeOf(runs[0]);
  const tables = openTables(runs, { file: RUN_FILES.undo, delimiter: shape.delimiter, disk });
  function* records(): Generator<{ readonly position: number; readonly cells: readonly string[] }> {
    for (const { text, position } of readResults(runs, disk)) {
      if (position === undefined) continue;
      const [, , status = '', , , listingId] = splitCells(text, RESULTS_DELIMITER, 6);
      const [next] = tables.peek(position) ?? [];
      if (next !== undefined && next === listingId && MAYBE_APPLIED.has(status))
        yield { position, cells: tables.take(position) };
    }
    tables.refuseRest();
  }
  return joinUndos(tables.headers, records(), {
    ...shape,
    decimalSign: shape.decimal_sign,
    clearToken: shape.clear_token,
  });
}

const RESULTS_DELIMITER = ',';
/** A listing that was sent nothing has nothing to be given back, though another row of it may. */
const MAYBE_APPLIED: ReadonlySet<string> = new Set<Status>(['updated', 'unconfirmed', 'conflict']);

function shapeOf({ head, given }: ShardRun): NonNullable<PlanHead['shape']> {
  if (head.shape) return head.shape;
  throw new RunFolderError(`Cannot merge "${given}": its plan does not say how the sheet was written`);
}

interface TableOptions {
  readonly file: typeof RUN_FILES.retry | typeof RUN_FILES.undo;
  readonly delimiter: string;
  readonly disk: Disk;
}

/** One CSV file of each run, read side by side, each one record ahead. */
function openTables(runs: Runs, { file, delimiter, disk }: TableOptions) {
  const sources = openRecords(runs, file, disk);
  const read = (position: number): readonly string[] | undefined => {
    const next = sources[position]?.next();
    return next && !next.done ? splitCells(next.value, delimiter) : undefined;
  };
  const headers = runs.map((run, position) => {
    const header = read(position);
    if (!header) throw unfit(run, file);
    return header;
  });
  const ahead = runs.map((_, position) => read(position));
  return {
    headers,
    peek: (position: number) => ahead[position],
    take: (position: number): readonly string[] => {
      const cells = ahead[position];
      if (!cells) throw unfit(runs[position], file);
      ahead[position] = read(position);
      return cells;
    },
    refuseRest: (): void => {
      const left = ahead.findIndex((cells) => cells !== undefined);
      if (left !== -1) throw unfit(runs[left], file);
    },
  };
}

type RunFile = (typeof RUN_FILES)[keyof typeof RUN_FILES];

function openRecords(runs: Runs, file: RunFile, disk: Disk): readonly Generator<string>[] {
  return runs.map(({ path }) => readCsvRecords(resolve(path, file), disk));
}

interface Where {
  readonly runs: Runs;
  readonly file: RunFile;
}

function takeFrom(sources: readonly Generator<string>[], position: number, { runs, file }: Where): string {
  const next = sources[position]?.next();
  if (!next || next.done) throw unfit(runs[position], file);
  return next.value;
}

function refuseRest(sources: readonly Generator<string>[], { runs, file }: Where): void {
  const left = sources.findIndex((source) => !source.next().done);
  if (left !== -1) throw unfit(runs[left], file);
}

/** It was changed, or comes from another run. */
function unfit(run: ShardRun | undefined, file: RunFile): RunFolderError {
  return new RunFolderError(`Cannot merge "${run?.given}": its ${file} is not that of the plan beside it`, {
    hint: 'Files of a run are not edited before it is merged; copy its folder whole',
  });
}
