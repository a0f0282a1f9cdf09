import { existsSync, realpathSync } from 'node:fs';
import { userInfo } from 'node:os';
import { delimiter, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { PACKAGE_FOLDER } from '../../../package/package-folder.ts';
import type { Scheduler } from '../../../report/screen/schedule/nightly-job.ts';
import type { Stdio } from '../../terminal/stdio.ts';

interface Machine {
  readonly scheduler: Scheduler;
  readonly user: string;
  /** What starts this program. Absolute. */
  readonly program: readonly string[];
}

/** What this machine has to run a job every night with. */
export function findMachine(env: Stdio['env']): Machine {
  const folders = (env['PATH'] ?? env['Path'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const script = fileURLToPath(new URL('dist/bin.cjs', PACKAGE_FOLDER));
  return {
    scheduler: findScheduler(),
    user: userName(env),
    program: [
      nameThatLasts(process.execPath, { folders, name: `node${suffix}` }),
      nameThatLasts(script, { folders, name: 'pricesheet' }),
    ],
  };
}

/** Source: sd_booted(3). */
function findScheduler(): Scheduler {
  if (process.platform === 'win32') return 'task';
  return existsSync('/run/systemd/system') ? 'systemd' : 'cron';
}

function userName(env: Stdio['env']): string {
  try {
    return userInfo().username;
  } catch {
    return env['USER'] ?? 'root';
  }
}

interface Place {
  readonly folders: readonly string[];
  readonly name: string;
}

/** The link to it in `PATH`, which an update of the program leaves in place; without one, the file itself. */
function nameThatLasts(path: string, { folders, name }: Place): string {
  const target = realPathOf(path);
  const links = folders.map((folder) => join(folder, name));
  return links.find((link) => target !== undefined && realPathOf(link) === target) ?? path;
}

function realPathOf(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
