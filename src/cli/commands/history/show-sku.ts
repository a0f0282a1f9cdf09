import * as systemDisk from 'node:fs';
import { openHistories } from '../../../api/stories/open-histories.ts';
import { describeValue } from '../../../domain/describe-value.ts';
import type { Field, FieldValue } from '../../../domain/fields.ts';
import type { Change } from '../../../domain/stages.ts';
import { describeTime, describeUnfinished } from '../../../report/screen/describe-run-end.ts';
import { describeChange } from '../../../report/text/describe-move.ts';
import { count } from '../../../report/text/words.ts';
import { valuesIn } from '../../../run/ledger/agreed-values.ts';
import type { AttentionLine, DoubtLine } from '../../../run/ledger/ledger-schema.ts';
import { tryLedger } from '../../../run/ledger/open-history.ts';
import {
  asMade,
  describeLostState,
  findChanges,
  type Ledger,
  lastOf,
  NOTHING_OPEN,
  readOpen,
  runsOf,
} from '../../../run/ledger/read-ledger.ts';
import { factsOf } from '../../../run/ledger/run-facts.ts';
import { doubtLinesOf } from '../../../run/ledger/settled-update.ts';
import type { Context } from '../../context/context.ts';
import { printFound, tableOf } from './print-found.ts';

interface AgreedValue {
  readonly listing_id: string;
  readonly field: Field;
  readonly value: FieldValue;
}

/** `history sku SKU`: each change in order, what is agreed now, what is open, and what nobody saw. */
export function showSku([sku = '']: readonly string[], context: Context): number {
  const { ledgers, since, values, notices: unread } = openHistories(context);
  const { field = null } = values;
  const notices = [...unread];
  const isOfField = (line: { readonly field: Field }): boolean => field === null || line.field === field;
  // What the key that ran last knows overrides the rest.
  const inOrder = ledgers.toSorted((one, other) => (lastOf(one) < lastOf(other) ? -1 : 1));
  const all = inOrder.flatMap((ledger) => readChanges(ledger, { sku, notices })).filter(isOfField);
  const changes = all.filter(({ at, run_started_at }) => (at ?? run_started_at ?? '') >= since);
  const ids = [...new Set(all.map(({ listing_id }) => listing_id))];
  const now = inOrder.map((ledger) => readNow(ledger, { sku, ids, notices }));
  const last = now.flatMap((each) => each.agreed).filter(isOfField);
  const agreed = [...new Map(last.map((each) => [`${each.listing_id} ${each.field}`, each])).values()];
  const attention = now.flatMap((each) => each.attention);
  const doubts = now.flatMap((each) => each.doubts).filter(isOfField);
  const runs = runsOf(ledgers).filter((run) => run.started_at >= since);
  const searched_since = runs.at(-1)?.started_at ?? null;
  const rows = changes.map(({ at, run_started_at, listing_id, field: of, was, is, line, by, run }) => ({
    'when (UTC)': describeTime(at ?? run_started_at ?? ''),
    listing: ids.length > 1 ? listing_id : '',
    field: of,
    from: describeValue(of, was),
    to: describeValue(of, is),
    change: describeChange({ field: of, before: was, after: is } as Change, context.glyphs),
    line: by === 'run' ? String(line) : '',
    by: by === 'run' ? run : BY[by],
  }));
  const from = searched_since ? ` since ${describeTime(searched_since)} UTC` : '';
  const exactly = all.length === 0 ? '; a SKU is compared exactly as it is written' : '';
  const said = [
    `${sku}: ${count(changes.length, 'change')} in ${count(runs.length, 'run')}${from}${exactly}`,
    ...agreed.map(
      ({ listing_id, field: of, value }) =>
        `Last agreed${ids.length > 1 ? ` of ${listing_id}` : ''}: ${of} ${describeValue(of, value)}`,
    ),
    ...attention.map(describeAttention),
    ...doubts.map(describeDoubt),
  ];
  const searched = { runs_searched: runs.length, searched_since };
  const json = { sku, field, changes, agreed, attention, doubts, ...searched, notices };
  return printFound({ json, table: tableOf(rows, context), said }, context);
}

/** A change by somebody else was made at some time before a run noticed it. */
const BY = { strategy: 'the strategy', others: 'somebody else, before then' } as const;

interface Search {
  readonly sku: string;
  /** Gets what can't be read. */
  readonly notices: string[];
}

function readChanges({ path, runs, unfinished }: Ledger, { sku, notices }: Search) {
  const ids = [...unfinished, ...runs].map(({ id }) => id).reverse();
  const byId = new Map([...unfinished, ...runs].map((run) => [run.id, run]));
  const damaged = new Set<string>();
  const found = findChanges(path, { sku }, { disk: systemDisk, onDamaged: (file) => damaged.add(file) });
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
  { sku, ids, notices }: Search & { readonly ids: readonly string[] },
) {
  const agreed: AgreedValue[] = [];
  const open = readOpen(path, systemDisk, (line) => {
    for (const id of ids)
      for (const [field, value] of valuesIn(line, id)) agreed.push({ listing_id: id, field, value });
  });
  if (!open) {
    agreed.length = 0;
    notices.push(describeLostState(path));
  }
  const { attention, doubts } = open ?? NOTHING_OPEN;
  const begun = unfinished.flatMap((run) => {
    const updates = tryLedger(() => [...factsOf(run, systemDisk).updates], [], notices);
    const own = updates.filter((update) => update.sku === sku);
    if (own.length > 0) notices.push(describeUnfinished(run));
    return own.flatMap((update) => doubtLinesOf(update, run.id));
  });
  const isOfSku = (each: { readonly sku: string }): boolean => each.sku === sku;
  return { agreed, attention: attention.filter(isOfSku), doubts: [...doubts, ...begun].filter(isOfSku) };
}

function describeAttention({ since, nights, line, status, reason }: AttentionLine): string {
  return `Needs attention since ${describeTime(since)} UTC, in ${count(nights, 'run')}: line ${line}, ${status} (${reason})`;
}

function describeDoubt({ run, field, was, is, computed }: DoubtLine): string {
  const from = was === is ? '' : ` from ${describeValue(field, was)}`;
  const to = computed ? ' by its strategy' : ` to ${describeValue(field, is)}`;
  return `The run "${run}" may have changed ${field}${from}${to}: nobody saw whether it did`;
}
