import type { ListingFilters } from './listing-store.ts';
import { refuseParameter } from './refusal.ts';

/** The filters of `GET /listings`. */
export const filterParameters = ['platform', 'channel', 'status', 'sku'] as const;

/**
 * Reads the filters of the list of listings.
 *
 * Errors: `Refusal` 400 for a channel that does not exist (documented) and for enum values that do not exist and an empty SKU (not
 * documented, refused since a service that took them for "no filter" would list everything).
 * Source: interface.md sections 4.1 and 7.
 */
export function parseListingFilters(
  values: ReadonlyMap<string, string>,
  channelExists: (id: string) => boolean,
): ListingFilters {
  const platform = parseEnum(values, 'platform', ['amazon', 'walmart'] as const);
  const status = parseEnum(values, 'status', ['active', 'inactive'] as const);
  const channel = values.get('channel');
  const sku = values.get('sku');
  if (channel !== undefined && !channelExists(channel)) {
    throw refuseParameter('channel', `there is no channel "${channel}"`);
  }
  if (sku === '') throw refuseParameter('sku', 'it is empty');
  return {
    ...(platform !== undefined && { platform }),
    ...(channel !== undefined && { channel }),
    ...(status !== undefined && { status }),
    ...(sku !== undefined && { sku }),
  };
}

function parseEnum<Value extends string>(
  values: ReadonlyMap<string, string>,
  param: string,
  allowed: readonly Value[],
): Value | undefined {
  const text = values.get(param);
  if (text === undefined) return undefined;
  const value = allowed.find((candidate) => candidate === text);
  if (value === undefined)
    throw refuseParameter(param, `it is "${text}", it must be one of ${allowed.join(', ')}`);
  return value;
}
