import * as fs from 'node:fs';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Disk } from '../../../src/domain/ports.ts';
import { AgreedValues } from '../../../src/run/history/agreed-values.ts';
import type { BegunRun } from '../../../src/run/history/begun-run.ts';
import { partPath } from '../../../src/run/history/history-files.ts';
import { openHistory } from '../../../src/run/history/open-history.ts';
import { listingId } from '../../support/builders.ts';
import { failingDisk } from '../../support/failing-disk.ts';
import { recordingDisk } from '../../support/recording-disk.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import {
  aChange,
  aDrift,
  addRun,
  agreedCost,
  anIssue,
  aRecord,
  damage,
  filesIn,
  LATER,
  linesOf,
  night,
  open,
  PART,
} from './support.ts';

const ID = listingId(1);
const SAME_SECOND = ['2026-10-05T02:30:00.100Z', '2026-10-05T02:30:00.700Z'] as const;

async function agreedAfter(folder: string): Promise<unknown> {
  return (await open(folder)).agreed.get(ID, 'cost');
}

describe('openHistory', () => {
  it('knows nothing of a job that never ran', async () => {
    const folder = tempFolder();
    const { past, agreed, notices } = await open(folder);
    expect({ past, size: agreed.size, notices, files: readdirSync(folder) }).toEqual({
      past: { runs: [], attention: [], drifts: [], isKnown: false, beside: [] },
      size: 0,
      notices: [],
      files: [],
    });
  });

  it('gives back what the last run added', async () => {
    const folder = tempFolder();
    await addRun(folder, { started_at: night(1) }, [aChange(), aDrift(), anIssue(), agreedCost(1, 644)]);
    const { past, agreed } = await open(folder);
    expect(past).toMatchObject({ attention: [anIssue()], drifts: [aDrift()], isKnown: true });
    expect(past.runs).toEqual([{ ...aRecord(), id: '2026-10-01T02-30-00Z-costs', previous: null }]);
    expect(agreed.get(ID, 'cost')).toBe(644);
  });

  it('takes the newest run first, and of the agreed values the last', async () => {
    const folder = tempFolder();
    for (const number of [1, 2, 3])
      await addRun(folder, { started_at: night(number) }, [agreedCost(1, 600 + number)]);
    const { past, agreed } = await open(folder);
    expect(past.runs.map(({ started_at }) => started_at)).toEqual([night(3), night(2), night(1)]);
    expect(agreed.get(ID, 'cost')).toBe(603);
  });

  it('forgets what a run may have changed unseen, until a later one knows it again', async () => {
    const folder = tempFolder();
    await addRun(folder, { started_at: night(1) }, [agreedCost(1, 640)]);
    const unknown = new AgreedValues();
    unknown.forget(ID, 'cost');
    await addRun(folder, { started_at: night(2) }, [...unknown.freshLines()]);
    expect(await agreedAfter(folder)).toBe(undefined);
    await addRun(folder, { started_at: night(3) }, [agreedCost(1, 650)]);
    expect(await agreedAfter(folder)).toBe(650);
  });

  it('keeps two runs apart that began in one second, and knows which was first', async () => {
    const folder = tempFolder();
    for (const [at, started_at] of SAME_SECOND.entries())
      await addRun(folder, { started_at, folder: `/runs/${at}` }, [agreedCost(1, 600 + at)]);
    const { past } = await open(folder);
    expect(past.runs.map(({ started_at }) => started_at)).toEqual([...SAME_SECOND].reverse());
    expect(past.runs.map(({ id, previous }) => [id, previous?.id])).toEqual([
      ['2026-10-05T02-30-00Z-costs-2', '2026-10-05T02-30-00Z-costs'],
      ['2026-10-05T02-30-00Z-costs', undefined],
    ]);
    expect(await agreedAfter(folder)).toBe(601);
  });

  it('keeps two runs of one second apart that end beside each other', async () => {
    const folder = tempFolder();
    const [first, second] = SAME_SECOND;
    const other = await open(folder, { isLocked: false });
    const addOther = (): void => other.add(aRecord({ started_at: first, dry_run: true }), 'costs', () => []);
    let isAdded = false;
    // The other one takes the name after this one has found it free.
    const linkSync: Disk['linkSync'] = (from, to) => {
      if (!isAdded) {
        isAdded = true;
        addOther();
      }
      fs.linkSync(from, to);
    };
    const history = await open(folder, { disk: { ...fs, linkSync } });
    history.add(aRecord({ started_at: second }), 'costs', () => [agreedCost(1, 650)]);
    expect(history.notices).toEqual([]);
    expect(filesIn(folder)).toHaveLength(2);
    expect((await open(folder)).past.runs.map(({ started_at }) => started_at)).toEqual([second]);
    expect(await agreedAfter(folder)).toBe(650);
    const heads = filesIn(folder).map((path) => linesOf(path)[0]);
    expect(heads).toContainEqual(expect.objectContaining({ dry_run: true, started_at: first }));
    const ids = heads.map((head) => (head as { readonly id: string }).id);
    expect(new Set(ids).size).toBe(2);
  });

  it('reads what a run added in the second of the snapshot', async () => {
    const folder = tempFolder();
    const [first, second] = SAME_SECOND;
    const history = await open(folder);
    for (let number = 1; number <= 2001; number++) history.agreed.set(listingId(number), 'cost', 1 as never);
    history.add(aRecord({ started_at: first }), 'costs', () => history.agreed.freshLines());
    expect(existsSync(join(partPath(folder, PART), 'agreed.ndjson'))).toBe(true);
    await addRun(folder, { started_at: second }, [agreedCost(1, 2)]);
    expect(await agreedAfter(folder)).toBe(2);
  });

  it.each(['first', 'second'] as const)(
    'takes over from the snapshot of the %s of three runs',
    async (which) => {
      const folder = tempFolder();
      for (const number of [1, 2, 3]) {
        const history = await open(folder);
        const many = number === (which === 'first' ? 1 : 2) ? 2500 : 1;
        for (let id = 1; id <= many; id++) history.agreed.set(listingId(id), 'cost', (id + number) as never);
        history.add(aRecord({ started_at: night(number) }), 'costs', () => history.agreed.freshLines());
      }
      const snapshot = join(partPath(folder, PART), 'agreed.ndjson');
      expect(linesOf(snapshot)[0]).toMatchObject({
        through: `2026-10-0${which === 'first' ? 1 : 2}T02-30-00Z-costs`,
      });
      const { agreed } = await open(folder);
      expect([agreed.size, agreed.get(ID, 'cost'), agreed.get(listingId(2500), 'cost')]).toEqual([
        2500,
        4,
        2500 + (which === 'first' ? 1 : 2),
      ]);
      rmSync(snapshot);
      expect((await open(folder)).agreed.get(listingId(2500), 'cost')).toBe(
        agreed.get(listingId(2500), 'cost'),
      );
    },
  );

  it('takes the values of the run that was the last one, though the clock was set back before it', async () => {
    const folder = tempFolder();
    const play = async (started_at: string, cost: number) => {
      const history = await open(folder);
      history.agreed.set(ID, 'cost', cost as never);
      history.add(aRecord({ started_at, folder: `/runs/${cost}` }), 'costs', () => [
        ...history.agreed.freshLines(),
      ]);
    };
    await play('2026-10-05T03:30:00.000Z', 601);
    await play('2026-10-05T02:30:00.000Z', 602);
    expect(await agreedAfter(folder)).toBe(602);
    await play('2026-10-05T02:40:00.000Z', 603);
    expect(await agreedAfter(folder)).toBe(603);
    await play('2026-10-05T03:40:00.000Z', 604);
    expect(await agreedAfter(folder)).toBe(604);
  });

  it('keeps no snapshot of what a sheet says that a guard stopped', async () => {
    const folder = tempFolder();
    const history = await open(folder);
    for (let id = 1; id <= 2500; id++) history.agreed.set(listingId(id), 'cost', 1 as never);
    const stopped = { code: 'guard', rules: ['rows_dropped'], message: '' };
    history.add(aRecord({ exit_code: 4, verdict: 'failed', stopped }), 'costs', () => []);
    expect((await open(folder)).agreed.size).toBe(0);
  });

  it.each([
    ['a dry run', { dry_run: true }],
    ['an undo', { command: 'undo' }],
    ['a run that was stopped', { stopped: { code: 'guard', rules: [], message: '' }, exit_code: 4 }],
    ['a run that was killed', { verdict: 'killed', exit_code: null }],
  ] as const)('takes what needs attention from the run before %s', async (_, fields) => {
    const folder = tempFolder();
    await addRun(folder, { started_at: night(1) }, [anIssue(), aDrift()]);
    await addRun(folder, { started_at: night(2), ...fields }, [anIssue({ sku: 'OTHER' })]);
    const { past } = await open(folder);
    expect([past.attention, past.drifts]).toEqual([[anIssue()], [aDrift()]]);
  });

  it.each([
    ['dry runs', { dry_run: true, command: 'diff' }],
    ['runs that failed', { verdict: 'failed', exit_code: 1, stopped: { code: 'x', rules: [], message: '' } }],
  ] as const)('finds the last night behind a hundred %s', async (_, fields) => {
    const folder = tempFolder();
    await addRun(folder, { started_at: night(1) }, [anIssue()]);
    const history = await open(folder, { isLocked: false });
    for (let second = 0; second < 100; second++)
      history.add(aRecord({ started_at: night(2, second), folder: null, ...fields }), 'costs', () => []);
    const { past } = await open(folder);
    expect(past.attention).toEqual([anIssue()]);
    expect(past.runs.at(-1)?.started_at).toBe(night(1));
  });

  it('chains the runs that held the lock', async () => {
    const folder = tempFolder();
    await addRun(folder, { started_at: night(1) });
    await addRun(folder, { started_at: night(2), dry_run: true });
    await addRun(folder, { started_at: night(3) });
    const seals = filesIn(folder).map((path) => (linesOf(path).at(-1) as { sha256: string }).sha256);
    expect(filesIn(folder).map((path) => (linesOf(path)[0] as { previous: unknown }).previous)).toEqual([
      null,
      null,
      { id: '2026-10-01T02-30-00Z-costs', sha256: seals[0] },
    ]);
  });

  it('chains past a run that never had the lock', async () => {
    const folder = tempFolder();
    await addRun(folder, { started_at: night(1) });
    const refused = { code: 'locked', rules: [], message: '' };
    await addRun(folder, { started_at: night(2), folder: null, exit_code: 7, stopped: refused });
    await addRun(folder, { started_at: night(3) });
    const { past } = await open(folder);
    expect(past.runs[0]?.previous?.id).toBe('2026-10-01T02-30-00Z-costs');
  });

  it('is one for each job and account', async () => {
    const parts = [
      PART,
      { ...PART, job: 'other' },
      { ...PART, account: { ...PART.account, key_fingerprint: 'beef' } },
      { ...PART, account: null },
      { ...PART, job: null },
    ].map((of) => partPath('/x', of));
    expect(new Set(parts).size).toBe(parts.length);
  });
});

