import { Refusal, refuseParameter } from './refusal.ts';
import type { ServiceRequest } from './service-request.ts';

/**
 * Reads the parameters of a request, each at most once and each one that the operation knows.
 *
 * Stricter than interface.md, which says nothing of repeated or unknown parameters, broken encoding, or bodies: the sandbox is there to
 * check a client, and refuses what a client should not send. `ignored` parameters are read as if they had not been sent.
 *
 * Errors: `Refusal` 400.
 * Source: interface.md section 4 (query parameters only, no payload).
 */
export function readParameters(
  { query, malformed, hasBody }: Pick<ServiceRequest, 'query' | 'malformed' | 'hasBody'>,
  known: readonly string[],
  ignored: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  if (hasBody) throw new Refusal(400, 'Cannot take a request body: parameters belong in the query');
  if (malformed !== undefined) {
    throw new Refusal(400, `Cannot read "${malformed}" in the query: it is not percent-encoded UTF-8`);
  }
  const values = new Map<string, string>();
  for (const [name, value] of query) {
    if (!known.includes(name)) throw refuseParameter(name, `unknown, known are ${known.join(', ')}`);
    if (values.has(name)) throw refuseParameter(name, 'it is given more than once');
    values.set(name, value);
  }
  for (const name of ignored) values.delete(name);
  return values;
}

/** Digits without a sign, a point, an exponent or a leading zero. Undefined for anything else, and beyond the safe integers. */
export function parseWholeNumber(text: string): number | undefined {
  if (!/^(?:0|[1-9]\d*)$/.test(text)) return undefined;
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : undefined;
}
