/**
 * The first name that an object in `json` has twice, where one has. Readers of JSON differ on which of the two values
 * counts, so neither is to be worked with. `json` has to be JSON as such. Source: RFC 8259 section 4.
 */
export function findRepeatedName(json: string): string | undefined {
  /** The names of each object that is open; arrays have none. */
  const open: (Set<string> | undefined)[] = [];
  /** The latest text, quotes included: before a colon it is a name. */
  let text = '""';
  for (let at = 0; at < json.length; at++) {
    const char = json[at];
    if (char === '"') {
      const end = findClosingQuote(json, at);
      text = json.slice(at, end + 1);
      at = end;
    } else if (char === ':') {
      const name = text.includes('\\') ? String(JSON.parse(text)) : text.slice(1, -1);
      const names = open.at(-1);
      if (names?.has(name)) return name;
      names?.add(name);
    } else if (char === '{') open.push(new Set());
    else if (char === '[') open.push(undefined);
    else if (char === '}' || char === ']') open.pop();
  }
  return undefined;
}

/** Looks at each character once: a pattern would keep a way back for each escape, and run out of stack over millions. */
function findClosingQuote(json: string, opening: number): number {
  let at = opening + 1;
  while (at < json.length && json[at] !== '"') at += json[at] === '\\' ? 2 : 1;
  return at;
}
