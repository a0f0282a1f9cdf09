import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { systemCode } from '../../domain/describe-system-error.ts';
import type { Disk } from '../../domain/ports.ts';
import type { Failing } from '../../report/notify/decide-notification.ts';
import { accountOf, type RunEnding } from '../../report/tally/run-ending.ts';
import { readRegularFile } from '../disk/open-regular-file.ts';
import { replaceFile } from '../disk/replace-file.ts';

const moment = z.iso.datetime().transform((text) => Date.parse(text));

const stateSchema = z.object({
  version: z.literal(1),
  since: moment,
  failures: z.int().positive(),
  exit_code: z.int(),
  told_at: moment.nullable(),
  recovered_at: moment.nullable(),
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
export function readHookState(paths: readonly string[], disk: Disk): Failing | undefined {
  for (const path of paths) {
    const found = readFile(path, disk);
    if (found) return found;
  }
  return undefined;
}

function readFile(path: string, disk: Disk): Failing | undefined {
  try {
    const { data } = stateSchema.safeParse(JSON.parse(String(readRegularFile(path, disk))));
    return (
      data && {
        since: data.since,
        failures: data.failures,
        exitCode: data.exit_code,
        deliveredAt: data.told_at ?? undefined,
        recoveredAt: data.recovered_at ?? undefined,
      }
    );
  } catch (error) {
    if (error instanceof SyntaxError || systemCode(error) !== undefined) return undefined;
    throw error;
  }
}

/** Saves that a job fails, or that it succeeds again. Errors: the system's own. */
export function writeHookState(
  [own, ...others]: ReturnType<typeof hookStatePaths>,
  failing: Failing | undefined,
  disk: Disk,
): void {
  if (failing) replaceFile(own, `${JSON.stringify(toJson(failing))}\n`, disk);
  for (const path of failing ? others : [own, ...others]) disk.rmSync(path, { force: true });
}

function toJson({
  since,
  failures,
  exitCode,
  deliveredAt,
  recoveredAt,
}: Failing): z.input<typeof stateSchema> {
  const text = (time: number | undefined) => (time === undefined ? null : new Date(time).toISOString());
  return {
    version: 1,
    since: new Date(since).toISOString(),
    failures,
    exit_code: exitCode,
    told_at: text(deliveredAt),
    recovered_at: text(recoveredAt),
  };
}
