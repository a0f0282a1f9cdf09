import { hostname, userInfo } from 'node:os';
import type { RunBy } from '../domain/documents/ledger.ts';

/** Who runs this process, as far as that is known. */
export function findWho(): RunBy {
  return { user: userName(), host: hostname() };
}

/** A user without an entry in the system's list has no name, as in many containers. */
function userName(): string | null {
  try {
    return userInfo().username;
  } catch {
    return null;
  }
}
