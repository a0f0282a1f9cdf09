import { MS_OF_UNIT } from './parse-setting.ts';
import { type Parsed, refused, understood } from './setting.ts';

/** A moment, or how long ago it was. Units: epoch milliseconds, milliseconds. */
export type Since = { readonly at: number } | { readonly agoMs: number };

/** `2026-11-01`, `2026-11-01T02:15` (UTC), `2026-11-01T02:15:04.123Z` as `--json` prints it, `24h`, `7d`, `2w`. */
export function since(text: string): Parsed<Since> {
  const [, number, unit = ''] = /^(\d{1,5})([mhdw])$/.exec(text) ?? [];
  if (number !== undefined) return understood({ agoMs: Number(number) * (MS_OF_UNIT[unit] ?? 0) });
  const [, date, time = '00:00'] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?)Z?)?$/.exec(text) ?? [];
  const at = date === undefined ? Number.NaN : Date.parse(`${date}T${time}Z`);
  // A day that no month has would be taken for one of the next month.
  const isDay = !Number.isNaN(at) && new Date(at).toISOString().startsWith(date ?? '');
  return isDay
    ? understood({ at })
    : refused('is neither a time such as 2026-11-01 or 2026-11-01T02:15 (UTC), nor an age such as 24h or 7d');
}

/** As ISO 8601. */
export function resolveSince(given: Since, now: number): string {
  return new Date('at' in given ? given.at : now - given.agoMs).toISOString();
}
