import { join } from 'node:path';
import type { Field } from '../../domain/fields.ts';
import { toJsonText } from '../../domain/json-text.ts';
import type { Disk } from '../../domain/ports.ts';
import type { AttentionView, SkuChange, SkuView } from '../../report/screen/history-views.ts';
import { RUN_FILES } from '../folder/run-folder.ts';
import { type AgreedLine, valuesOf } from './agreed-values.ts';
import { describeDoubts } from './describe-doubts.ts';
import type { KeptRun } from './history-files.ts';
import { fieldKey, type HistoryLine, parseHistoryLine } from './history-lines.ts';
import { isWholeRun } from './is-whole-run.ts';
import { type FoundLines, LineFinder, type Needle, toNeedle } from './lines-with.ts';
import { listAgreedFiles } from './load-agreed.ts';
import { partOf, type UnfinishedRun } from './read-histories.ts';

interface Search {
  readonly sku: string;
  /** Only this field. */
  readonly field: Field | undefined;
  /** The newest first. */
  readonly runs: readonly KeptRun[];
  readonly disk: Disk;
}

/** Collects what the files of the history have of a SKU. Errors: `DiskError`. */
export function searchSku({ sku, field, runs, disk }: Search): SkuView {
  const finder = new LineFinder(disk);
  const wanted = toNeedle('"sku":"', toJsonText(sku).slice(1));
  const searched = runs.filter(({ record }) => !record.dry_run);
  const last = searched.find(({ record }) => isWholeRun(record));
  const changes: SkuChange[] = [];
  const attention: AttentionView[] = [];
  const ids = new Set<string>();
  const drifts = new Map<string, unknown>();
  /** What is wrong with a file, by its path. */
  const problems = new Map<string, string>();

  function read(path: string, needle: Needle): readonly HistoryLine[] {
    const found = readLines(finder.find(path, needle));
    if (found.problem !== undefined && !problems.has(path)) problems.set(path, found.problem);
    return found.lines;
  }

  function add(line: HistoryLine, run: KeptRun): readonly SkuChange[] {
    if (line.kind === 'agreed' || line.sku !== sku) return [];
    if (line.listing_id !== null) ids.add(line.listing_id);
    if (line.kind === 'attention') {
      const { kind: _kind, ...row } = line;
      if (run === last) attention.push(row);
      return [];
    }
    if (field !== undefined && line.field !== field) return [];
    const change = toChange(line, run);
    const isDrift = line.kind === 'drift';
    // A difference that is left as it is, is noticed by every run.
    const isKnown = isDrift && drifts.get(fieldKey(line)) === line.live;
    drifts.set(fieldKey(line), isDrift ? line.live : undefined);
    return isKnown ? [] : [change];
  }

  for (const run of searched.toReversed()) {
    const lines = read(run.path, wanted);
    // What a run noticed was there before what it changed.
    const inOrder = lines.toSorted(
      (one, other) => Number(one.kind !== 'drift') - Number(other.kind !== 'drift'),
    );
    for (const line of inOrder) changes.push(...add(line, run));
  }
  // What the job or the key that ran last says comes last, and counts.
  const parts = [...new Set(searched.map(({ path }) => partOf(path)))].reverse();
  const agreed = findAgreed(parts, ids, { field, read, disk });
  const agreedIn = ({ path }: KeptRun, id: string): readonly AgreedLine[] => agreedLines(path, id, read);
  const doubts = describeDoubts({ ids, field, runs: searched.toReversed(), agreedIn, changes, agreed, disk });
  return {
    sku,
    field: field ?? null,
    changes,
    agreed,
    attention,
    runs_searched: searched.length,
    searched_since: searched.at(-1)?.record.started_at ?? null,
    notices: [
      ...doubts,
      ...[...problems].map(
        ([path, problem]) => `The file "${path}" is damaged${problem}; history rebuild examines all files`,
      ),
    ],
  };
}

function toChange(line: Extract<HistoryLine, { kind: 'change' | 'drift' }>, { record }: KeptRun): SkuChange {
  const { line: row, listing_id, field } = line;
  const where = { run: record.id, command: record.command, line: row, listing_id, field };
  if (line.kind === 'change')
    return {
      at: line.at,
      by: line.by ?? 'run',
      ...where,
      currency: line.currency,
      was: line.was,
      is: line.is,
    } as SkuChange;
  const by = line.verdict === 'recomputed' ? 'strategy' : 'others';
  return {
    at: record.started_at,
    by,
    ...where,
    currency: null,
    was: line.agreed,
    is: line.live,
  } as SkuChange;
}

/** Parses the lines of a file; `problem` goes behind "is damaged". */
function readLines({ lines: texts, isWhole }: FoundLines): {
  readonly lines: readonly HistoryLine[];
  readonly problem: string | undefined;
} {
  let isParsed = true;
  const lines = texts.flatMap((text) => {
    try {
      return parseHistoryLine(text) ?? [];
    } catch {
      isParsed = false;
      return [];
    }
  });
  if (!isParsed) return { lines, problem: ', and a line of it is left out' };
  return { lines, problem: isWhole ? undefined : ': it was changed or cut, and what it says may be wrong' };
}

interface Finding {
  readonly field: Field | undefined;
  readonly read: ReadLines;
  readonly disk: Disk;
}

type ReadLines = (path: string, needle: Needle) => readonly HistoryLine[];

function agreedLines(path: string, id: string, read: ReadLines): readonly AgreedLine[] {
  return read(path, toNeedle('"', `${id}"`)).filter((line): line is AgreedLine => line.kind === 'agreed');
}

/** The last values of these listings, from the lines that name them. */
function findAgreed(
  parts: readonly string[],
  ids: ReadonlySet<string>,
  { field: only, read, disk }: Finding,
): SkuView['agreed'] {
  const found = new Map<string, SkuView['agreed'][number]>();
  if (ids.size === 0) return [];
  for (const path of parts.flatMap((part) => listAgreedFiles(part, disk).paths)) {
    for (const id of ids) {
      for (const line of agreedLines(path, id, read))
        for (const [field, value] of valuesOf(line, id)) {
          if (only !== undefined && field !== only) continue;
          const key = fieldKey({ listing_id: id, field });
          if (value === undefined) found.delete(key);
          else found.set(key, { listing_id: id, field, value });
        }
    }
  }
  return [...found.values()];
}

/**
 * The runs that have begun and not ended, and may have changed a SKU: their plans have an update of it. A run without a plan has sent
 * nothing. Errors: `DiskError`.
 */
export function touchedByUnfinished(
  sku: string,
  unfinished: readonly UnfinishedRun[],
  disk: Disk,
): readonly UnfinishedRun[] {
  const finder = new LineFinder(disk);
  const wanted = toNeedle('"sku":"', toJsonText(sku).slice(1));
  return unfinished.filter(({ folder }) => {
    const plan = join(folder, RUN_FILES.plan);
    return disk.existsSync(plan) && finder.find(plan, wanted).lines.some((line) => isUpdateOf(sku, line));
  });
}

function isUpdateOf(sku: string, line: string): boolean {
  try {
    const entry: { readonly sku?: unknown; readonly status?: unknown } | null = JSON.parse(line);
    return entry?.sku === sku && entry.status === 'planned';
  } catch {
    return false;
  }
}
