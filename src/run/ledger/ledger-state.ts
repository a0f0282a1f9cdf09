import { join } from 'node:path';
import { z } from 'zod';
import { moment, text } from '../../domain/documents/document.ts';
import { attentionSchema, doubtSchema, driftSchema, type RunRecord } from '../../domain/documents/ledger.ts';
import {
  isInDoubt,
  mayArriveUntil,
  type SentUpdate,
  seenChanges,
  unseenChanges,
} from '../../domain/effects.ts';
import type { Field, FieldValue } from '../../domain/fields.ts';
import type { Listing, ListingId } from '../../domain/listing.ts';
import { groupBy } from '../../domain/lists.ts';
import type { Disk } from '../../domain/ports.ts';
import { isWholeRun } from '../../domain/run-record.ts';
import { type Change, listingOf, type Outcome, rowOf, skuOf, type Update } from '../../domain/stages.ts';
import { type AttentionNews, MAX_FRESH_ROWS } from '../../report/tally/run-report.ts';
import { atOnce, type Steps } from '../disk/in-slices.ts';
import { makeSyncedFolders, replacing } from '../disk/write-whole.ts';
import { AgreedValues, valuesSchema } from './agreed-values.ts';
import { bytesOf, type ChangeLine, LEDGER_FILES, linesOf, parseLine, type Writing } from './ledger-files.ts';

/** The first line of `agreed.ndjson`. */
const headSchema = z.looseObject({
  kind: z.literal('agreed'),
  version: z.literal(2),
  /** The last run that it knows of. */
  run: text.nullable(),
  /** The run that began it again, if the one before it could not be read: of earlier runs there are no doubts. */
  since: text.optional(),
  at: moment,
});

/** A line of `agreed.ndjson` behind the first. The last one says that the file is whole. */
const stateSchema = z.discriminatedUnion('kind', [
  attentionSchema,
  driftSchema,
  doubtSchema,
  valuesSchema,
  z.object({ kind: z.literal('end') }),
]);

export type AttentionLine = z.infer<typeof attentionSchema>;
export type DriftLine = z.infer<typeof driftSchema>;
export type DoubtLine = z.infer<typeof doubtSchema>;

/** Names a field of a listing among others. */
export function fieldKey({ listing_id, field }: Pick<DoubtLine, 'listing_id' | 'field'>): string {
  return `${listing_id} ${field}`;
}

/** What a run that was to send something did. */
export interface EndedRun {
  readonly record: RunRecord;
  /** The outcomes of its updates. */
  readonly updates: Iterable<SentUpdate>;
  /** The rows that need attention. */
  readonly attention: readonly AttentionRow[];
  /** The SKUs of all rows that it judged; asked for only where it judged a part of the sheet. */
  readonly judged: () => Iterable<string>;
  /** Fields that somebody else had changed, if that is known. */
  readonly drifts?: readonly DriftLine[] | undefined;
  /** Whether a value is one that the sheet said, and not one that was given back. */
  readonly isSaid?: (id: ListingId, field: Field) => boolean;
}

/** What is known after the runs of a job: what sheet and service agreed on, and what is open. */
export class LedgerState {
  values = new AgreedValues();
  /** The last run that it knows of; `null`: none. */
  run: string | null = null;
  /** When that run ended. Units: ISO 8601. */
  at = new Date(0).toISOString();
  /** The run that began it again, since it was lost: what earlier runs may have changed unseen is not known. */
  since: string | undefined;
  /** Rows that need attention. */
  attention: readonly AttentionLine[] = [];
  /** Fields that somebody else had changed. */
  drifts: readonly DriftLine[] = [];
  /** Not all that earlier runs left could be read. */
  isLost = false;
  #doubts = new Map<ListingId, readonly DoubtLine[]>();
  /** Doubts that turned out to be changes. */
  #found: ChangeLine[] = [];
  /** What somebody else has set of a field, by a line that is there already. */
  readonly #noticed = new Map<string, FieldValue>();

