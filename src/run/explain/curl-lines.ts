import type { ListingId } from '../../domain/listing.ts';
import type { CurlCommands } from '../../report/screen/explanation.ts';
import { formatCurl } from '../../report/text/format-curl.ts';
import { lookupRequest, type ServiceRequest, updateRequest, writeTarget } from '../../service/requests.ts';
import { skuOnListing } from '../folder/carry-entry.ts';
import type { PlannedEntry } from '../folder/plan-schema.ts';

export function curlLines(
  entry: PlannedEntry,
  { baseUrl, nullAs }: { readonly baseUrl: string | undefined; readonly nullAs: 'empty' | 'null' },
): CurlCommands {
  const { changes, pins = [], listing_id: id, currency } = entry;
  const lookups = lookupLines(skuOnListing(entry), baseUrl);
  if (baseUrl === undefined || !entry.before || id === null || currency === null) return lookups;
  const request = updateRequest({ id: id as ListingId, currency, changes: [...changes, ...pins] }, nullAs);
  const { lookup } = lookups;
  return { ...lookups, update: toLine(request, baseUrl), ...(lookup !== undefined && { read_back: lookup }) };
}

export function lookupLines(sku: string, baseUrl: string | undefined): CurlCommands {
  if (sku === '' || baseUrl === undefined) return {};
  // Half of a surrogate pair can't be sent.
  const request = lookupRequest(sku.replace(/\p{Cs}/gu, '\ufffd'));
  return { lookup: toLine(request, baseUrl) };
}

function toLine({ method, ...target }: ServiceRequest, baseUrl: string): string {
  return formatCurl(method, writeTarget(baseUrl.replace(/\/+$/, ''), target));
}
