import { homedir, hostname, userInfo } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import type { RunBy } from '../../domain/documents/ledger.ts';
import type { Clock } from '../../domain/ports.ts';
import type { Shell } from '../../domain/quote-word.ts';
import { tryTo } from '../../domain/try-to.ts';

/**
 * The shell that a command is copied into: the one that the process was started from, as far as its environment shows. On
 * Windows, shells of Unix set `MSYSTEM` or `SHELL`, and PowerShell adds the user's own folder of modules to those of the
 * machine; otherwise it is cmd. A PowerShell that runs batch files sets cmd's `PROMPT` too, so that says nothing.
 *
 * Source: about_PSModulePath in the documentation of PowerShell.
 */
export function shellOf(
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform = process.platform,
): Shell {
  if (platform !== 'win32' || env['MSYSTEM'] || env['SHELL']) return 'posix';
  const modules = env['PSModulePath']?.split(';') ?? [];
  return modules.some((folder) => isOfUser(folder, env)) ? 'powershell' : 'cmd';
}

/** `Documents\PowerShell\Modules`, wherever that user keeps documents. */
function isOfUser(folder: string, env: Readonly<Record<string, string | undefined>>): boolean {
  const ofMachine = [env['ProgramFiles'], env['ProgramFiles(x86)'], env['SystemRoot']];
  const isOfMachine = ofMachine.some((root) => root && isBelow(folder, root));
  return !isOfMachine && /\\(Windows)?PowerShell\\Modules\\?$/i.test(folder);
}

function isBelow(folder: string, root: string): boolean {
  return folder.toLowerCase().startsWith(`${root.toLowerCase()}\\`);
}

/** The time of this machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep: async (ms, signal) => {
    try {
      await delay(ms, undefined, signal ? { signal } : {});
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    }
  },
  every: (ms, act) => {
    const timer = setInterval(act, ms).unref();
    return () => clearInterval(timer);
  },
};

/**
 * Where the locks of this user are; `undefined` where there is no place for them. One folder for all of a user's jobs,
 * wherever they are started, since it is the account that is locked.
 *
 * Source: XDG Base Directory Specification: a path there that is not absolute is ignored.
 */
export function lockFolderOf(
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform = process.platform,
  home: () => string = homedir,
): string | undefined {
  const named = env[platform === 'win32' ? 'LOCALAPPDATA' : 'XDG_STATE_HOME'];
  if (named && isAbsolute(named)) return join(named, 'pricesheet', 'locks');
  // Jobs in containers may run as a user whom the system doesn't know.
  const found = env['HOME'] || tryTo(home);
  if (!found || !isAbsolute(found)) return undefined;
  const state = platform === 'win32' ? ['AppData', 'Local'] : ['.local', 'state'];
  return join(found, ...state, 'pricesheet', 'locks');
}

/** Who runs this process, as far as that is known: a user without an entry in the system's list has no name, as in many containers. */
export function findWho(): RunBy {
  return { user: tryTo(() => userInfo().username) ?? null, host: hostname() };
}
