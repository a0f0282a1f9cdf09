import { readFileSync } from 'node:fs';
import process from 'node:process';
import type { Trust } from '../domain/find-stranger.ts';

/**
 * Whom this process trusts, as the system tells of its users. `undefined` where files belong to nobody by number, as on Windows.
 *
 * Like git, root takes the files of whoever called it by sudo.
 */
export function systemTrust(): Trust | undefined {
  const uid = process.geteuid?.();
  if (uid === undefined) return undefined;
  const isRoot = uid === ROOT;
  const caller = isRoot ? Number(process.env['SUDO_UID'] ?? ROOT) : uid;
  const uids = new Set([ROOT, uid, caller]);
  return {
    isRoot,
    uids,
    nameOfUser: (wanted) => readUsers().find((user) => user.uid === wanted)?.name,
    isOwnGroup: (gid) => isOwnGroup(gid, uids),
  };
}

const ROOT = 0;

/**
 * Whether nobody is in a group but these users. Many systems give each user a group of their own and let it write by default,
 * Kubernetes lets a group write to the volumes of a pod, and OpenShift root's.
 */
function isOwnGroup(gid: number, uids: ReadonlySet<number>): boolean {
  if (gid === ROOT) return true;
  const users = readUsers();
  const uidOf = (name: string): number | undefined => users.find((user) => user.name === name)?.uid;
  const listed = readMembers(gid).map(uidOf);
  const byDefault = users.filter((user) => user.gid === gid).map((user) => user.uid);
  const isOthers = [...listed, ...byDefault].some((uid) => uid === undefined || !uids.has(uid));
  return !isOthers && (uids.has(gid) || areAllListed());
}

interface User {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/** Source: passwd(5). */
function readUsers(): readonly User[] {
  return readTable('/etc/passwd').map(([name = '', , uid, gid]) => ({
    name,
    uid: Number(uid),
    gid: Number(gid),
  }));
}

/** Those for whom it is one more group. Source: group(5). */
function readMembers(gid: number): readonly string[] {
  const groups = readTable('/etc/group').filter(([, , number]) => Number(number) === gid);
  return groups.flatMap(([, , , members = '']) => members.split(',').filter((name) => name !== ''));
}

/**
 * Whether the tables hold all users and groups, and no directory service knows of more. Source: nsswitch.conf(5); musl has no
 * such file, and asks nobody else.
 */
function areAllListed(): boolean {
  if (process.platform === 'darwin') return false;
  const sources = readTable('/etc/nsswitch.conf').filter(([name = '']) => /^\s*(?:passwd|group)$/.test(name));
  return sources.every(([, names = '']) =>
    names
      .replace(/#.*$|\[[^\]]*\]/g, '')
      .trim()
      .split(/\s+/)
      .every((name) => LOCAL_SOURCES.has(name)),
  );
}

const LOCAL_SOURCES: ReadonlySet<string> = new Set(['files', 'compat', 'db', 'systemd', 'altfiles']);

/** None where there is no such table. */
function readTable(path: string): readonly (readonly string[])[] {
  try {
    const lines = readFileSync(path, 'utf8').split('\n');
    return lines.filter((line) => line !== '').map((line) => line.split(':'));
  } catch {
    return [];
  }
}
