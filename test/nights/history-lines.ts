import type { Drift, Issue } from './book.ts';
import type { State } from './judge-rows.ts';
import type { Delivery } from './sheet.ts';

type Json = Readonly<Record<string, unknown>>;

/** A line of the history as a text that is the same for the same line. */
export function toText(line: object): string {
  return JSON.stringify(
    Object.fromEntries(Object.entries(line).sort(([one], [other]) => (one < other ? -1 : 1))),
  );
}

interface Between {
  readonly before: State;
  readonly after: State;
  /** Only changes of these listings. */
  readonly only?: ReadonlySet<string> | undefined;
}

/** What the account holds now and did not before. What the sheet does not set, a strategy has computed. */
export function changeLines({ rows }: Delivery, { before, after, only }: Between): readonly string[] {
  return [...after].flatMap(([key, is]) => {
    const [id = '', field = ''] = key.split(' ');
    const was = before.get(key);
    if (was === is || (only && !only.has(id))) return [];
    const row = rows.find((each) => each.id === id);
    const isSent = row !== undefined && field in row.values;
    const where = { line: row?.line, sku: row?.sku, listing_id: id, currency: 'usd', field };
    return [toText({ kind: 'change', ...where, was, is, ...(!isSent && { by: 'strategy' }) })];
  });
}

export function driftLines(drifts: readonly Drift[]): readonly string[] {
  return drifts.map((drift) => toText({ kind: 'drift', ...drift }));
}

export function attentionLines(issues: readonly Issue[]): readonly string[] {
  return issues.map((issue) => toText({ kind: 'attention', ...issue }));
}

export function countVerdicts(drifts: readonly Drift[]): Json {
  const count = (verdict: string): number => drifts.filter((drift) => drift.verdict === verdict).length;
  return { drifted: count('drifted'), contested: count('contested'), recomputed: count('recomputed') };
}
