/**
 * How a null is written in the query, which interface.md leaves open.
 *
 * - `empty`: `cost=` is null, `cost=null` is an error
 * - `null`: `cost=null` is null, `cost=` is an error
 * - `both`: either is null
 * - `ignore`: `cost=` is accepted and changes nothing, and there is no way to write a null
 * - `zero`: `cost=` sets 0, and there is no way to write a null; for `strategy`, which has no zero, it is an error
 */
export type NullStyle = (typeof nullStyles)[number];

export const nullStyles = ['empty', 'null', 'both', 'ignore', 'zero'] as const;

/** Reads a nullable parameter: undefined leaves the field as it is, null clears it, `parse` reads the rest. */
export function parseNullable<Value>(
  text: string | undefined,
  style: NullStyle,
  parse: (text: string) => Value,
): Value | null | undefined {
  if (text === undefined) return undefined;
  if (text === '') return parseEmpty(style, parse);
  return text === 'null' && (style === 'null' || style === 'both') ? null : parse(text);
}

function parseEmpty<Value>(style: NullStyle, parse: (text: string) => Value): Value | null | undefined {
  switch (style) {
    case 'empty':
    case 'both':
      return null;
    case 'ignore':
      return undefined;
    case 'zero':
      return parse('0');
    case 'null':
      return parse('');
  }
}