  /** Changes that nobody saw. */
  get doubts(): readonly DoubtLine[] {
    return [...this.#doubts.values()].flat();
  }

  set doubts(doubts: readonly DoubtLine[]) {
    this.#doubts = new Map(groupBy(doubts, ({ listing_id }) => listing_id));
  }

  /**
   * A run sees what a listing holds: what an earlier run may have changed unseen is known by that, unless it may still arrive. `now`:
   * epoch milliseconds; `endOf`: when that run ended, likewise.
   */
  see({ id, values }: Pick<Listing, 'id' | 'values'>, now: number, endOf: (run: string) => number): void {
    const doubts = this.#doubts.get(id) ?? [];
    const holds = ({ field, was, is }: DoubtLine): boolean => was !== is && values[field] === is;
    const hasArrived = (run: string): boolean => {
      const sent = doubts.filter((other) => other.run === run && !other.computed);
      return sent.length > 0 && sent.every(holds);
    };
    const isOurs = (doubt: DoubtLine): boolean =>
      values[doubt.field] !== doubt.was && (doubt.computed ? hasArrived(doubt.run) : holds(doubt));
    this.#judgeDoubts(id, (doubt) => {
      const live = values[doubt.field];
      // Of several runs that were to set this value the last one had seen that those before it had not.
      const last = doubts.findLast((other) => other.field === doubt.field && isOurs(other));
      if (last === doubt) this.#found.push(toChange(doubt, live));
      const isSettled = isOurs(doubt) || mayArriveUntil(endOf(doubt.run), now) === undefined;
      return isSettled ? [] : holding(doubt, live);
    });
  }

  /** `judge`: what is left of a doubt, if anything. */
  #judgeDoubts(id: ListingId, judge: (doubt: DoubtLine) => DoubtLine | []): void {
    const doubts = this.#doubts.get(id);
    if (doubts) this.#doubts.set(id, doubts.flatMap(judge));
  }

  /** A line that a run left before it was killed: what it had found out is not said twice. */
  recall({ run, at, currency, is, ...change }: ChangeLine, killed: string): void {
    const key = fieldKey(change);
    const isFound = (doubt: DoubtLine): boolean => doubt.run === run && fieldKey(doubt) === key;
    if (run === killed && currency === null) this.#noticed.set(key, is as FieldValue);
    if (run !== killed && at === null)
      this.#judgeDoubts(change.listing_id, (doubt) => (isFound(doubt) ? [] : doubt));
  }

  /** Takes a run into account. Returns the changes that were seen to hold, for the file of changes. */
  *conclude(ended: EndedRun): Generator<ChangeLine> {
    const { record, updates, drifts, isSaid = () => true } = ended;
    const found = this.#found.splice(0);
    yield* found;
    const left = this.drifts.filter((drift) => !drift.overwritten);
    // What an earlier run turned out to have changed is nobody else's change.
    const known = new Map<string, unknown>([
      ...left.map((drift) => [fieldKey(drift), drift.live] as const),
      ...this.#noticed,
      ...found.map((change) => [fieldKey(change), change.is] as const),
    ]);
    const overwritten = new Set<string>();
    const now = Date.parse(record.started_at);
    for (const drift of drifts ?? [])
      if (known.get(fieldKey(drift)) !== drift.live) yield toOthersChange(drift, record);
    for (const update of updates) {
      const { changes, resolved } = update.entry;
      const { id } = resolved.listing;
      // What an undo gives back, or a run that was killed was to change, it had seen as well.
      this.see(resolved.listing, now, () => now);
      yield* this.#found.splice(0);
      yield* changeLinesOf(update, record.id);
      this.#agree(update, isSaid);
      if (update.status === 'updated')
        for (const { field } of changes) overwritten.add(fieldKey({ listing_id: id, field }));
      this.#doubt(update, record.id);
    }
    for (const key of overwritten) this.#noticed.delete(key);
    this.run = record.id;
    this.at = record.finished_at;
    if (this.isLost) this.since = record.id;
    this.#follow(ended, overwritten);
  }

  /** An update that may still arrive would now change what this one has set. */
  #doubt(update: SentUpdate, run: string): void {
    const { entry, status, observed = [] } = update;
    const { id } = entry.resolved.listing;
    const seen = [...(status === 'updated' ? entry.changes : []), ...observed];
    const held = new Map(seen.map(({ field, after }) => [field, after]));
    this.#judgeDoubts(id, (doubt) => {
      const was = held.get(doubt.field);
      return was === undefined ? doubt : holding(doubt, was);
    });
    const doubts = doubtLinesOf(update, run);
    if (doubts.length > 0) this.#doubts.set(id, [...(this.#doubts.get(id) ?? []), ...doubts]);
  }

  #agree(update: SentUpdate, isSaid: NonNullable<EndedRun['isSaid']>): void {
    const { changes, pins, resolved } = update.entry;
    const { id } = resolved.listing;
    if (update.status === 'updated')
      for (const { field, after } of [...changes, ...pins])
        if (isSaid(id, field)) this.values.set(id, field, after);
    if (isInDoubt(update)) for (const { field } of changes) this.values.forget(id, field);
  }

  #follow({ record, attention, judged, drifts }: EndedRun, overwritten: ReadonlySet<string>): void {
    const isWhole = isWholeRun(record);
    const isOverwritten = (drift: DriftLine): boolean => overwritten.has(fieldKey(drift));
    this.drifts =
      isWhole && drifts
        ? drifts.map((drift) => ({ ...drift, overwritten: isOverwritten(drift) }))
        : this.drifts.filter((drift) => !isOverwritten(drift));
    // Of a run that was stopped, most rows need attention for that reason alone; an undo judges no row.
    if (!isWhole && (record.stopped || record.verdict === 'killed' || record.command === 'undo')) return;
    // A SKU may have been corrected: a retry.csv with as many rows as are open has them all.
    const open = new Set(this.attention.map(({ line }) => line)).size;
    const skus = isWhole || open === record.sheet?.rows ? undefined : new Set(judged());
    const isJudged = ({ sku }: AttentionLine): boolean => skus?.has(sku) ?? true;
    const before = this.attention.filter(isJudged);
    const { lines } = followAttention(attention, { before, at: record.started_at });
    this.attention = [...this.attention.filter((row) => !isJudged(row)), ...lines];
  }
}

