import * as fs from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Disk } from '../../../src/domain/ports.ts';
import { listFolders } from '../../../src/run/folder/find-run-folders.ts';
import { appendRun } from '../../../src/run/ledger/ledger-files.ts';
import { type PruneOptions, pruneRuns } from '../../../src/run/ledger/prune.ts';
import { killEverywhere } from '../../support/dying-disk.ts';
import { aRecord, onlyLedger } from '../../support/some-history.ts';
import { aPlanHead, aRunFolder } from '../../support/some-run.ts';
import { tempFolder, WAYS } from '../../support/temp-folder.ts';

type RunGiven = Parameters<typeof aRunFolder>[1];

const nightAt = (day: number): string => `2026-11-${String(day).padStart(2, '0')}T02:15:00.000Z`;

function openPlace() {
  const runs = join(tempFolder(), 'runs');
  const history = join(runs, '.history');
  fs.mkdirSync(history, { recursive: true });
  const add = (day: number, given: Partial<RunGiven> = {}) =>
    aRunFolder(runs, { history, at: nightAt(day), ...given });
  const options = (changed: Partial<PruneOptions> = {}): PruneOptions => ({
    history,
    from: [runs],
    job: undefined,
    last: 1,
    isDryRun: false,
    isBusy: () => false,
    now: Date.parse('2027-06-01T00:00:00Z'),
    disk: fs,
    ...changed,
  });
  const prune = (changed?: Partial<PruneOptions>) => pruneRuns(options(changed));
  const plan = (changed?: Partial<PruneOptions>) => prune({ ...changed, isDryRun: true });
  /** Run folders by their day, or by their name. */
  const left = () =>
    fs
      .readdirSync(runs)
      .filter((name) => name !== '.history')
      .map((name) => name.replace(/^2026-11-(\d\d)T02-15-00Z-costs$/, '$1'))
      .sort();
  return { runs, history, add, plan, prune, left };
}

/** What keeps each run folder that is kept, by its day. */
function reasonsOf({ kept }: ReturnType<typeof pruneRuns>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    kept.map(({ head, reasons }) => [head.created_at.slice(8, 10), reasons.join('+')]),
  );
}

/** What keeps a run of which nobody knows what it changed. */
const UNSURE = 'undoable+applicable+unconfirmed';
const UNCONFIRMED = { kind: 'outcome', n: 0, status: 'unconfirmed', reason: 'answer_lost', observed: null };
const ended = (by_status: object) => ({ summary: { by_status } });

