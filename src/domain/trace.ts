import type { Trace } from './documents/document.ts';

/** The variable that names it. Source: OpenTelemetry, environment variables as context propagation carriers. */
export const TRACEPARENT = 'TRACEPARENT';
const FORM = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const SAMPLED = 1;

/**
 * The trace that a run belongs to, as its caller named it; `undefined` if the text is not one. A later version may have more parts, which are
 * for those who know it.
 *
 * Source: W3C Trace Context, 3.2: `traceparent`.
 */
export function parseTraceparent(text: string): Trace | undefined {
  const [, version, trace_id = '', parent_id = '', flags = '', more] = FORM.exec(text.trim()) ?? [];
  const isKnown = version !== undefined && version !== 'ff' && !(version === '00' && more !== undefined);
  if (!isKnown || isZero(trace_id) || isZero(parent_id)) return undefined;
  return { trace_id, parent_id, sampled: (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED };
}

/** What a text lacks that is no trace, as the end of a sentence. */
export const NAMES_NO_TRACE = 'names no trace, as 00-<32 hex digits>-<16 hex digits>-01 does';

function isZero(id: string): boolean {
  return /^0+$/.test(id);
}
