import { readFileSync, statSync } from 'node:fs';
import process from 'node:process';
import {
  findOtherOwner,
  isOwnGroup,
  nameOfUser,
  type Stranger,
  type Trust,
  type UserTables,
} from '../../domain/find-other-owner.ts';
import type { Disk } from '../../domain/ports.ts';
import { tryTo } from '../../domain/try-to.ts';
import { PACKAGE_FOLDER } from '../../package/package-folder.ts';

/** Finds who else could have changed a file or folder, or a link itself; `undefined` if nobody could, or it is not there. */
export function findStranger(path: string, disk: Pick<Disk, 'lstatSync'>): Stranger | undefined {
  const rights = disk.lstatSync(path, { throwIfNoEntry: false });
  const trust = systemTrust();
  return rights && trust && findOtherOwner(rights, trust);
}

const ROOT = 0;

/**
 * The users that this process trusts, as the system lists them; `undefined` if users have no numbers, as on Windows.
 *
 * Like git, root also trusts the user who called it by sudo. The program's own owner is always trusted, since they could
 * change what it does. `others`: users who are trusted too, by the number.
 */
export function systemTrust(others: readonly number[] = []): Trust | undefined {
  const uid = process.geteuid?.();
  if (uid === undefined) return undefined;
  const isRoot = uid === ROOT;
  const caller = isRoot ? Number(process.env['SUDO_UID'] ?? ROOT) : uid;
  const uids = new Set([ROOT, uid, caller, statSync(new URL('package.json', PACKAGE_FOLDER)).uid, ...others]);
  return {
    isRoot,
    uids,
    nameOfUser: (wanted) => nameOfUser(wanted, readTables()),
    isOwnGroup: (gid) => isOwnGroup(gid, uids, readTables()),
  };
}

function readTables(): UserTables {
  const [passwd = '', group = '', sources = ''] = ['passwd', 'group', 'nsswitch.conf'].map(readTable);
  const areWhole = process.platform !== 'darwin' && areLocal(sources) && !NIS.test(`${passwd}\n${group}`);
  return { passwd, group, areWhole };
}

/** A line that refers to a directory service. */
const NIS = /^\+/m;

/** Empty if there is no such table. */
function readTable(name: string): string {
  return tryTo(() => readFileSync(`/etc/${name}`, 'utf8')) ?? '';
}

/**
 * Whether the tables are all there is, without a directory service. Source: nsswitch.conf(5); musl has no such file, and
 * uses none.
 */
function areLocal(sources: string): boolean {
  const lines = [...sources.matchAll(/^\s*(?:passwd|group):([^#\n]*)/gm)];
  return lines.every(([, names = '']) =>
    names
      .replace(/\[[^\]]*\]/g, '')
      .trim()
      .split(/\s+/)
      .every((name) => LOCAL_SOURCES.has(name)),
  );
}

const LOCAL_SOURCES: ReadonlySet<string> = new Set(['files', 'compat', 'db', 'systemd', 'altfiles']);