interface Reading {
  /** The values that sheet and service agreed on, too. */
  readonly withValues: boolean;
  readonly disk: Disk;
}

/** What most of `agreed.ndjson` is, and only some read. */
const VALUES = '{"kind":"values",';

/**
 * Reads `agreed.ndjson`. Returns `undefined` if it is damaged, incomplete or of another version, with nothing of it to be used; a missing
 * one is empty.
 *
 * Errors: `DiskError`, those of the system.
 */
export function* readState(ledger: string, { withValues, disk }: Reading): Steps<LedgerState | undefined> {
  const state = new LedgerState();
  const lines = linesOf(join(ledger, LEDGER_FILES.agreed), disk);
  const { value: first, done } = lines.next();
  if (done) return state;
  const head = parseLine(headSchema, first);
  if (!head) return undefined;
  const { run, since, at } = head;
  const attention: AttentionLine[] = [];
  const drifts: DriftLine[] = [];
  const doubts: DoubtLine[] = [];
  for (const text of lines) {
    if (!withValues && text.startsWith(VALUES)) continue;
    const line = parseLine(stateSchema, text);
    if (line?.kind === 'values') yield state.values.read(line);
    else if (line?.kind === 'attention') attention.push(line);
    else if (line?.kind === 'drift') drifts.push(line);
    else if (line?.kind === 'doubt') doubts.push(line);
    else if (!line || !lines.next().done) return undefined;
    else return Object.assign(state, { run, since, at, attention, drifts, doubts });
  }
  return undefined;
}

/** Likewise; of a state that can't be used nothing is known, with a notice. */
export function readOpen(ledger: string, reading: Reading, notices: string[]): LedgerState {
  const state = atOnce(readState(ledger, reading));
  if (!state) notices.push(describeLostState(ledger));
  return state ?? new LedgerState();
}

/** For people, of a state that can't be used. */
export function describeLostState(ledger: string): string {
  return `"${join(ledger, LEDGER_FILES.agreed)}" is damaged, incomplete or of another version: what sheet and service agreed on is not known, so changes by somebody else go unnoticed until it is agreed on again`;
}

/** Replaces `agreed.ndjson`, whole or not at all, block by block. Errors: those of the system. */
export function* writingState(
  ledger: string,
  { run, since, at, attention, drifts, doubts, values }: LedgerState,
  writing: Writing,
): Steps {
  function* lines(): Generator<object> {
    yield { kind: 'agreed', version: 2, run, since, at };
    for (const open of [attention, drifts, doubts]) yield* open;
    yield* values.lines();
    yield { kind: 'end' };
  }
  makeSyncedFolders(ledger, writing.disk);
  yield* replacing(join(ledger, LEDGER_FILES.agreed), bytesOf(lines(), writing), writing.disk);
}

