import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import process from 'node:process';

interface Machine {
  readonly platform: NodeJS.Platform;
  /** Errors: the system's own, where it knows of none. */
  readonly home: () => string;
}

/**
 * Where the locks of this user are; `undefined` where there is no place for them. One folder for all of a user's jobs,
 * wherever they are started, since it is the account that is locked.
 *
 * Source: XDG Base Directory Specification: a path there that is not absolute is ignored.
 */
export function lockFolderOf(
  env: Readonly<Record<string, string | undefined>>,
  { platform, home }: Machine = { platform: process.platform, home: homedir },
): string | undefined {
  const named = env[platform === 'win32' ? 'LOCALAPPDATA' : 'XDG_STATE_HOME'];
  if (named && isAbsolute(named)) return join(named, 'pricesheet', 'locks');
  const found = env['HOME'] || findHome(home);
  if (!found || !isAbsolute(found)) return undefined;
  const state = platform === 'win32' ? ['AppData', 'Local'] : ['.local', 'state'];
  return join(found, ...state, 'pricesheet', 'locks');
}

/** Jobs in containers may run as a user whom the system doesn't know. */
function findHome(home: () => string): string | undefined {
  try {
    return home();
  } catch {
    return undefined;
  }
}
