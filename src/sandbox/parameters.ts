import { z } from 'zod';
import { refuseParameter } from './errors.ts';

/** Digits without a sign, a point, an exponent or a leading zero, up to the safe integers. */
const wholeNumber = z
  .string()
  .regex(/^(?:0|[1-9]\d*)$/, 'It must be an integer of 0 or more')
  .transform(Number)
  .pipe(z.int());

const page = {
  limit: wholeNumber.pipe(z.number().min(1).max(100)),
  starting_after: z.string(),
  ending_before: z.string(),
};

/** The parameters of `GET /strategies` and `GET /channels`. Source: interface.md sections 4.2 and 4.3. */
export const pageParameters = z.strictObject(page).exactPartial();
export type PageParameters = z.infer<typeof pageParameters>;

/**
 * The parameters of `GET /listings`. An empty SKU is refused, since a service that took it for "no filter" would list everything.
 *
 * Source: interface.md section 4.1.
 */
export const listingsParameters = z
  .strictObject({
    platform: z.enum(['amazon', 'walmart']),
    channel: z.string(),
    status: z.enum(['active', 'inactive']),
    sku: z.string().min(1),
    ...page,
  })
  .exactPartial();
export type ListingsParameters = z.infer<typeof listingsParameters>;

/** The parameters that need a currency, also to set null. */
export const MONEY = ['cost', 'minimum_price', 'maximum_price', 'manual_price'] as const;

/** The parameters of `POST /listings/{id}`. Source: interface.md section 4.4, which leaves negative amounts open: they are refused. */
export const updateParameters = z
  .strictObject({
    currency: z.string(),
    cost: wholeNumber.nullable(),
    minimum_price: wholeNumber.nullable(),
    maximum_price: wholeNumber.nullable(),
    manual_price: wholeNumber.nullable(),
    strategy: z.string().nullable(),
    repricing: z.enum(['true', 'false']).transform((text) => text === 'true'),
  })
  .exactPartial();
export type UpdateParameters = z.infer<typeof updateParameters>;

/**
 * How a null is written in the query, which interface.md leaves open: what an empty value means.
 *
 * - `empty`: `cost=` is null, `cost=null` is an error
 * - `null`: `cost=null` is null, `cost=` is an error
 * - `both`: either is null
 * - `ignore`: `cost=` is accepted and changes nothing, and there is no way to write a null
 * - `zero`: `cost=` sets 0, and there is no way to write a null; for `strategy`, which has no zero, it is an error
 */
const MEANING_OF_EMPTY = { empty: null, both: null, null: '', ignore: undefined, zero: '0' } as const;

export type NullStyle = keyof typeof MEANING_OF_EMPTY;

const NULLABLE: ReadonlySet<string> = new Set([...MONEY, 'strategy']);

interface Reading {
  /** Read as if they had not been sent. */
  readonly ignored: ReadonlySet<string>;
  readonly nulls: NullStyle;
}

/**
 * Reads the parameters of a request, each at most once and each one that the operation knows.
 *
 * Stricter than interface.md, which says nothing of repeated or unknown parameters: the sandbox is there to check a client, and refuses what
 * a client should not send.
 *
 * Errors: `Refusal` 400 for the first parameter that breaks a rule.
 * Source: interface.md section 4.
 */
export function readParameters<T>(
  query: readonly (readonly [name: string, value: string])[],
  schema: z.ZodType<T>,
  { ignored, nulls }: Reading,
): T {
  const values = new Map<string, string | null>();
  for (const [name, text] of query) {
    if (values.has(name)) throw refuseParameter(name, 'it is given more than once');
    const value = NULLABLE.has(name) ? readNull(text, nulls) : text;
    if (value !== undefined && !ignored.has(name)) values.set(name, value);
  }
  const { success, data, error } = schema.safeParse(Object.fromEntries(values));
  if (success) return data;
  const [issue] = error.issues;
  const param = issue?.code === 'unrecognized_keys' ? issue.keys[0] : issue?.path[0];
  throw refuseParameter(String(param), issue?.message ?? 'it is wrong');
}

function readNull(text: string, style: NullStyle): string | null | undefined {
  if (text === '') return MEANING_OF_EMPTY[style];
  return text === 'null' && (style === 'null' || style === 'both') ? null : text;
}
