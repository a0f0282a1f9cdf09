import type { SkuHistory } from '../../domain/documents/history.ts';
import type { Field } from '../../domain/fields.ts';
import type { Disk } from '../../domain/ports.ts';
import { describeUnfinished } from '../../report/screen/describe-run-end.ts';
import { atOnce } from '../disk/in-slices.ts';
import { valuesIn } from './agreed-values.ts';
import { tryLedger } from './open-history.ts';
import {
  asMade,
  describeLostState,
  findChanges,
  type Ledger,
  lastOf,
  NOTHING_OPEN,
  readOpen,
  runsOf,
} from './read-ledger.ts';
import { factsOf } from './run-facts.ts';
import { doubtLinesOf } from './settled-update.ts';

interface SkuQuery {
  readonly ledgers: readonly Ledger[];
  /** Changes before it are left out; `''` for none. */
  readonly since: string;
  readonly field?: Field | undefined;
  /** What can't be read of the ledgers. */
  readonly notices: readonly string[];
  readonly disk: Disk;
}

/** All that the history has of a SKU: each change in order, what is agreed now, what is open, and what nobody saw. */
export function findSkuHistory(
  sku: string,
  { ledgers, since, field, notices: unread, disk }: SkuQuery,
): SkuHistory {
  const notices = [...unread];
  const search = { sku, disk, notices };
  const isOfField = (line: { readonly field: Field }): boolean => field === undefined || line.field === field;
  // What the key that ran last knows overrides the rest.
  const inOrder = ledgers.toSorted((one, other) => (lastOf(one) < lastOf(other) ? -1 : 1));
  const all = inOrder.flatMap((ledger) => readChanges(ledger, search)).filter(isOfField);
  const ids = [...new Set(all.map(({ listing_id }) => listing_id))];
  const now = inOrder.map((ledger) => readNow(ledger, { ...search, ids }));
  const last = now.flatMap(({ agreed }) => agreed).filter(isOfField);
  const runs = runsOf(ledgers).filter((run) => run.started_at >= since);
  return {
    version: 1,
    exit_code: 0,
    sku,
    field: field ?? null,
    changes: all.filter(({ at, run_started_at }) => (at ?? run_started_at ?? '') >= since),
    agreed: [...new Map(last.map((each) => [`${each.listing_id} ${each.field}`, each])).values()],
    attention: now.flatMap(({ attention }) => attention),
    doubts: now.flatMap(({ doubts }) => doubts).filter(isOfField) as SkuHistory['doubts'],
    runs_searched: runs.length,
    searched_since: runs.at(-1)?.started_at ?? null,
    notices,
  };
}

interface Search {
  readonly sku: string;
  readonly disk: Disk;
  /** Gets what can't be read. */
  readonly notices: string[];
}

function readChanges({ path, runs, unfinished }: Ledger, { sku, disk, notices }: Search) {
  const ids = [...unfinished, ...runs].map(({ id }) => id).reverse();
  const byId = new Map([...unfinished, ...runs].map((run) => [run.id, run]));
  const damaged = new Set<string>();
  const found = findChanges(path, { sku }, { disk, onDamaged: (file) => damaged.add(file) });
  const changes = [...found].map((change) => {
    const { command = null, started_at: run_started_at = null } = byId.get(change.run) ?? {};
    return { ...change, by: change.by ?? ('run' as const), command, run_started_at };
  });
  notices.push(...[...damaged].map((file) => `A line of "${file}" is damaged, and is left out`));
  return asMade(changes, ids);
}

/** What is open, what runs that have not ended may have changed, and what sheet and service last agreed on of some listings. */
function readNow(
  { path, unfinished }: Ledger,
  { sku, disk, ids, notices }: Search & { readonly ids: readonly string[] },
) {
  const agreed: SkuHistory['agreed'][number][] = [];
  const open = readOpen(path, disk, (line) => {
    for (const id of ids)
      for (const [field, value] of valuesIn(line, id)) agreed.push({ listing_id: id, field, value });
  });
  if (!open) {
    agreed.length = 0;
    notices.push(describeLostState(path));
  }
  const { attention, doubts } = open ?? NOTHING_OPEN;
  const begun = unfinished.flatMap((run) => {
    const updates = tryLedger(() => [...atOnce(factsOf(run, disk)).updates], [], notices);
    const own = updates.filter((update) => update.sku === sku);
    if (own.length > 0) notices.push(describeUnfinished(run));
    return own.flatMap((update) => doubtLinesOf(update, run.id));
  });
  const isOfSku = (each: { readonly sku: string }): boolean => each.sku === sku;
  return { agreed, attention: attention.filter(isOfSku), doubts: [...doubts, ...begun].filter(isOfSku) };
}
