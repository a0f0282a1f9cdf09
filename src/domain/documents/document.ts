import { z } from 'zod';
import { isListingId, type ListingId } from '../listing.ts';
import { STATUSES } from '../status.ts';

/**
 * What a document holds. A schema in this folder is the type that programs are given, the reader where the document is read back, and the published
 * JSON Schema (`scripts/documents.mjs`). What only prints a document imports its type alone: zod takes longer to load than a small command to run.
 */
export type Document<S extends z.ZodType> = Frozen<z.output<S>>;

type Frozen<T> = T extends string
  ? T
  : T extends object
    ? { readonly [K in keyof T]: Frozen<Exclude<T[K], undefined>> }
    : T;

/** Why a reader of version 1 can rely on it. */
export const STABLE =
  'Within version 1 fields may be added, so readers have to ignore unknown fields; none is removed or changes its meaning.';

/** What a command prints with `--json` when it has ended, by its own fields. */
export function printed<S extends z.core.$ZodLooseShape>(command: string, about: string, shape: S) {
  return printedBefore(command, about, { exit_code: exitCode, ...shape });
}

/** Likewise, of a command that goes on. */
export function printedBefore<S extends z.core.$ZodLooseShape>(command: string, about: string, shape: S) {
  return z.object({ version: z.literal(1), ...shape }).meta({
    title: `What ${command} of pricesheet prints with --json, version 1`,
    description: `${about}. ${STABLE} If it fails before that, error.schema.json describes what it prints.`,
  });
}

export function object<S extends z.core.$ZodLooseShape>(about: string, shape: S) {
  return z.object(shape).describe(about);
}

export function objectOrNull<S extends z.core.$ZodLooseShape>(about: string, shape: S) {
  return z.object(shape).nullable().describe(about);
}

export function list<S extends z.core.$ZodLooseShape>(about: string, shape: S) {
  return z.array(z.object(shape)).describe(about);
}

/** An object whose keys are known, each with the same schema. */
export function perKey<K extends string, S extends z.ZodType>(keys: readonly K[], schema: S) {
  return z.object(Object.fromEntries(keys.map((key) => [key, schema])) as Record<K, S>);
}

export const text = z.string();
export const texts = z.array(text);
export const textOrNull = text.nullable();
export const yesOrNo = z.boolean();
export const count = z.int().min(0);
export const countOrNull = count.nullable();
export const positive = z.int().min(1);
/** In UTC. */
export const moment = z.iso.datetime();
export const momentOrNull = moment.nullable();

const exitCode = count.describe('What the program ended with');
/** Sentences. */
export const forPeople = text.describe('For people');
export const unread = texts.describe('What could not be read');

export const byStatus = perKey(STATUSES, count).describe('Every status, 0 included');

export const job = textOrNull.describe('What the sheet is called from run to run');

export const account = z.object({
  base_url: text,
  key_fingerprint: text.describe('Distinguishes keys without revealing them'),
});

/** Of an error that ended a command. */
export const errorCode = z.enum([
  'usage',
  'sheet',
  'run_folder',
  'approval',
  'other_account',
  'locked',
  'disk',
  'service',
  'key_refused',
  'too_many_failures',
  'unsettled',
  'stale_plan',
  'interrupted',
  'bug',
]);

/** What ended a run early. */
export const stop = {
  code: text.describe(`guard, or the code of the error that ended the run: ${errorCode.options.join(', ')}`),
  rules: texts.describe('Of a guard stop, the rules that fired'),
  message: forPeople,
  hint: forPeople.nullable(),
};

export const setting = z.object({
  value: textOrNull.describe('null if nothing is set and there is no default'),
  from: text.describe('flag, environment, the name of a file, or default'),
});

/** Of a listing. */
export const listingId = text.refine(isListingId) as unknown as z.ZodType<ListingId, string>;

/** A value of a field. */
export const value = z
  .union([z.string(), z.number(), z.boolean(), z.null()])
  .describe('Amounts in cents, a strategy by its id, null for a value that is not set');