describe('a file of the history that is damaged', () => {
  const CASES: readonly (readonly [string, (path: string) => void])[] = [
    ['an amount is another', (path) => damage(path, '"cost":[644]', '"cost":[645]')],
    ['a line is cut', (path) => damage(path, /("cost":\[644\]).*/, '$1')],
    ['it ends early', (path) => damage(path, /\{"kind":"end".*\n$/, '')],
    ['it has no end of line', (path) => damage(path, /\n$/, '')],
    ['a line is missing', (path) => damage(path, /\{"kind":"attention".*\n/, '')],
    ['a line is there twice', (path) => damage(path, /(\{"kind":"attention".*\n)/, '$1$1')],
    ['it says something of no listing', (path) => damage(path, /"ids":\[[^\]]*\]/, '"ids":[null]')],
    ['it is full of zeros', (path) => damage(path, /[^\n]/g, '\0')],
    ['it is empty', (path) => writeFileSync(path, '')],
  ];

  it.each(CASES)('is left out as a whole: %s', async (_, spoil) => {
    const folder = tempFolder();
    await addRun(folder, { started_at: night(1) }, [agreedCost(1, 640)]);
    await addRun(folder, { started_at: night(2) }, [anIssue(), aDrift(), agreedCost(1, 644)]);
    spoil(filesIn(folder)[1] ?? '');
    const opening = open(folder);
    await expect(opening).resolves.toBeDefined();
    const history = await opening;
    // That run may have set anything.
    expect(history.agreed.get(ID, 'cost')).toBe(undefined);
    expect([history.past.attention, history.past.drifts]).toEqual([[], []]);
    // Nor do its figures count, such as how many SKUs a sheet usually has.
    expect(history.past.runs.map(({ started_at }) => started_at)).toEqual([night(1)]);
    history.add(aRecord({ started_at: night(3) }), 'costs', () => [agreedCost(1, 650)]);
    expect(await agreedAfter(folder)).toBe(650);
    expect(filesIn(folder)).toHaveLength(3);
  });

  it('is said', async () => {
    const folder = tempFolder();
    await addRun(folder, { started_at: night(1) }, [agreedCost(1, 640)]);
    damage(filesIn(folder)[0] ?? '', '640', '641');
    const { notices } = await open(folder);
    expect(new Set(notices)).toEqual(
      new Set([
        `The file "${filesIn(folder)[0]}" of the history is damaged: it was changed after it was written; it is left out, and history rebuild examines all of them`,
      ]),
    );
  });

  /** Three nights, the last of which left a snapshot: no value is read from the files of the others any more. */
  async function withSnapshot() {
    const folder = tempFolder();
    for (const number of [1, 2, 3]) {
      const history = await open(folder);
      for (let id = 1; id <= 2500; id++) history.agreed.set(listingId(id), 'cost', number as never);
      history.add(aRecord({ started_at: night(number), folder: `/runs/${number}` }), 'costs', () =>
        history.agreed.freshLines(),
      );
    }
    return { folder, files: filesIn(folder), agreed: () => agreedAfter(folder) };
  }

  it.each([
    [
      'its first line is another',
      (path: string) => damage(path, '"exit_code":0', '"exit_code":3'),
      'is damaged',
    ],
    ['a line below is another', (path: string) => damage(path, '"cost":[1,', '"cost":[9,'), 'is damaged'],
    [
      'its first line is none',
      (path: string) => damage(path, '"version":1', '"version":[]'),
      "can't be read",
    ],
    ['it ends early', (path: string) => damage(path, /\{"kind":"end".*\n$/, ''), 'is damaged'],
  ])(
    'is none that later runs are compared with, and is named, also behind the snapshot: %s',
    async (_, spoil, words) => {
      const { folder, files } = await withSnapshot();
      const [first = ''] = files;
      spoil(first);
      const { past, notices } = await open(folder);
      expect(past.runs.map(({ started_at }) => started_at)).toEqual([night(3), night(2)]);
      expect(notices).toEqual([expect.stringContaining(words)]);
      expect(notices[0]).toContain(first);
    },
  );

  it('gives way to the run before it, as to what needed attention', async () => {
    const folder = tempFolder();
    await addRun(folder, { started_at: night(1) }, [anIssue(), aDrift()]);
    await addRun(folder, { started_at: night(2) }, [anIssue({ sku: 'OTHER' })]);
    damage(filesIn(folder)[1] ?? '', 'OTHER', 'ANOTHER');
    const { past } = await open(folder);
    expect([past.attention, past.drifts, past.isKnown]).toEqual([[anIssue()], [aDrift()], true]);
  });

  it.each([
    ['a dry run', '"dry_run":false', '"dry_run":true'],
    ['an older run', /"id":"2026-10-05/, '"id":"2025-10-05'],
  ])('may have set anything, though it says that it is %s', async (_, from, to) => {
    const folder = tempFolder();
    await addRun(folder, { started_at: night(1) }, [agreedCost(1, 640)]);
    await addRun(folder, { started_at: night(5) }, [agreedCost(1, 644)]);
    damage(filesIn(folder)[1] ?? '', from, to);
    expect(await agreedAfter(folder)).toBe(undefined);
  });

  it('does not keep the next run out of the history, which then names no run before it', async () => {
    const folder = tempFolder();
    await addRun(folder, { started_at: night(1) }, [agreedCost(1, 640)]);
    damage(filesIn(folder)[0] ?? '', '640', '641');
    await addRun(folder, { started_at: night(2) });
    expect(filesIn(folder)).toHaveLength(2);
    expect(linesOf(filesIn(folder)[1] ?? '')[0]).toMatchObject({ started_at: night(2), previous: null });
  });

  it('does not count if it is the snapshot', async () => {
    const folder = tempFolder();
    const history = await open(folder);
    for (let id = 1; id <= 2500; id++) history.agreed.set(listingId(id), 'cost', 644 as never);
    history.add(aRecord(), 'costs', () => history.agreed.freshLines());
    await addRun(folder, { started_at: night(2) }, [agreedCost(2, 700)]);
    damage(join(partPath(folder, PART), 'agreed.ndjson'), '644', '645');
    const { agreed, notices } = await open(folder);
    expect([agreed.get(ID, 'cost'), agreed.get(listingId(2), 'cost'), notices.length]).toEqual([
      undefined,
      700,
      1,
    ]);
  });

  it('is of a newer version: it is passed over, and so are lines of a kind that is not known', async () => {
    const folder = tempFolder();
    await addRun(folder, { started_at: night(1) }, [
      agreedCost(1, 640),
      { kind: 'mood', is: 'good' } as never,
    ]);
    await addRun(folder, { started_at: night(2), version: 2 as never }, [agreedCost(1, 641)]);
    const { past, agreed, notices } = await open(folder);
    expect([past.runs.length, agreed.get(ID, 'cost'), notices]).toEqual([
      1,
      undefined,
      [expect.stringMatching(/^The run "[^"]+" of the history can't be read; changes by somebody else/)],
    ]);
  });

  it('is missing between others: what was agreed on before it is not known, and the run is named', async () => {
    const folder = tempFolder();
    for (const [at, cost] of [
      [1, 640],
      [2, 644],
      [3, 644],
    ] as const)
      await addRun(folder, { started_at: night(at) }, cost === 644 && at === 3 ? [] : [agreedCost(1, cost)]);
    const [, gone = ''] = filesIn(folder);
    rmSync(gone);
    const { agreed, notices } = await open(folder);
    expect([agreed.get(ID, 'cost'), notices]).toEqual([
      undefined,
      [expect.stringContaining(`The run "${basename(gone, '.ndjson')}" is missing from the history`)],
    ]);
  });
});

describe('a disk that fails', () => {
  const CALLS = ['readdirSync', 'openSync', 'readSync', 'lstatSync', 'existsSync', 'closeSync'] as const;

  it.each(CALLS)('ends no run where %s does', async (call) => {
    const folder = tempFolder();
    await addRun(folder, {}, [agreedCost(1, 640)]);
    const history = await open(folder, { disk: failingDisk(call, 'EIO') });
    expect(() => history.add(aRecord({ started_at: night(2) }), 'costs', () => [])).not.toThrow();
  });

  it.each(['writeSync', 'fsyncSync', 'linkSync', 'mkdirSync'] as const)(
    'keeps what was there where %s does',
    async (call) => {
      const folder = tempFolder();
      await addRun(folder, {}, [agreedCost(1, 640)]);
      const before = filesIn(folder).map((path) => readFileSync(path, 'utf8'));
      const history = await open(folder, { disk: failingDisk(call, 'ENOSPC') });
      history.add(aRecord({ started_at: '2026-11-02T02:30:00.000Z' }), 'costs', () => [agreedCost(1, 641)]);
      expect(history.notices.join()).toContain("The history can't be kept");
      expect(filesIn(folder).map((path) => readFileSync(path, 'utf8'))).toEqual(before);
      expect(
        readdirSync(folder, { recursive: true }).filter((name) => /unfinished/.test(String(name))),
      ).toEqual([]);
    },
  );

  it('syncs a file before it has its name', async () => {
    const folder = tempFolder();
    const steps: string[] = [];
    const history = await open(folder, { disk: recordingDisk((step) => steps.push(step)) });
    history.add(aRecord(), 'costs', () => []);
    const name = '2026-10-01T02-30-00Z-costs.ndjson';
    const begin = steps.findIndex((step) => step.startsWith('open'));
    const [draft] = steps[begin]?.split(' ').slice(1) ?? [];
    expect(steps.slice(begin, begin + 4)).toEqual([
      `open ${draft}`,
      `sync ${draft}`,
      `link ${draft} to ${name}`,
      'sync 2026-10',
    ]);
    expect(draft).toMatch(/\.unfinished$/);
  });

  it('is for the owner only', async () => {
    const folder = join(tempFolder(), 'history');
    await addRun(folder, {});
    const paths = [
      folder,
      ...(readdirSync(folder, { recursive: true }) as string[]).map((name) => join(folder, name)),
    ];
    expect(paths.map((path) => fs.statSync(path).mode & 0o077)).toEqual(paths.map(() => 0));
  });

  it('is not used where others may write to it', async () => {
    const folder = tempFolder();
    await addRun(folder, {}, [agreedCost(1, 640)]);
    chmodSync(folder, 0o777);
    const history = await open(folder);
    history.add(aRecord({ started_at: night(2) }), 'costs', () => []);
    expect(history.past.isKnown).toBe(false);
    expect(history.notices).toEqual([expect.stringContaining('everybody may write to it (mode 0777)')]);
    expect(filesIn(folder)).toHaveLength(1);
  });

  it('has a file where the folder should be', async () => {
    const folder = join(tempFolder(), 'history');
    writeFileSync(folder, '');
    const history = await open(folder);
    history.add(aRecord(), 'costs', () => []);
    expect(history.notices.length).toBeGreaterThan(0);
  });
});

describe('a run that was killed', () => {
  const begun = { command: 'sync', folder: '/nowhere/runs/2', started_at: night(2) } as const;
  const openFor = (folder: string, run: BegunRun = { version: 1, ...begun }, disk: Disk = fs) =>
    openHistory({
      ...PART,
      folder,
      isLocked: true,
      begun: run,
      redact: (text) => text,
      startedAt: LATER,
      disk,
    });

  it('is added by the next one, though it left no plan', async () => {
    const folder = tempFolder();
    await addRun(folder, { started_at: night(1) });
    await openFor(folder);
    const { past } = await openFor(folder, {
      version: 1,
      ...begun,
      folder: '/nowhere/runs/3',
      started_at: night(3),
    });
    expect(
      past.runs.map(({ started_at, verdict, folder: of, previous }) => [
        started_at,
        verdict,
        of,
        previous?.id,
      ]),
    ).toEqual([
      [night(2), 'killed', '/nowhere/runs/2', '2026-10-01T02-30-00Z-costs'],
      [night(1), 'ok', '/shop/runs/1', undefined],
    ]);
  });

  it('is added once', async () => {
    const folder = tempFolder();
    await openFor(folder);
    await openFor(folder, { version: 1, ...begun, started_at: night(3) });
    expect(filesIn(folder)).toHaveLength(1);
  });

  it('is not added by a dry run, which holds no lock: it may still be alive', async () => {
    const folder = tempFolder();
    await openFor(folder);
    await open(folder, { isLocked: false });
    expect(filesIn(folder)).toEqual([]);
  });

  it('is forgotten by its own end', async () => {
    const folder = tempFolder();
    const history = await openFor(folder);
    expect(existsSync(join(partPath(folder, PART), 'begun.json'))).toBe(true);
    history.add(aRecord({ folder: begun.folder, started_at: begun.started_at }), 'costs', () => []);
    expect(existsSync(join(partPath(folder, PART), 'begun.json'))).toBe(false);
  });

  it('came to its end but could not take back its word', async () => {
    const folder = tempFolder();
    const history = await openFor(folder);
    const path = join(partPath(folder, PART), 'begun.json');
    const word = readFileSync(path);
    history.add(aRecord({ folder: begun.folder, started_at: begun.started_at }), 'costs', () => []);
    writeFileSync(path, word);
    await open(folder);
    expect(filesIn(folder)).toHaveLength(1);
    expect(existsSync(path)).toBe(false);
  });

  it.each(['', '{', '{"version":2}\n', '\0\0\0\n'])('left word that can not be read: %j', async (text) => {
    const folder = tempFolder();
    mkdirSync(partPath(folder, PART), { recursive: true, mode: 0o700 });
    writeFileSync(join(partPath(folder, PART), 'begun.json'), text);
    const { past, notices } = await open(folder);
    expect([past.runs, notices]).toEqual([[], []]);
  });
});
