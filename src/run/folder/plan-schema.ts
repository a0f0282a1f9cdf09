import { z } from 'zod';
import { toCents } from '../../domain/cents.ts';
import { type SheetFigures, sheetFiguresSchema } from '../../domain/documents/ledger.ts';
import { type Fees, WHOLE_SHARE } from '../../domain/fees.ts';
import { type Desired, eachField, FIELDS, type FieldValue, type FieldValues } from '../../domain/fields.ts';
import { toJsonText } from '../../domain/json-text.ts';
import { isListingId, type Listing, type ListingId, type Sku } from '../../domain/listing.ts';
import { readReason, readReasons } from '../../domain/reasons.ts';
import {
  type Change,
  changesOf,
  listingOf,
  type Outcome,
  type PlanEntry,
  rowOf,
  skuOf,
} from '../../domain/stages.ts';
import { needsAttention, STATUSES } from '../../domain/status.ts';
import { RUN_RULES } from '../../plan/limits.ts';
import type { SheetShape } from '../../report/files/render-retry.ts';
import type { UndoShape } from '../../report/files/render-undo.ts';
import { KEPT_KINDS } from '../../sheet/header/column-map.ts';

/** Changes as files hold them: `{"cost":[1000,1299]}`, before and after, money in cents. */
type ChangesJson = Readonly<Record<string, readonly [FieldValue, FieldValue]>>;

export function toChangesJson(changes: readonly Change[]): ChangesJson {
  const json: Record<string, readonly [FieldValue, FieldValue]> = {};
  for (const { field, before, after } of changes) json[field] = [before, after];
  return json;
}

/** Converts back what `toChangesJson` is known to have written. */
export function fromChangesJson(changes: ChangesJson): readonly Change[] {
  const found: Change[] = [];
  for (const field of FIELDS) {
    const pair = changes[field];
    if (pair) found.push({ field, before: pair[0], after: pair[1] });
  }
  return found;
}

const cents = z.int().transform(toCents).nullable();
const strategy = z.string().nullable();

/** Parses changes, in the order of `FIELDS`. */
export const changesSchema = z
  .strictObject(
    eachField({
      money: z.tuple([cents, cents]).optional(),
      strategy: z.tuple([strategy, strategy]).optional(),
      switch: z.tuple([z.boolean(), z.boolean()]).optional(),
    }),
  )
  .transform((record) => fromChangesJson(record as ChangesJson));

/** The value of each field of a listing. */
const valuesSchema = z.object(eachField({ money: cents, strategy, switch: z.boolean() }));

/** Fees as files hold them: `{"per_unit":30,"thousandths_of_percent":15000}`. Units: cents. */
interface FeesJson {
  readonly per_unit?: number | undefined;
  readonly thousandths_of_percent?: number | undefined;
}

export function toFeesJson({ perUnit, share }: Fees): FeesJson {
  return { per_unit: perUnit, thousandths_of_percent: share };
}

/** Converts back what `toFeesJson` is known to have written. */
export function fromFeesJson({ per_unit: perUnit, thousandths_of_percent: share }: FeesJson): Fees {
  return { perUnit: perUnit === undefined ? undefined : toCents(perUnit), share };
}

export const feesSchema = z
  .strictObject({
    per_unit: z.int().nonnegative().optional(),
    thousandths_of_percent: z.int().nonnegative().lt(WHOLE_SHARE).optional(),
  })
  .transform(fromFeesJson);

/** Reasons as files hold them. */
export const reasonsSchema = z.string().transform(readReasons);

/** The one reason of a notice. */
export const reasonSchema = z.string().transform(readReason);

