import { parseEnv } from 'node:util';

/** Ends a file, so that a last line without an equals sign has something to be the name of. */
const LAST = 'PRICESHEET_END_OF_FILE';

/**
 * Node.js takes a line without an equals sign as part of the next name, and silently loses that setting. Messages do not
 * repeat such a line: it may be the key.
 */
export function parseDotenv(
  text: string,
  name: string,
  problems: string[],
): Readonly<Record<string, string | undefined>> {
  const { [LAST]: _last, ...values } = parseEnv(`${text}\n${LAST}=1\n`);
  const isName = (key: string): boolean => !/\s/.test(key);
  for (const key of Object.keys(values).filter((word) => !isName(word))) {
    const where = findLine(text, key.split('\n', 1)[0] ?? '');
    problems.push(
      `${where === undefined ? 'A line' : `Line ${where}`} of "${name}" is not a setting; a line has to be NAME=value, a comment after #, or blank`,
    );
  }
  // Text that is not a name is quoted in no other message: it may contain the key.
  return Object.fromEntries(Object.entries(values).filter(([key]) => isName(key)));
}

/** Counted from 1. */
function findLine(text: string, begin: string): number | undefined {
  const at = text.split('\n').findIndex((line) => line.replace(/^\s*(?:export\s+)?/, '').startsWith(begin));
  return at === -1 ? undefined : at + 1;
}