describe('pruning', () => {
  it('counts runs in the order of the history, whatever their clocks said', () => {
    const { add, plan } = openPlace();
    add(1);
    add(9, { at: '2028-11-09T02:15:00.000Z' });
    for (const day of [2, 3]) add(day);
    const now = Date.parse('2026-11-04T00:00:00Z');
    const deleted = (rules: Partial<PruneOptions>) =>
      plan({ last: undefined, ...rules, now }).deleted.map(({ head }) => head.created_at.slice(0, 10));
    expect(deleted({ last: 2 })).toEqual(['2028-11-09', '2026-11-01']);
    expect(deleted({ withinMs: 36 * 3_600_000 })).toEqual(['2026-11-01']);
  });

  it('counts from the last run, however long ago that was', () => {
    const { add, plan } = openPlace();
    for (const day of [1, 3, 4]) add(day);
    expect(reasonsOf(plan({ last: undefined, withinMs: 24 * 3_600_000 }))).toEqual({
      '03': 'within',
      '04': 'within+undoable',
    });
  });

  it('counts each job, each account, and dry runs, separately', () => {
    const { add, plan } = openPlace();
    for (const day of [1, 2, 3]) add(day, { command: 'diff', summary: { by_status: { unchanged: 1 } } });
    for (const day of [4, 5, 6]) add(day);
    for (const day of [7, 8, 9]) add(day, { job: 'minimums' });
    for (const day of [10, 11]) add(day, { key: 'ba9876543210' });
    expect(reasonsOf(plan())).toEqual({
      '03': 'last',
      '06': 'last+undoable',
      '09': 'last+undoable',
      '11': 'last+undoable',
    });
    expect(reasonsOf(plan({ job: 'minimums' }))).toEqual({ '09': 'last+undoable' });
  });

  it.each<[string, string, Omit<RunGiven, 'at'>]>([
    ['the last run that can be undone', 'undoable', {}],
    ['the last one that can be applied', 'last+applicable', { command: 'diff', ...ended({ planned: 1 }) }],
    ['a run that was cut short', 'undoable+applicable', ended({ updated: 1, skipped: 1 })],
    ['a run with unconfirmed updates', UNSURE, ended({ unconfirmed: 1 })],
    ['updates that may arrive', 'undoable+unconfirmed', { summary: { by_reason: { may_arrive: 1 } } }],
    ['a run whose updates all ended in conflict', 'undoable', ended({ conflict: 1 })],
    ['a run whose updates failed', 'applicable', ended({ failed: 1 })],
    ['a run that was stopped', 'applicable', { summary: { writes: 0, by_status: { skipped: 1 } } }],
    ['a run that was killed', UNSURE, { summary: null, journal: [] }],
    ['a killed run with a journal that can’t be read', UNSURE, { summary: null, journal: [{ kind: '?' }] }],
    ['a killed run with one unconfirmed', UNSURE, { summary: null, journal: [UNCONFIRMED, { kind: 'end' }] }],
  ])('never deletes %s', (_what, reasons, given) => {
    const { add, plan, prune, left } = openPlace();
    add(1, given);
    // They keep nothing themselves: they sent nothing, and have nothing to send.
    for (const day of [2, 3]) add(day, { summary: { writes: 0, by_status: { unchanged: 1 } } });
    expect(reasonsOf(plan())).toEqual({ '01': reasons, '03': 'last' });
    prune();
    expect(left()).toEqual(['01', '03']);
  });

  it('never deletes the last plan with rows that wait for approval, whatever an apply has sent of it', () => {
    const { add, plan, prune, left } = openPlace();
    add(1, { summary: { by_status: { held: 2 } } });
    add(2, { summary: { by_status: { updated: 2, held: 2 } } });
    add(3, { command: 'apply', summary: { by_status: { updated: 1, failed: 1, held: 1 } } });
    add(4, { command: 'apply', summary: { by_status: { updated: 1, held: 1 } } });
    expect(reasonsOf(plan())).toEqual({ '02': 'approvable', '03': 'applicable', '04': 'last+undoable' });
    prune();
    expect(left()).not.toContain('01');
    expect(left()).toContain('02');
  });

  it('knows a run whose key was wrong, so that it is in the ledger of its job', () => {
    const { add, plan, history } = openPlace();
    const wrong = add(1, { key: 'ba9876543210', whole: false, history: undefined });
    for (const day of [2, 3]) add(day);
    const account = { ...aPlanHead().account, key_fingerprint: 'ba9876543210' };
    const record = aRecord({ started_at: nightAt(1), folder: wrong, account });
    appendRun(onlyLedger(history), record, { disk: fs, redact: (text) => text });
    expect(plan({ last: 2 })).toMatchObject({ deleted: [{ head: { created_at: nightAt(2) } }], unknown: [] });
  });

  it('judges a folder once, whoever has put a copy of its ledger beside it', () => {
    const { add, prune, left, history } = openPlace();
    for (const day of [1, 2, 3]) add(day);
    fs.cpSync(onlyLedger(history), join(history, 'a-copy'), { recursive: true });
    for (const day of [4, 5]) add(day);
    expect(prune()).toMatchObject({ failed: [], unknown: [] });
    expect(left()).toEqual(['03', '05']);
  });

  it.each([
    ['another job', { job: 'minimums' }],
    ['another account', { key: 'ba9876543210' }],
  ])('distinguishes runs that began at once, one of them of %s', (_what, other) => {
    for (const names of [
      ['x', 'y'],
      ['y', 'x'],
    ]) {
      const { add, plan } = openPlace();
      const [first, second] = [{}, other].map((each, at) => add(1, { name: names[at] ?? '', ...each }));
      add(2);
      const { deleted, kept } = plan();
      expect(deleted.map(({ path }) => path)).toEqual([first]);
      expect(kept.map(({ path }) => path)).toContain(second);
    }
  });

  it('never deletes a folder that a run uses, or began in', () => {
    const { add, plan, prune, left, history } = openPlace();
    const locked = add(1);
    add(3);
    const folder = add(2, { history: undefined });
    const begun = { kind: 'begun', version: 1, id: 'begun', command: 'sync', job: 'costs', account: null };
    appendRun(
      onlyLedger(history),
      { ...begun, folder, started_at: nightAt(2) },
      { disk: fs, redact: (text) => text },
    );
    const isBusy = (path: string) => path === locked;
    expect(reasonsOf(plan({ isBusy }))).toEqual({ '01': 'in_use', '03': 'last+undoable' });
    expect(plan().unknown).toEqual([folder]);
    prune({ isBusy });
    expect(left()).toHaveLength(3);
  });

  it('looks again whether a run uses a folder before it deletes it', () => {
    const { add, prune, left } = openPlace();
    const [first] = [1, 2].map((day) => add(day));
    let looks = 0;
    const { deleted, failed } = prune({ isBusy: (path) => path === first && looks++ > 0 });
    expect([deleted, failed, left().length]).toEqual([
      [],
      [{ path: expect.any(String), why: 'A run uses it' }],
      2,
    ]);
  });

  it('takes a run without a summary for one that may be under way, for a day', () => {
    const { add, plan } = openPlace();
    add(1, { command: 'diff', whole: false, summary: null });
    add(2, { command: 'diff', whole: false });
    expect(reasonsOf(plan({ now: Date.now() }))).toEqual({ '01': 'in_use', '02': 'last' });
    expect(reasonsOf(plan({ now: Date.now() + 25 * 3_600_000 }))).toEqual({ '02': 'last' });
  });

  it.each<[string, (folder: string) => void]>([
    ['holds notes of a person', (folder) => fs.writeFileSync(join(folder, 'notes.txt'), 'why')],
    ['holds a folder', (folder) => fs.mkdirSync(join(folder, 'report.html'))],
    ['holds a link', (folder) => fs.symlinkSync('/etc/passwd', join(folder, 'retry.csv'))],
    ['holds a link named as a leftover', (folder) => fs.symlinkSync('/etc', join(folder, 'x.unfinished'))],
    ...WAYS.map(([how, hand]) => [how, hand] as [string, typeof hand]),
    ...WAYS.map(([how, hand]): [string, typeof hand] => [
      `holds a plan of which ${how}`,
      (folder) => hand(join(folder, 'plan.ndjson')),
    ]),
  ])('leaves a folder alone that %s', (_what, change) => {
    const { add, plan, prune, left } = openPlace();
    change(add(1));
    add(2);
    expect(reasonsOf(plan())).toEqual({ '01': 'not_ours', '02': 'last+undoable' });
    prune();
    expect(left()).toHaveLength(2);
  });

  it('touches nothing that is not a run folder, and follows no link', () => {
    const { add, prune, left, runs } = openPlace();
    const outside = tempFolder();
    const real = aRunFolder(outside, { at: nightAt(1) });
    fs.symlinkSync(real, join(runs, basename(real)));
    fs.mkdirSync(join(runs, 'notes'));
    fs.writeFileSync(join(runs, 'index.html'), '');
    for (const [day, plan] of [
      [3, undefined],
      [4, '{}\n'],
    ] as const) {
      const path = join(add(day), 'plan.ndjson');
      if (plan === undefined) fs.rmSync(path);
      else fs.writeFileSync(path, plan);
    }
    add(2);
    expect(prune()).toMatchObject({ finished: [], deleted: [], failed: [] });
    expect(left()).toHaveLength(6);
    expect(fs.existsSync(join(real, 'plan.ndjson'))).toBe(true);
  });

  it.each([
    ['gives it back', false],
    ['leaves it, if there is a third one by then', true],
  ])('deletes no folder that took the place of the one it looked at: %s', (_what, isTaken) => {
    const { add, prune, left, runs } = openPlace();
    const folder = add(1, { name: 'out' });
    add(2);
    const moved = join(tempFolder(), 'moved');
    const replacing: Disk = {
      ...fs,
      renameSync: (from, to) => {
        const isFirst = from === folder && !fs.existsSync(moved);
        if (isFirst) {
          fs.renameSync(folder, moved);
          aRunFolder(runs, { at: nightAt(3), name: 'out' });
        }
        fs.renameSync(from, to);
        if (isFirst && isTaken) fs.mkdirSync(folder);
      },
    };
    const { deleted, failed } = prune({ disk: replacing });
    const name = isTaken ? 'out.deleting' : 'out';
    expect([deleted, failed]).toEqual([[], [{ path: folder, why: expect.stringContaining('replaced') }]]);
    prune();
    prune();
    expect(left()).toContain(name);
    expect(fs.readdirSync(join(runs, name))).toContain('plan.ndjson');
  });

  it('looks at a folder that is named as one half deleted, and has a plan, like at any other', () => {
    const { add, plan, prune, left } = openPlace();
    add(1, { name: 'unknown.deleting', history: undefined });
    add(2, { name: 'known.deleting' });
    add(3);
    expect(plan().finished).toEqual([]);
    prune();
    expect(left()).toEqual(['03', 'unknown.deleting']);
  });

  it('goes on with what a killed process left half deleted, wherever that was, and nothing takes it for a run', () => {
    let place = openPlace();
    const kills = killEverywhere(
      (disk) => {
        place = openPlace();
        for (const day of [1, 2, 3]) place.add(day);
        place.prune({ disk });
      },
      () => {
        const whole = listFolders([place.runs], fs).filter((path) => basename(path) !== '.history');
        for (const path of whole) expect(fs.readdirSync(path)).toHaveLength(4);
        expect(whole.join()).not.toContain('.deleting');
        place.prune();
        expect(place.left()).toEqual(['03']);
      },
    );
    expect(kills).toBeGreaterThan(10);
  });

  it('leaves a folder alone whose name only says that it is being deleted', () => {
    const { add, prune, left, runs } = openPlace();
    add(1);
    fs.mkdirSync(join(runs, 'mine.deleting'));
    fs.writeFileSync(join(runs, 'mine.deleting', 'thesis.txt'), '');
    prune();
    expect(left()).toContain('mine.deleting');
  });

  it('names what the disk does not let it delete, and goes on with others', () => {
    const { add, prune, left } = openPlace();
    for (const day of [1, 2, 3]) add(day);
    const stubborn: Disk = {
      ...fs,
      renameSync: (from, to) => {
        if (from.includes('11-01'))
          throw Object.assign(new Error('EACCES: permission denied, rename'), { code: 'EACCES' });
        fs.renameSync(from, to);
      },
    };
    const { deleted, failed } = prune({ disk: stubborn });
    expect([deleted.length, failed]).toEqual([
      1,
      [{ path: expect.any(String), why: 'permission is denied' }],
    ]);
    expect(left()).toEqual(['01', '03']);
  });
});
