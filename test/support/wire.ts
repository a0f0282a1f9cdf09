import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import type { RequestEntry } from '../../src/sandbox/start-sandbox.ts';
import { type PlanEntry, toPlanEntries } from './read-run.ts';

/** A POST as one comparable text: its path and its parameters, in no particular order. */
export function wireOf({ path, query }: Pick<RequestEntry, 'path' | 'query'>): string {
  return [path, ...query.map(([name, value]) => `${name}=${value}`).sort()].join(' ');
}

/** What interface.md section 4.4 says has to be sent for an entry of a plan. */
export function plannedWireOf({ listing_id, currency, changes, pins }: PlanEntry): string {
  const sent = { ...changes, ...pins };
  const money = Object.keys(sent).some((field) => field === 'cost' || field.endsWith('_price'));
  const values = Object.entries(sent).map(
    ([field, [, after]]) => [field, after === null ? '' : String(after)] as const,
  );
  const query = money ? [...values, ['currency', String(currency)] as const] : values;
  return wireOf({ path: `/listings/${listing_id}`, query });
}

/** The entries of a plan file, read by nothing of the program's own; `undefined` if it is not whole. */
export function parsePlan(text: string): readonly PlanEntry[] | undefined {
  const start = text.lastIndexOf('\n', text.length - 2) + 1;
  const lines = text.slice(0, start).split('\n').slice(0, -1);
  const sha256 = createHash('sha256').update(text.slice(0, start)).digest('hex');
  const end = JSON.stringify({ kind: 'end', entries: lines.length - 1, sha256 });
  return text.slice(start) === `${end}\n` ? toPlanEntries(lines.slice(1)) : undefined;
}

/** The same of the file at a path; `undefined` if there is none either. */
export function readPlan(path: string): readonly PlanEntry[] | undefined {
  return existsSync(path) ? parsePlan(readFileSync(path, 'utf8')) : undefined;
}

/** What a plan would have sent, each update as it looks on the wire; `undefined` if the plan is not whole. */
export function readPlannedWires(path: string): ReadonlySet<string> | undefined {
  const entries = readPlan(path);
  return entries && new Set(entries.filter(({ status }) => status === 'planned').map(plannedWireOf));
}
