/**
 * Whether an object in `json` has a name twice. Readers of JSON differ on which of the two values counts, so neither is safe to
 * use. `json` has to be valid JSON, and `parsed` the result of `JSON.parse`, which has each name once: if the text has no more,
 * none is repeated. Source: RFC 8259 section 4.
 */
export function hasRepeatedName(json: string, parsed: unknown): boolean {
  return countNames(json) !== countKeys(parsed);
}

/** Every text that is followed by a colon is a name. */
function countNames(json: string): number {
  let names = 0;
  let opening = json.indexOf('"');
  while (opening >= 0) {
    let after = findClosingQuote(json, opening) + 1;
    while (isBlank(json.charCodeAt(after))) after++;
    if (json.charCodeAt(after) === COLON) names++;
    opening = json.indexOf('"', after);
  }
  return names;
}

const COLON = 58;
const BLANK = 32;

/** Source: RFC 8259 section 2. Past the end there is no code at all. */
function isBlank(code: number): boolean {
  return code <= BLANK;
}

/** Without a call for each value inside: JSON may be nested deeper than calls may. */
function countKeys(parsed: unknown): number {
  const left: object[] = isObject(parsed) ? [parsed] : [];
  let keys = 0;
  for (let holder = left.pop(); holder; holder = left.pop()) {
    if (Array.isArray(holder)) {
      for (const value of holder) if (isObject(value)) left.push(value);
      continue;
    }
    // An array of all values would take four times as long.
    for (const key in holder) {
      keys++;
      const value = (holder as Readonly<Record<string, unknown>>)[key];
      if (isObject(value)) left.push(value);
    }
  }
  return keys;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Looks at each character once: a pattern would keep a way back for each escape, and run out of stack over millions. */
function findClosingQuote(json: string, opening: number): number {
  let at = json.indexOf('"', opening + 1);
  while (at >= 0 && isEscaped(json, at)) at = json.indexOf('"', at + 1);
  return at < 0 ? json.length : at;
}

/** By an odd number of backslashes; of an even one each escapes the next. */
function isEscaped(json: string, at: number): boolean {
  let before = at - 1;
  while (json.charCodeAt(before) === BACKSLASH) before--;
  return (at - before) % 2 === 0;
}

const BACKSLASH = 92;