/** What may still arrive would change what the listing holds by now. */
function holding(doubt: DoubtLine, was: FieldValue): DoubtLine {
  return { ...doubt, was, ...(doubt.computed && { is: was }) };
}

function toChange({ kind: _, is: __, computed, run, ...of }: DoubtLine, live: FieldValue): ChangeLine {
  return { run, at: null, ...of, is: live, ...(computed && { by: 'strategy' as const }) };
}

function toOthersChange(
  { line, sku, listing_id, field, verdict, agreed, live }: DriftLine,
  run: RunRecord,
): ChangeLine {
  return {
    run: run.id,
    at: run.started_at,
    line,
    sku,
    listing_id,
    field,
    currency: null,
    was: agreed,
    is: live,
    by: verdict === 'recomputed' ? 'strategy' : 'others',
  };
}

/** A row that needs attention. */
export type AttentionRow = Omit<AttentionLine, 'kind' | 'since' | 'nights'>;

/** More rows are not kept one by one: nobody would read them. */
export const MAX_ATTENTION_ROWS = 10_000;

export function toAttentionRow({ entry, status, reason }: Outcome): AttentionRow {
  const listing_id = listingOf(entry)?.id ?? null;
  return { line: rowOf(entry).line, sku: skuOf(entry), listing_id, status, reason };
}

interface Following {
  /** Of the run before. */
  readonly before: readonly AttentionLine[];
  /** When this run began. Units: ISO 8601. */
  readonly at: string;
  /** How many rows need attention, if that is more than are kept. */
  readonly total?: number;
}

/**
 * Carries on for how long each row has needed attention. A row is the same one if SKU, listing, status and reason are; of several
 * equal ones, such as rows that lost their SKU, as many are known as there were before.
 */
export function followAttention(
  rows: readonly AttentionRow[],
  { before, at, total = rows.length }: Following,
): { readonly lines: readonly AttentionLine[]; readonly news: AttentionNews } {
  const known = new Map([...groupBy(before, keyOf)].map(([key, lines]) => [key, lines.values()]));
  const lines = rows.map((row): AttentionLine => {
    const { since = at, nights = 0 } = known.get(keyOf(row))?.next().value ?? {};
    return { kind: 'attention', ...row, since, nights: nights + 1 };
  });
  const fresh = lines.filter(({ nights }) => nights === 1);
  const times = lines.flatMap(({ nights, since }) => (nights === 1 ? [] : [since])).sort();
  const still = times.length;
  // Beyond the rows that are kept may be any of those before.
  const well = total > rows.length ? 0 : before.length - still;
  const news = {
    new: total - still,
    still,
    since: times[0] ?? null,
    well,
    new_rows: fresh.slice(0, MAX_FRESH_ROWS).map(({ line, sku }) => ({ line, sku })),
    latest: times.at(-1) ?? null,
  };
  return { lines, news };
}

function keyOf({ sku, listing_id, status, reason }: AttentionRow): string {
  return JSON.stringify([sku, listing_id, status, reason]);
}

/** What it was seen to change. */
function changeLinesOf(update: SentUpdate, run: string): readonly ChangeLine[] {
  const { entry, completedAt } = update;
  const at = completedAt === undefined ? null : new Date(completedAt).toISOString();
  return seenChanges(update).map((change) => ({
    run,
    at,
    ...lineOf(entry, change),
    ...(!isSent(entry, change) && { by: 'strategy' as const }),
  }));
}

/** What it may have changed unseen. */
export function doubtLinesOf(update: SentUpdate, run: string): readonly DoubtLine[] {
  const { entry } = update;
  return unseenChanges(update).map((change) => ({
    kind: 'doubt' as const,
    run,
    ...lineOf(entry, change),
    ...(!isSent(entry, change) && { computed: true as const }),
  }));
}

function lineOf({ resolved: { row, listing } }: Update, { field, before, after }: Change) {
  const { id: listing_id, sku, currency } = listing;
  return { line: row.line, sku, listing_id, field, currency, was: before, is: after };
}

/** A field that was not sent was computed. */
function isSent({ changes }: Update, { field }: Change): boolean {
  return changes.some((change) => change.field === field);
}
