import { z } from 'zod';
import { toCents } from '../../domain/cents.ts';
import { type SheetFigures, sheetFiguresSchema } from '../../domain/documents/ledger.ts';
import { WHOLE_SHARE } from '../../domain/fees.ts';
import { eachField, MONEY_FIELDS } from '../../domain/fields.ts';
import { toJsonText } from '../../domain/json-text.ts';
import { isListingId, type ListingId, type Sku } from '../../domain/listing.ts';
import { predictOutcome } from '../../domain/predict-outcome.ts';
import { readReason, readReasons } from '../../domain/reasons.ts';
import {
  type Blocked,
  type CarriedOver,
  changesOf,
  type Held,
  type ListingIdentity,
  listingOf,
  type PlanEntry,
  rowOf,
  skuOf,
  type Update,
} from '../../domain/stages.ts';
import { hasTrait, STATUSES } from '../../domain/status.ts';
import { RUN_RULES } from '../../plan/guard-rules.ts';
import { KEPT, type Kept } from '../../sheet/header/column-map.ts';
import { NOTE_USE, type NoteUse } from '../../sheet/note-claims.ts';

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
    encoding: z.string().optional(),
    /** Which header became which field. */
    columns: z.record(z.string(), z.string()).nullable(),
    /** Columns that may say what an amount is for, and were left out: what kind of cells they held, or which, if that was little. */
    left_out: z.record(z.string(), z.custom<Kept>(KEPT.is)).optional(),
    /** By field, what the amounts of a column are in, if that is several currencies. */
    currencies: z.record(z.string(), z.array(z.string())).optional(),
    /** Lines beside the table, and what is settled of them. */
    notes: z.record(z.string(), z.custom<NoteUse>(NOTE_USE.is)).optional(),
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
    /** The first day on which other rows or notes of the sheet count. */
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
    listingIdAt: z.int().nonnegative().optional(),
    delimiter: z.string(),
    decimalSign: z.enum(['.', ',']),
    moneyUnit: z.enum(['major', 'cents']),
    /** The costs in the rows of the sheet are for that many pieces. */
    costPer: z.int().positive().optional(),
    clearToken: z.string(),
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
export function jobOfPlan({ sheet }: Pick<PlanHead, 'sheet'>): string | null {
  return sheet.job ?? sheet.undone_job ?? null;
}

/** Whether a plan is to set what a sheet says, and not to take back what a run has set. */
export function isPlanOfSheet({ command, sheet }: Pick<PlanHead, 'command' | 'sheet'>): boolean {
  return command !== 'undo' && sheet.undone_runs === undefined;
}

/**
 * An entry as a plan on disk has it: whole, if a later run may send it or look at its listing again; of any other, only what became of it.
 */
export type PlannedEntry = Update | Held | Blocked | CarriedOver;

/** An entry as a line of the plan. */
export function toEntryLine(entry: PlanEntry): string {
  return toJsonText(isReplayable(entry) ? entry : carry(entry));
}

/** Whether another run can send an update, or has to know that another one planned what the listing holds. */
function isReplayable(entry: PlanEntry): entry is Exclude<PlannedEntry, CarriedOver> {
  if (entry.kind === 'blocked') return entry.status === 'updated' && entry.resolved.row.planned !== undefined;
  return entry.kind === 'update' || entry.kind === 'held';
}

/** An entry that has nothing left to send, as what it was predicted to become. */
export function carry(entry: PlanEntry): CarriedOver {
  if (entry.kind === 'carried') return entry;
  const { status, reason, message } = predictOutcome(entry);
  const { line, cells } = rowOf(entry);
  const listing = listingOf(entry);
  return {
    kind: 'carried',
    line,
    // A later run of the plan may need them for its files, but of rows that are settled; plans of large sheets stay small.
    cells: hasTrait(status, 'settled') ? [] : cells,
    target: { sku: skuOf(entry) as Sku },
    listing: listing && identify(listing),
    changes: changesOf(entry),
    status,
    reason,
    message,
    fees: 'resolved' in entry ? entry.resolved.fees : undefined,
    pieces: 'resolved' in entry ? entry.resolved.row.pieces : undefined,
  };
}

function identify({ id, sku, platform, channel, currency }: ListingIdentity): ListingIdentity {
  return { id, sku, platform, channel, currency };
}

const cents = z.int().transform(toCents).nullable();

/** A field's way from one value to another. */
const changeSchema = z.discriminatedUnion('field', [
  z.object({ field: z.enum(MONEY_FIELDS), before: cents, after: cents }),
  z.object({ field: z.literal('strategy'), before: z.string().nullable(), after: z.string().nullable() }),
  z.object({ field: z.literal('repricing'), before: z.boolean(), after: z.boolean() }),
]);

export const changesSchema = z.array(changeSchema).readonly();

/** The value of each field of a listing. */
const valuesSchema = z.object(
  eachField({ money: cents, strategy: z.string().nullable(), switch: z.boolean() }),
);

const feesSchema = z.strictObject({
  perUnit: z.int().nonnegative().transform(toCents).optional(),
  share: z.int().nonnegative().lt(WHOLE_SHARE).optional(),
});

export const reasonsSchema = z.string().transform(readReasons);
const reasonSchema = z.string().transform(readReason);

const listingSchema = z.looseObject({
  id: z
    .string()
    .refine(isListingId, 'not a UUID')
    .transform((id) => id as ListingId),
  sku: z.string(),
  platform: z.string(),
  channel: z.string(),
  currency: z.string(),
});

const plannedSchema = z.object({
  before: valuesSchema,
  platform: z.string(),
  channel: z.string(),
  currency: z.string(),
  pins: valuesSchema.partial(),
  exact: z.boolean(),
  mayArrive: z.boolean(),
});

const noticesSchema = z.array(z.looseObject({ reason: reasonSchema, message: z.string() }));

const rowSchema = z.looseObject({
  line: z.int(),
  cells: z.array(z.string()),
  target: z.looseObject({ sku: z.string() }),
  pieces: z.int().positive().optional(),
});

const resolvedSchema = z.looseObject({
  row: rowSchema.extend({ notices: noticesSchema, planned: plannedSchema.optional() }),
  listing: listingSchema.extend({
    currentPrice: z.int().nullable(),
    currentShipping: z.int().nullable(),
    values: valuesSchema,
  }),
  fees: feesSchema.optional(),
});

const updateSchema = z.looseObject({
  kind: z.literal('update'),
  resolved: resolvedSchema,
  changes: changesSchema.refine((changes) => changes.length > 0, 'there are none'),
  pins: changesSchema,
  exact: z.boolean(),
  notices: noticesSchema,
});

const outcome = { reason: reasonsSchema, message: z.string() };

export const entrySchema = z.discriminatedUnion('kind', [
  updateSchema,
  updateSchema.extend({ kind: z.literal('held'), ...outcome }),
  z.looseObject({
    kind: z.literal('blocked'),
    resolved: resolvedSchema,
    changes: changesSchema,
    status: z.literal('updated'),
    ...outcome,
  }),
  rowSchema.extend({
    kind: z.literal('carried'),
    listing: listingSchema.optional(),
    changes: changesSchema,
    status: z.enum(STATUSES),
    fees: feesSchema.optional(),
    ...outcome,
  }),
]) as unknown as z.ZodType<PlannedEntry>;
