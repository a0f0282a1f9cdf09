import { describe, expect, it } from 'vitest';
import {
  findOtherOwner,
  isOwnGroup,
  nameOfUser,
  type Trust,
  type UserTables,
} from '../../src/domain/find-other-owner.ts';

const [FILE, FOLDER, LINK, DEVICE] = [0o100000, 0o040000, 0o120000, 0o020000];

const trust: Trust = {
  isRoot: false,
  uids: new Set([0, 1000]),
  nameOfUser: (uid) => (uid === 1001 ? 'eve' : undefined),
  isOwnGroup: (gid) => gid === 1000,
};

describe('findOtherOwner', () => {
  it.each([
    ['a file of ours', 1000, 1000, FILE | 0o600],
    ['one that others may read', 1000, 100, FILE | 0o644],
    ['one that our own group may write', 1000, 1000, FILE | 0o664],
    ['one of root', 0, 0, FILE | 0o440],
    ['a folder of ours', 1000, 1000, FOLDER | 0o775],
    ['a link of ours, whose mode says nothing', 1000, 100, LINK | 0o777],
    ['a terminal or /dev/null', 1001, 5, DEVICE | 0o666],
  ])('is none for %s', (_what, uid, gid, mode) => {
    expect(findOtherOwner({ uid, gid, mode }, trust)).toBeUndefined();
  });

  const EVE = 'belongs to the user "eve", who may have changed it';
  const NOBODY = 'belongs to user 1002, who may have changed it';
  const EVERYBODY = 'can be changed by others: everybody may write to it (mode 1777)';
  const GROUP = 'can be changed by others: the group 100 may write to it';
  it.each([
    ['another’s', 1001, 100, FILE | 0o600, EVE, /copy it to a folder .*: sudo chown "\$\(id -u\)" PATH$/],
    ['a nameless user’s link', 1002, 100, LINK | 0o777, NOBODY, /copy it/],
    ['what everybody may write to', 1000, 1000, FOLDER | 0o1777, EVERYBODY, /: chmod -R go-w PATH;/],
    ['what others’ group may write to', 1000, 100, FILE | 0o664, `${GROUP} (mode 0664)`, /chmod go-w PATH/],
    ['root’s, where others’ group may', 0, 100, FILE | 0o660, `${GROUP} (mode 0660)`, /chmod/],
  ])('finds who else could have written %s, and says the way out', (_what, uid, gid, mode, why, wayOut) => {
    const stranger = findOtherOwner({ uid, gid, mode }, trust);
    expect(stranger?.why).toBe(why);
    expect(stranger?.wayOut('PATH')).toMatch(wayOut);
  });

  it.each([
    [FILE, undefined, 'chmod go-w PATH'],
    [FOLDER, undefined, 'chmod -R go-w PATH'],
    [FILE, 'folder', 'chmod -R go-w PATH'],
  ] as const)('sets right a folder with all that is in it: %o, as a %s', (kind, of, command) => {
    const stranger = findOtherOwner({ uid: 1000, gid: 1000, mode: kind | 0o777 }, trust);
    expect(stranger?.wayOut('PATH', of)).toContain(`: ${command};`);
  });

  it('tells root to be that user', () => {
    const stranger = findOtherOwner(
      { uid: 1000, gid: 1000, mode: FILE | 0o600 },
      { ...trust, isRoot: true, uids: new Set([0]) },
    );
    expect(stranger?.wayOut('PATH')).toBe(
      'if you trust what is in it, run this as that user (sudo -u, docker run --user), or take it over: chown root PATH',
    );
  });
});

const tables: UserTables = {
  passwd: [
    '# users',
    'root:x:0:0:root:/root:/bin/sh',
    'ann:x:1000:1000:Ann,,,:/home/ann:/bin/sh',
    'bob:x:1001:1002::/home/bob:/bin/sh',
    'eve:x:1003:100::/home/eve:/bin/sh',
    '',
  ].join('\n'),
  group: [
    'root:x:0:',
    'users:x:100:',
    'ann:x:1000:',
    'bob:x:1002:bob',
    'shop:x:2000:ann,eve',
    'ghosts:x:2001:gone',
    'web:x:2003:root',
    '',
  ].join('\n'),
  areWhole: true,
};

const ANN = new Set([0, 1000]);
const BOB = new Set([0, 1001]);

describe('isOwnGroup', () => {
  it.each([
    ['of one’s own', 1000, ANN, true],
    ['of one’s own under another number', 1002, BOB, true],
    ['of root', 0, ANN, true],
    ['that the tables don’t have, as that of a volume', 2002, ANN, true],
    ['that only root is in', 2003, ANN, true],
    ['of another user', 1000, BOB, false],
    ['that another one is in by default', 100, ANN, false],
    ['that another one is in beside', 2000, ANN, false],
    ['with somebody in it whom the tables don’t have', 2001, ANN, false],
  ])('says of a group %s: %i', (_what, gid, uids, expected) => {
    expect(isOwnGroup(gid, uids, tables)).toBe(expected);
  });

  it.each([
    [1000, true],
    [0, true],
    [1002, false],
    [2002, false],
  ])('goes by the number alone where a directory service knows more: %i', (gid, expected) => {
    expect(isOwnGroup(gid, ANN, { ...tables, areWhole: false })).toBe(expected);
  });

  it('is nobody’s own where somebody was let into it', () => {
    const group = tables.group.replace('ann:x:1000:', 'ann:x:1000:eve');
    expect(isOwnGroup(1000, ANN, { ...tables, group })).toBe(false);
  });

  it('does without tables, as in an image that has none', () => {
    const none = { passwd: '', group: '', areWhole: true };
    expect([isOwnGroup(1000, ANN, none), nameOfUser(1000, none)]).toEqual([true, undefined]);
  });
});
