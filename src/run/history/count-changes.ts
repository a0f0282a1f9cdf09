import { systemCode } from '../../domain/describe-system-error.ts';
import { DiskError } from '../../domain/errors.ts';
import { FIELDS, type Field } from '../../domain/fields.ts';
import type { Disk } from '../../domain/ports.ts';
import type { ChangeCounts, ChangedSku } from '../../report/nights/nights-facts.ts';
import type { KeptRun } from './history-files.ts';
import { DamagedHistoryError, readHistoryTexts } from './read-history-file.ts';

/** So much is read at most: a page is written at the end of each run, which is not to wait for it. */
const MAX_BYTES = 4 * 1024 * 1024;
/** More SKUs are not shown. */
const MAX_SHOWN = 20;

interface Counted {
  readonly sku: string;
  readonly job: string | null;
  runs: number;
  changes: number;
  readonly fields: Set<Field>;
  /** The newest and the last one that was counted. */
  readonly newest: string;
  countedIn: string;
}

interface Counting {
  readonly disk: Disk;
  readonly maxBytes?: number;
}

/**
 * Counts the changes of each SKU, from the newest run back, until as much is read as may be. A file that is damaged is left out.
 * `runs`: the newest first.
 */
export function countChanges(
  runs: readonly KeptRun[],
  { disk, maxBytes = MAX_BYTES }: Counting,
): ChangeCounts {
  const skus = new Map<string, Counted>();
  let [left, counted, changes] = [maxBytes, 0, 0];
  let since: string | undefined;
  for (const run of runs) {
    if (run.record.dry_run) continue;
    left -= sizeOf(run.path, disk);
    if (left < 0) break;
    const found = readChanges(run, disk);
    for (const change of found) addTo(skus, change, run);
    counted++;
    changes += found.length;
    since = run.record.started_at;
  }
  const most = [...skus.values()].sort(
    (one, other) => other.runs - one.runs || other.changes - one.changes || (one.sku < other.sku ? -1 : 1),
  );
  return {
    rows: most.slice(0, MAX_SHOWN).map(toChangedSku),
    skus: skus.size,
    runs: counted,
    changes,
    since,
    isCut: left < 0,
  };
}

function sizeOf(path: string, disk: Disk): number {
  return disk.statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

interface FoundChange {
  readonly sku: string;
  readonly field: Field;
}

const CHANGE = '{"kind":"change"';

/** Only what is counted is parsed, and nothing of it is used before the whole file was read. */
function readChanges({ path }: KeptRun, disk: Disk): readonly FoundChange[] {
  const found: FoundChange[] = [];
  try {
    for (const text of readHistoryTexts(path, disk)) {
      if (!text.startsWith(CHANGE)) continue;
      const { sku, field } = JSON.parse(text) as { readonly sku?: unknown; readonly field?: unknown };
      const known = FIELDS.find((each) => each === field);
      if (typeof sku === 'string' && known) found.push({ sku, field: known });
    }
    return found;
  } catch (error) {
    if (!isDamage(error)) throw error;
    return [];
  }
}

function isDamage(error: unknown): boolean {
  if (error instanceof DamagedHistoryError || error instanceof DiskError) return true;
  return error instanceof SyntaxError || error instanceof RangeError || systemCode(error) !== undefined;
}

function addTo(skus: Map<string, Counted>, { sku, field }: FoundChange, { path, record }: KeptRun): void {
  const key = JSON.stringify([record.job, sku]);
  const known = skus.get(key);
  const of = known ?? {
    sku,
    job: record.job,
    runs: 0,
    changes: 0,
    fields: new Set<Field>(),
    newest: record.started_at,
    countedIn: '',
  };
  if (!known) skus.set(key, of);
  if (of.countedIn !== path) of.runs++;
  of.countedIn = path;
  of.changes++;
  of.fields.add(field);
}

function toChangedSku({ sku, job, runs, changes, fields, newest }: Counted): ChangedSku {
  return { sku, job, runs, changes, fields: FIELDS.filter((field) => fields.has(field)), newest };
}
