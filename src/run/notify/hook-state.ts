import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { systemCode } from '../../domain/describe-system-error.ts';
import { toJsonText } from '../../domain/json-text.ts';
import type { Disk } from '../../domain/ports.ts';
import type { Remembered } from '../../report/notify/decide-notification.ts';
import { accountOf, type RunEnding } from '../../report/tally/run-ending.ts';
import { readRegularFile } from '../disk/open-regular-file.ts';
import { replaceFile } from '../disk/replace-file.ts';

/** Times are epoch milliseconds: nobody but the next run reads it. */
const stateSchema = z.object({
  version: z.literal(2),
  failing: z
    .object({
      since: z.number(),
      failures: z.int().positive(),
      exitCode: z.int(),
      deliveredAt: z.number().optional(),
      recoveredAt: z.number().optional(),
    })
    .optional(),
  waiting: z.object({ rows: z.int().positive(), deliveredAt: z.number() }).optional(),
});

interface HookPlace {
  /** The folder of the locks; the states are beside it. */
  readonly folder: string;
  /** The working folder, which identifies jobs without a known account. */
  readonly cwd: string;
}

/**
 * The state files of a job: its own and, if its account is known, the one of its runs without one, whose settings were
 * wrong or whose key was refused.
 */
export function hookStatePaths(
  ending: RunEnding,
  { folder, cwd }: HookPlace,
): readonly [own: string, ...others: string[]] {
  const { job, sheetFolder, command } = ending;
  const account = accountOf(ending);
  const path = (whose: string, ...words: readonly string[]): string => {
    const hash = createHash('sha256').update(JSON.stringify([job, sheetFolder ?? '', command, ...words]));
    return join(dirname(folder), 'told', `${whose}-${hash.digest('hex').slice(0, 16)}.json`);
  };
  const unknown = path('unknown', cwd);
  return account ? [path(account.key_fingerprint), unknown] : [unknown];
}

/** A missing or unreadable file counts as a job that did not fail. */
export function readHookState(paths: readonly string[], disk: Disk): Remembered {
  const found = paths.map((path) => readFile(path, disk));
  return {
    failing: found.find(({ failing }) => failing)?.failing,
    waiting: found.find(({ waiting }) => waiting)?.waiting,
  };
}

function readFile(path: string, disk: Disk): Remembered {
  try {
    return stateSchema.safeParse(JSON.parse(String(readRegularFile(path, disk)))).data ?? {};
  } catch (error) {
    if (error instanceof SyntaxError || systemCode(error) !== undefined) return {};
    throw error;
  }
}

/** A job of which there is nothing to remember has no file. Errors: the system's own. */
export function writeHookState(
  [own, ...others]: ReturnType<typeof hookStatePaths>,
  { failing, waiting }: Remembered,
  disk: Disk,
): void {
  if (failing || waiting) replaceFile(own, `${toJsonText({ version: 2, failing, waiting })}\n`, disk);
  for (const path of failing || waiting ? others : [own, ...others]) disk.rmSync(path, { force: true });
}
