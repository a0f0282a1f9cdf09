import { Buffer } from 'node:buffer';
import { FIELDS, MONEY_FIELDS } from '../../src/domain/fields.ts';
import { countSkus, type Drift, median } from './book.ts';
import type { Difference, JudgedRow } from './judge-rows.ts';
import { type Delivery, sha256Of } from './sheet.ts';

type Json = Readonly<Record<string, unknown>>;

/** What the record of a run that never had a folder says. */
export const NOTHING_DONE: Json = {
  folder: null,
  sheet: null,
  counts: null,
  changes: {},
  requests: null,
  settings: {},
  drift: null,
  moves: {},
};

/** `rows`: how many rows the run came to say it has. */
export function sheetRecord({ text, modified, rows, renamed }: Delivery): Json {
  const fields = FIELDS.filter((field) => rows.some(({ values }) => values[field] !== undefined));
  const amountsOf = (field: (typeof FIELDS)[number]) =>
    rows.flatMap(({ values }) => (typeof values[field] === 'number' ? [values[field]] : []));
  return {
    path: 'costs.csv',
    sha256: sha256Of(text),
    rows: rows.length,
    columns: Object.fromEntries(Object.entries(COLUMNS).filter(([field]) => !renamed.includes(field))),
    figures: {
      size: Buffer.byteLength(text),
      modified: new Date(modified).toISOString(),
      skus: countSkus(rows),
      sets: Object.fromEntries(
        fields.map((field) => [field, rows.filter(({ values }) => values[field] !== undefined).length]),
      ),
      medians: Object.fromEntries(
        MONEY_FIELDS.flatMap((field) => {
          const middle = median(amountsOf(field));
          return middle === undefined ? [] : [[field, middle]];
        }),
      ),
    },
  };
}

const COLUMNS = {
  sku: 'sku',
  cost: 'cost',
  minimum_price: 'min',
  maximum_price: 'max',
  repricing: 'repricing',
  manual_price: 'manual_price',
};

interface Counting {
  /** What stopped the run. */
  readonly rules: readonly string[];
  /** Of its updates, what has become of each. */
  readonly updates: (row: JudgedRow) => 'updated' | 'planned';
  readonly drifts: readonly Drift[];
}

/** Rows by what became of them. */
export function countRows(judged: readonly JudgedRow[], { rules, updates, drifts }: Counting): Json {
  const statuses = judged.map((row) => {
    if (row.status !== 'updated') return row.status;
    return rules.length > 0 ? 'skipped' : updates(row);
  });
  const byStatus = tally(statuses);
  const attention = ['not_found', 'blocked', 'skipped'].map((status) => byStatus[status] ?? 0);
  const reasons = statuses.flatMap((status, index): readonly string[] => {
    if (status === 'skipped') return rules;
    if (status === 'updated' || status === 'planned') return verdictsOf(judged[index]?.row.id, drifts);
    return REASONS[status] ?? [];
  });
  return {
    outcomes: judged.length,
    attention: attention.reduce((sum, one) => sum + one, 0),
    by_status: byStatus,
    by_reason: tally(reasons),
  };
}

const REASONS: Readonly<Record<string, readonly string[]>> = {
  not_found: ['sku_not_listed'],
  blocked: ['max_change'],
  duplicate: ['repeats'],
};

function verdictsOf(id: string | undefined, drifts: readonly Drift[]): readonly string[] {
  return [...new Set(drifts.filter((drift) => drift.listing_id === id).map(({ verdict }) => verdict))];
}

/** Changes that were sent, by field and kind. */
export function countChanges(differences: readonly Difference[]): Json {
  const counts = FIELDS.map((field) => {
    const kinds = differences.filter((each) => each.field === field).map(kindOf);
    return [field, tally(kinds)] as const;
  });
  return Object.fromEntries(counts.filter(([, kinds]) => Object.keys(kinds).length > 0));
}

function kindOf({ live, sheet }: Difference): string {
  if (typeof sheet === 'boolean') return sheet ? 'on' : 'off';
  if (live === null || sheet === null) return live === null ? 'set' : 'cleared';
  return sheet > live ? 'up' : 'down';
}

function tally(words: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const word of words) counts[word] = (counts[word] ?? 0) + 1;
  return counts;
}
