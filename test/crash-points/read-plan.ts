import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type PlanEntry, toPlanEntries } from '../support/read-run.ts';
import { plannedWireOf } from '../support/wire.ts';

/** A plan's entries, read by nothing of the program's own; `undefined` where it is not there or not whole. */
export function readPlan(path: string): readonly PlanEntry[] | undefined {
  const text = tryRead(path);
  if (text === undefined || !text.endsWith('\n')) return undefined;
  const start = text.lastIndexOf('\n', text.length - 2) + 1;
  const lines = text.slice(0, start).split('\n').slice(0, -1);
  const sha256 = createHash('sha256').update(text.slice(0, start)).digest('hex');
  const end = JSON.stringify({ kind: 'end', entries: lines.length - 1, sha256 });
  return text.slice(start) === `${end}\n` ? toPlanEntries(lines.slice(1)) : undefined;
}

function tryRead(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** What a plan would have sent, each update as it looks on the wire; `undefined` where the plan is not whole. */
export function readPlannedWires(path: string): ReadonlySet<string> | undefined {
  const entries = readPlan(path);
  return entries && new Set(entries.filter(({ status }) => status === 'planned').map(plannedWireOf));
}
