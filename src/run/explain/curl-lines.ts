import type { ListingId } from '../../domain/listing.ts';
import type { Shell } from '../../domain/quote-word.ts';
import type { CurlCommands } from '../../report/screen/explanation.ts';
import { formatCurl } from '../../report/text/format-curl.ts';
import { lookupRequest, type ServiceRequest, updateRequest, writeTarget } from '../../service/requests.ts';
import { skuOnListing } from '../folder/carry-entry.ts';
import type { PlannedEntry } from '../folder/plan-schema.ts';

interface CurlPlace {
  readonly baseUrl: string | undefined;
  readonly shell: Shell;
}

export function curlLines(
  entry: PlannedEntry,
  { nullAs, ...place }: CurlPlace & { readonly nullAs: 'empty' | 'null' },
): CurlCommands {
  const { baseUrl, shell } = place;
  const { changes, pins = [], listing_id: id, currency } = entry;
  const lookups = lookupLines(skuOnListing(entry), place);
  if (baseUrl === undefined || !entry.before || id === null || currency === null) return lookups;
  const request = updateRequest({ id: id as ListingId, currency, changes: [...changes, ...pins] }, nullAs);
  const { lookup } = lookups;
  return {
    ...lookups,
    update: toLine(request, { baseUrl, shell }),
    ...(lookup !== undefined && { read_back: lookup }),
  };
}

export function lookupLines(sku: string, { baseUrl, shell }: CurlPlace): CurlCommands {
  if (sku === '' || baseUrl === undefined) return {};
  // Half of a surrogate pair can't be sent.
  const request = lookupRequest(sku.replace(/\p{Cs}/gu, '\ufffd'));
  return { lookup: toLine(request, { baseUrl, shell }) };
}

function toLine(
  { method, ...target }: ServiceRequest,
  { baseUrl, shell }: { readonly baseUrl: string; readonly shell: Shell },
): string {
  return formatCurl({ method, url: writeTarget(baseUrl.replace(/\/+$/, ''), target) }, shell);
}