export const headSchema = z.looseObject({
  kind: z.literal('plan'),
  version: z.literal(1),
  command: z.string(),
  dry_run: z.boolean(),
  /** ISO 8601. */
  created_at: z.string(),
  account: z.object({ base_url: z.string(), key_fingerprint: z.string() }),
  sheet: z.object({
    path: z.string(),
    /** The folder that a relative path is resolved against. */
    cwd: z.string(),
    sha256: z.string(),
    /** Of the sheet itself, if the plan was made from another plan. */
    sheet_sha256: z.string().optional(),
    /** The job of the runs that were taken back, of an `undo.csv` too. */
    undone_job: z.string().optional(),
    /** When the runs began that are taken back as a whole. */
    undone_runs: z.array(z.iso.datetime()).optional(),
    /** The sheet's name from run to run. */
    job: z.string().nullable(),
    /** Which header became which field. */
    columns: z.record(z.string(), z.string()).nullable(),
    /** Columns that may say what an amount is for, and were left out: what kind of cells they held, or which, if that was little. */
    left_out: z.record(z.string(), z.union([z.enum(KEPT_KINDS), z.array(z.string())])).optional(),
    /** Lines beside the table: they change no amount, or are the reason for a setting. */
    notes: z.record(z.string(), z.enum(['ignored', 'used'])).optional(),
    /** Nobody had to be asked about the columns and notes, or somebody has agreed to them. */
    columns_agreed: z.literal(true).optional(),
    /** Columns that nobody had settled, a line for each. */
    unsettled: z.string().optional(),
    /** The command that shows them. */
    settle: z.string().optional(),
    /** What later runs compare their sheet with. */
    figures: (sheetFiguresSchema as z.ZodType<SheetFigures>).optional(),
    /** By money column, if it showed one. */
    decimal_signs: z.record(z.string(), z.enum(['.', ','])).nullable(),
    /** The first day on which other rows of the sheet count. */
    changes_on: z.iso.date().optional(),
    /** The day for which the sheet was read, if it was still to come. */
    read_for: z.iso.date().optional(),
    /** Of its dates, if one needs it. */
    date_order: z.enum(['dmy', 'mdy', 'ymd']).optional(),
  }),
  /** How the listings were found. */
  lookup: z.object({ by: z.enum(['sku', 'scan']), why: z.string() }).optional(),
  /** Every row was looked up and every guard rule checked. */
  whole: z.boolean(),
  /** How the journal is written: each line with a checksum of all before it, the plan included. */
  journal: z.literal('chained'),
  /** Run rules that were violated. */
  violations: z.array(z.object({ rule: z.enum(RUN_RULES), message: z.string() })),
  /** Format of the files that go back into `sync`. */
  shape: z.object({
    header: z.array(z.string()).readonly(),
    /** The column of the sheet that names listings, counted from 0; missing if none does. */
    listing_id_at: z.int().nonnegative().optional(),
    delimiter: z.string(),
    decimal_sign: z.enum(['.', ',']),
    money_unit: z.enum(['major', 'cents']),
    /** The costs in the rows of the sheet are for that many pieces. */
    cost_per: z.int().positive().optional(),
    clear_token: z.string(),
  }),
  /** Flags that `sync` needs to read such a file. */
  retry_flags: z.array(z.string()),
});

/** The first line of a plan: what it is about. */
export type PlanHead = z.infer<typeof headSchema>;

/**
 * The job that the history counts the run of a plan to. What a run took back is of the job of the run that had changed it: an undo is,
 * an apply of its plan, and a run of an `undo.csv`.
 */
export function jobOfPlan({ sheet }: PlanHead): string | null {
  return sheet.job ?? sheet.undone_job ?? null;
}

/** How the files that go back into `sync` are written. */
export type PlanShape = SheetShape & UndoShape;

export function toShapeJson(shape: PlanShape): PlanHead['shape'] {
  return {
    header: shape.header,
    listing_id_at: shape.listingIdAt,
    delimiter: shape.delimiter,
    decimal_sign: shape.decimalSign,
    money_unit: shape.moneyUnit,
    cost_per: shape.costPer,
    clear_token: shape.clearToken,
  };
}

export function fromShapeJson(shape: PlanHead['shape']): PlanShape {
  return {
    header: shape.header,
    listingIdAt: shape.listing_id_at,
    delimiter: shape.delimiter,
    decimalSign: shape.decimal_sign,
    moneyUnit: shape.money_unit,
    costPer: shape.cost_per,
    clearToken: shape.clear_token,
  };
}

const listingIdSchema = z
  .string()
  .refine(isListingId, 'not a UUID')
  .transform((id) => id as ListingId);

/** An update as an earlier plan has it. */
const replaySchema = z.object({
  listing_id: listingIdSchema,
  currency: z.string(),
  changes: changesSchema,
  before: valuesSchema,
  pins: changesSchema,
  exact: z.boolean(),
});

