import { describe, expect, it } from 'vitest';
import { isOwnGroup, nameOfUser, type UserTables } from '../../src/domain/is-own-group.ts';

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

describe('nameOfUser', () => {
  it('finds a name by its number', () => {
    expect([nameOfUser(1003, tables), nameOfUser(1004, tables)]).toEqual(['eve', undefined]);
  });
});
