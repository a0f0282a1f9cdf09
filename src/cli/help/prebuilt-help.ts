import { readFileSync } from 'node:fs';
import { tryTo } from '../../domain/try-to.ts';
import { PACKAGE_FOLDER } from '../../package/package-folder.ts';
import type { Stdio } from '../terminal/stdio.ts';
import { HELP_WIDTH, helpWidthOf } from '../terminal/stdio.ts';

const folder = new URL('dist/help/', PACKAGE_FOLDER);

/**
 * The help that a command line asks for, as it was made when the program was built: at its usual width it never changes,
 * and to put it together takes several times as long as to read it. `undefined` where it was not made, or something else is
 * asked for.
 */
export function findPrebuiltHelp(argv: readonly string[], stdout: Stdio['stdout']): string | undefined {
  const page = helpAskedOf(argv);
  if (page === undefined || helpWidthOf(stdout) !== HELP_WIDTH) return undefined;
  return tryTo(() => readFileSync(new URL(`${page}.txt`, folder), 'utf8'));
}

/** The name of the page. No command is called as that of the program itself is. */
function helpAskedOf([first = '', second, ...rest]: readonly string[]): string | undefined {
  if (rest.length > 0) return undefined;
  if (second === undefined) {
    const end = first === 'help' ? '' : endOf(first);
    return end === undefined ? undefined : `the-program${end}`;
  }
  const [command, end] = first === 'help' ? [second, ''] : [first, endOf(second)];
  return end !== undefined && /^[a-z]+$/.test(command) ? command + end : undefined;
}

/** How the name of a page ends. */
function endOf(word: string): string | undefined {
  if (word === '--help' || word === '-h') return '';
  return word === '--help-all' ? '-all' : undefined;
}
