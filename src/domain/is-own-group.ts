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
