import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { type Check, isTestCheck } from './defect.ts';
import { runCommand } from './run-command.ts';

/** The module through which tests start the built program. */
const STARTS_PROGRAM = 'test/support/run-program.ts';

/** Folders that the script of the report's page is made of. */
const OF_PAGE = /^src\/(page|domain|report)\//;

interface Options {
  readonly checks: readonly Check[];
  readonly folder: string;
}

/**
 * Builds again what some checks run of a project whose file `changed` is not as it was built. Gives the reason where it
 * can't be built. The output of tsc, which no check runs, stays as it was; a check that ran it would pass, and say so.
 */
export async function buildChanged(changed: string, options: Options): Promise<string | undefined> {
  for (const script of scriptsFor(changed, options)) {
    const { code, output } = await runCommand(['node', script], options.folder);
    if (code !== 0) return `it can’t be built: ${output.trim().split('\n')[0]}`;
  }
  return undefined;
}

function scriptsFor(changed: string, { checks, folder }: Options): readonly string[] {
  const needsProgram = checks.some((check) => !isTestCheck(check) || startsProgram(join(folder, check.file)));
  return needsProgram || OF_PAGE.test(changed) ? ['scripts/build.mjs'] : [];
}

/** Whether a test file imports, itself or through others, what starts the program. */
function startsProgram(path: string, seen = new Set<string>()): boolean {
  if (path.endsWith(STARTS_PROGRAM)) return true;
  if (seen.has(path) || !path.includes('/test/')) return false;
  seen.add(path);
  const imports = readFileSync(path, 'utf8').matchAll(
    /^(?:import|export)\s(?!type\s)[^;]*?from '(\.[^']+)';/gm,
  );
  return [...imports].some(([, name = '']) => startsProgram(resolve(dirname(path), name), seen));
}
