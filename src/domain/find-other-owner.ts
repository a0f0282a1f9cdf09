import { quoteWord } from './quote-word.ts';

/** Whose a file is, and who may write to it, in the words of `node:fs`. */
export interface Rights {
  readonly uid: number;
  readonly gid: number;
  /** With the kind of file in its upper bits. */
  readonly mode: number;
}

/** Whom this process lets decide what it does. */
export interface Trust {
  readonly isRoot: boolean;
  /** The user of this process, root, and, where root was called by sudo, the caller. */
  readonly uids: ReadonlySet<number>;
  readonly nameOfUser: (uid: number) => string | undefined;
  /** Whether nobody but these users is in a group. */
  readonly isOwnGroup: (gid: number) => boolean;
}

/** Somebody else who could have written a file. */
export interface Stranger {
  /** Goes behind the name of the file. */
  readonly why: string;
  /** `path`: of the file itself, or of the folder that it is in. The commands are those of Unix, and for its shells. */
  readonly wayOut: (path: string, of?: 'file' | 'folder') => string;
}

const KIND = 0o170000;
const LINK = 0o120000;
const FOLDER = 0o040000;
/** A terminal may be written to by others, and takes nothing that they could have left there. */
const DEVICE = 0o020000;
const GROUP_WRITES = 0o020;
const OTHERS_WRITE = 0o002;

/**
 * Finds who else could have written a file, as ssh does with its own: what is in a plan, or in a file of settings, decides
 * what is sent where, and with which key.
 */
export function findOtherOwner({ uid, gid, mode }: Rights, trust: Trust): Stranger | undefined {
  const kind = mode & KIND;
  if (kind === DEVICE) return undefined;
  if (!trust.uids.has(uid)) return ownedBy({ uid, mode }, trust);
  // Everybody may write to a link, by its mode; only its owner can change where it leads.
  if (kind === LINK) return undefined;
  if ((mode & OTHERS_WRITE) !== 0) return writableBy('everybody', mode);
  if ((mode & GROUP_WRITES) !== 0 && !trust.isOwnGroup(gid)) return writableBy(`the group ${gid}`, mode);
  return undefined;
}

function ownedBy({ uid, mode }: Pick<Rights, 'uid' | 'mode'>, { isRoot, nameOfUser }: Trust): Stranger {
  const name = nameOfUser(uid);
  const take = isRoot
    ? ['run this as that user (sudo -u, docker run --user), or take it over: chown', 'root']
    : ['copy it to a folder of your own, or have it given to you: sudo chown', '"$(id -u)"'];
  return {
    why: `belongs to ${name === undefined ? `user ${uid}` : `the user "${name}"`}, who may have changed it`,
    wayOut: (path, of = kindOf(mode)) =>
      `if you trust what is in it, ${take.join(DEEP[of])} ${quoteWord(path, 'posix')}`,
  };
}

function writableBy(who: string, mode: number): Stranger {
  return {
    why: `can be changed by others: ${who} may write to it (mode ${(mode & 0o7777).toString(8).padStart(4, '0')})`,
    wayOut: (path, of = kindOf(mode)) =>
      `if you trust what is in it: chmod${DEEP[of]}go-w ${quoteWord(path, 'posix')}; where the disk keeps no rights, copy it to one that does`,
  };
}

/** Between a command and what it sets: a folder is set right with all that is in it. */
const DEEP = { file: ' ', folder: ' -R ' } as const;

function kindOf(mode: number): 'file' | 'folder' {
  return (mode & KIND) === FOLDER ? 'folder' : 'file';
}

/** The tables of users and groups, as they are written. */
export interface UserTables {
  /** Source: passwd(5). */
  readonly passwd: string;
  /** Source: group(5). */
  readonly group: string;
  /** Whether the system knows of no users and groups but these. */
  readonly areWhole: boolean;
}

interface User {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

const ROOTS_GROUP = 0;

/**
 * Whether a group has no members but the users with these numbers. Many systems give each user a private group that may write
 * by default, Kubernetes lets a group write to the volumes of a pod, and OpenShift root's: files that such a group may write
 * are in nobody else's hands.
 */
export function isOwnGroup(gid: number, uids: ReadonlySet<number>, tables: UserTables): boolean {
  if (gid === ROOTS_GROUP) return true;
  const users = readUsers(tables);
  const listed = readMembers(gid, tables).map((name) => users.find((user) => user.name === name)?.uid);
  const byDefault = users.filter((user) => user.gid === gid).map(({ uid }) => uid);
  const isOthers = [...listed, ...byDefault].some((uid) => uid === undefined || !uids.has(uid));
  return !isOthers && (uids.has(gid) || tables.areWhole);
}

/** What a user is called; `undefined` if the table has no such user. */
export function nameOfUser(uid: number, tables: Pick<UserTables, 'passwd'>): string | undefined {
  return readUsers(tables).find((user) => user.uid === uid)?.name;
}

function readUsers({ passwd }: Pick<UserTables, 'passwd'>): readonly User[] {
  return rowsOf(passwd).map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }));
}

/** Those who are in a group beside their own. */
function readMembers(gid: number, { group }: UserTables): readonly string[] {
  const rows = rowsOf(group).filter(([, , number = '']) => number !== '' && Number(number) === gid);
  return rows.flatMap(([, , , members = '']) => members.split(',').filter((name) => name !== ''));
}

function rowsOf(table: string): readonly (readonly string[])[] {
  return table
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split(':'));
}
