import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a run that was killed left in its folder. */
export interface KilledRun {
  readonly hasPlan: boolean;
  /** The listings that its journal says were updated. */
  readonly known: ReadonlySet<string>;
  /** All that it was to send is in the journal. */
  readonly ended: boolean;
  /** By its summary; `null` if there is none. */
  readonly exitCode: number | null;
}

/** Reads a run folder as any script could. */
export function readKilledRun(folder: string): KilledRun {
  const plan = readLines(join(folder, 'plan.ndjson'));
  const idOf = new Map(plan.map(({ n, listing_id }) => [n, listing_id]));
  const journal = readLines(join(folder, 'outcomes.ndjson'));
  const updated = journal.filter(({ status }) => status === 'updated');
  const summary = join(folder, 'summary.json');
  return {
    hasPlan: plan.length > 0,
    known: new Set(updated.map(({ n }) => String(idOf.get(n)))),
    ended: journal.some(({ kind }) => kind === 'end'),
    exitCode: existsSync(summary) ? JSON.parse(readFileSync(summary, 'utf8')).exit_code : null,
  };
}

function readLines(path: string): readonly Readonly<Record<string, unknown>>[] {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').split('\n');
  // The last one may be cut.
  return lines.slice(0, -1).map((line) => JSON.parse(line));
}