const lineSchema = z.looseObject({
  kind: z.literal('entry'),
  /** Position in the plan, from 0. */
  n: z.int(),
  line: z.int(),
  sku: z.string().transform((sku) => sku as Sku),
  /** Only if the listing's SKU is not written as the row's is. */
  listing_sku: z
    .string()
    .transform((sku) => sku as Sku)
    .optional(),
  status: z.enum(STATUSES),
  reason: reasonsSchema,
  message: z.string(),
  listing_id: listingIdSchema.nullable(),
  platform: z.string().nullable(),
  channel: z.string().nullable(),
  currency: z.string().nullable(),
  changes: changesSchema,
  /** All values of the listing before; for updates, held ones included. */
  before: valuesSchema.optional(),
  /** Unchanged values that are sent along. */
  pins: changesSchema.optional(),
  /** What the listing sold for when the plan was made; for updates. */
  current: z.object({ price: z.int().nullable(), shipping: z.int().nullable() }).optional(),
  /** What guard rules count beside the cost. */
  fees: feesSchema.optional(),
  /** No other field may change with the update. */
  exact: z.boolean().optional(),
  /** The update that this entry comes from, if it is none of this plan, and an apply of it is to look at the listing again. */
  replay: replaySchema.optional(),
  /** The run that this plan was made from has sent the update before, and it may still arrive. */
  may_arrive: z.literal(true).optional(),
  notices: z.array(z.object({ reason: reasonSchema, message: z.string() })).optional(),
  /** The row's cells, if it may have to be repaired. */
  cells: z.array(z.string()).optional(),
});

/** An update is planned with all that an apply and an undo have to know of it, also one that is held. */
export const entrySchema = lineSchema.refine(
  ({ status, before, pins, current, exact }) =>
    (status !== 'planned' && before === undefined) || (before && pins && current && exact !== undefined),
  'it does not say all of an update',
);

/** An entry of a plan, as far as later commands need it. */
export type PlannedEntry = z.infer<typeof entrySchema>;

/** Renders an entry's line of the plan. */
export function toEntryLine(n: number, { entry, status, reason, message }: Outcome): string {
  const row = rowOf(entry);
  const listing = listingOf(entry);
  const update = entry.kind === 'update' || entry.kind === 'held' ? entry : undefined;
  const planned = row.kind === 'row' ? row.planned : undefined;
  const again = toReplay(entry, status);
  const sku = skuOf(entry);
  const fees = 'resolved' in entry ? entry.resolved.fees : again && feesOf(row);
  // What is undefined is left out. Written with spreads, a line would take twice as long.
  return toJsonText({
    kind: 'entry',
    n,
    line: row.line,
    sku,
    listing_sku: listing?.sku === sku ? undefined : listing?.sku,
    status,
    reason,
    message,
    listing_id: listing?.id ?? null,
    platform: listing?.platform ?? null,
    channel: listing?.channel ?? null,
    currency: listing?.currency ?? null,
    changes: toChangesJson(changesOf(entry)),
    before: update?.resolved.listing.values,
    current: update && toCurrent(update.resolved.listing),
    pins: update && toChangesJson(update.pins),
    fees: fees && toFeesJson(fees),
    exact: update?.exact,
    notices: update?.notices,
    may_arrive: ((update || again) && planned?.mayArrive) || undefined,
    replay: again,
    cells: mayNeedRepair(status) ? row.cells : undefined,
  });
}

/** What an apply of this plan has to know of an update that another run planned and its listing holds already: it may have been taken back by then. */
function toReplay(entry: PlanEntry, status: Outcome['status']) {
  const row = rowOf(entry);
  if (entry.kind === 'update' || row.kind !== 'row' || !row.planned) return undefined;
  const { before, currency, pins, exact } = row.planned;
  const { listingId } = row.target;
  if (listingId === undefined || status !== 'updated') return undefined;
  return {
    listing_id: listingId,
    currency,
    changes: toChangesJson(changesTo(row.requested, before)),
    before,
    pins: toChangesJson(changesTo(pins, before)),
    exact,
  };
}

function feesOf(row: ReturnType<typeof rowOf>) {
  return row.kind === 'row' ? row.fees : undefined;
}

function changesTo(desired: Desired, before: FieldValues): readonly Change[] {
  return FIELDS.flatMap((field) => {
    const after = desired[field];
    return after === undefined ? [] : [{ field, before: before[field], after }];
  });
}

function toCurrent({ currentPrice: price, currentShipping: shipping }: Listing) {
  return { price, shipping };
}

/**
 * Rows whose cells a later run of the plan may need for its files; other entries are stored without them, to keep plans
 * of large sheets small.
 */
function mayNeedRepair(status: Outcome['status']): boolean {
  return KEPT.has(status) || needsAttention(status, false);
}

const KEPT: ReadonlySet<Outcome['status']> = new Set(['planned', 'held', 'updated'] as const);
