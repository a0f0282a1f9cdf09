import type { RequestEntry } from '../../src/sandbox/start-sandbox.ts';
import type { PlanEntry } from './read-run.ts';

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
