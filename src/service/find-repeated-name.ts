/**
 * The first name that an object in `json` has twice, where one has. Readers of JSON differ on which of the two values
 * counts, so neither is to be worked with. `json` has to be JSON as such. Source: RFC 8259 section 4.
 */
export function findRepeatedName(json: string): string | undefined {
  /** The names of each object that is open; arrays have none. */
  const open: (Set<string> | undefined)[] = [];
  for (const [token, name] of json.matchAll(TOKENS)) {
    if (token === '{') open.push(new Set());
    else if (token === '[') open.push(undefined);
    else if (token === '}' || token === ']') open.pop();
    else if (name !== undefined) {
      const plain: unknown = name.includes('\\') ? JSON.parse(name) : name.slice(1, -1);
      const names = open.at(-1);
      if (names?.has(String(plain))) return String(plain);
      names?.add(String(plain));
    }
  }
  return undefined;
}

/** Texts, of which those before a colon are names, and what opens and closes. */
const TOKENS = /("[^"\\]*(?:\\.[^"\\]*)*")\s*:|"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]]/g;
