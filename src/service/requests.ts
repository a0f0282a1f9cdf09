import { isMoneyField } from '../domain/fields.ts';
import type { ListingUpdate } from '../domain/ports.ts';

/** Query parameters in the order in which they are sent. */
export type Query = readonly (readonly [name: string, value: string])[];

/** Headers are in `transport.ts`. */
export interface ServiceRequest {
  readonly method: 'GET' | 'POST';
  /** Below the base URL, with a leading slash, each part already safe for a URL. */
  readonly path: string;
  readonly query: Query;
}

/** As many as a page can hold. Source: interface.md section 8. */
const PAGE_SIZE = 100;

/** The page after an object; without one the first page. */
export function pageQuery(startingAfter?: string): Query {
  const limit = ['limit', String(PAGE_SIZE)] as const;
  return startingAfter === undefined ? [limit] : [limit, ['starting_after', startingAfter]];
}

/** Where the listings of a SKU are looked up, or one of them is read back. */
export function lookupTarget(sku: string): Pick<ServiceRequest, 'path' | 'query'> {
  return { path: '/listings', query: [['sku', sku]] };
}

/** Updates a listing. Source: interface.md section 4.4: parameters in the query string, no body. */
export function updateRequest(update: ListingUpdate, nullAs: 'empty' | 'null'): ServiceRequest {
  return { method: 'POST', path: `/listings/${update.id}`, query: toQuery(update, nullAs) };
}

function toQuery({ currency, changes }: ListingUpdate, nullAs: 'empty' | 'null'): Query {
  const values = changes.map(
    ({ field, after }) => [field, after === null ? NULLS[nullAs] : String(after)] as const,
  );
  return changes.some(({ field }) => isMoneyField(field)) ? [['currency', currency], ...values] : values;
}

const NULLS = { empty: '', null: 'null' } as const;

/** A request's URL from `base` on, which ends without a slash. */
export function writeTarget(base: string, { path, query }: Pick<ServiceRequest, 'path' | 'query'>): string {
  return `${base}${path}${writeQuery(query)}`;
}

function writeQuery(query: Query): string {
  let text = '';
  for (const [name, value] of query) text += `${text === '' ? '?' : '&'}${name}=${encodeURIComponent(value)}`;
  return text;
}
