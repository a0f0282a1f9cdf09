import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { toLineBlocks } from '../../../src/run/disk/line-block.ts';
import { renderSealed } from '../../../src/run/folder/render-sealed.ts';
import { isProblem } from '../../../src/run/history/history-finding.ts';
import { verifyHistory } from '../../../src/run/history/verify-history.ts';
import { filesOf, keepRun, partOf, threeNights } from '../../support/a-history.ts';
import { isRoot, WAYS } from '../../support/hand-to-others.ts';
import { tempFolder } from '../../support/temp-folder.ts';

type Nights = ReturnType<typeof threeNights>;

interface Place {
  readonly folder: string;
  readonly part: string;
  readonly nights: Nights;
}

/** Edits the text of a file. */
function edit(path: string, change: (text: string) => string): void {
  fs.writeFileSync(path, change(fs.readFileSync(path, 'utf8')));
}

function sealOf(head: object): string {
  const line = `${JSON.stringify(head)}\n`;
  const sha256 = hashOf(line);
  return `${line}${JSON.stringify({ kind: 'end', entries: 0, sha256 })}\n`;
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

const FINE: readonly (readonly [string, (place: Place) => void])[] = [
  ['three nights in a row', () => {}],
  [
    'a dry run in between, which is no part of the chain',
    ({ folder }) =>
      void keepRun(folder, { command: 'diff', dry_run: true, started_at: '2026-11-19T09:00:00.000Z' }),
  ],
  [
    'a run that was added from its folder',
    ({ folder }) => void keepRun(folder, { started_at: '2026-11-19T12:00:00.000Z', verdict: 'killed' }),
  ],
  [
    'two chains that begin at one run, as after a copy to another machine',
    ({ folder, nights }) =>
      void keepRun(folder, {
        started_at: '2026-11-19T05:00:00.000Z',
        after: nights[0],
        by: { user: null, host: 'ci', ci: null },
      }),
  ],
  [
    'two runs within a second',
    ({ folder, nights }) =>
      void keepRun(folder, { started_at: nights[2].record.started_at, after: nights[2] }),
  ],
  ['another job', ({ folder }) => void keepRun(folder, { job: 'minimums', name: 'minimums' })],
  ['a shard', ({ folder }) => void keepRun(folder, { shard: '2/4' })],
  ['a run without a job and an account', ({ folder }) => void keepRun(folder, { job: null, account: null })],
  [
    'a snapshot through the last run',
    ({ part, nights }) =>
      fs.writeFileSync(
        join(part, 'agreed.ndjson'),
        sealOf({ kind: 'agreed', version: 1, through: nights[2].record.id }),
      ),
  ],
];

const WRONG: readonly (readonly [string, string, (place: Place) => string])[] = [
  [
    'an amount in it was changed',
    'damaged',
    ({ nights }) => {
      edit(nights[1].path, (text) => text.replace('"updated":5', '"updated":6'));
      return nights[1].path;
    },
  ],
  [
    'it was cut short',
    'damaged',
    ({ nights }) => {
      edit(nights[1].path, (text) => text.slice(0, -20));
      return nights[1].path;
    },
  ],
  [
    'it is empty',
    'damaged',
    ({ nights }) => {
      fs.writeFileSync(nights[2].path, '');
      return nights[2].path;
    },
  ],
  [
    'it is something else with a seal',
    'damaged',
    ({ nights }) => {
      fs.writeFileSync(nights[2].path, sealOf({ kind: 'run', version: 1 }));
      return nights[2].path;
    },
  ],
  [
    'the run before it is gone',
    'gap',
    ({ nights }) => {
      fs.rmSync(nights[1].path);
      return nights[2].path;
    },
  ],
  [
    'it was replaced by another that is whole',
    'broken_chain',
    ({ folder, nights }) => {
      fs.rmSync(nights[1].path);
      return keepRun(folder, { started_at: nights[1].record.started_at, after: nights[0], exit_code: 3 })
        .path;
    },
  ],
  [
    'it has another name',
    'misplaced',
    ({ nights }) => {
      const path = join(dirname(nights[0].path), '2026-11-18T02-15-00Z-other.ndjson');
      fs.renameSync(nights[0].path, path);
      edit(nights[1].path, () => '');
      return path;
    },
  ],
  [
    'it is in the folder of another job',
    'misplaced',
    ({ folder, nights }) => {
      const other = keepRun(folder, { job: 'minimums', name: 'minimums' });
      const path = join(dirname(nights[0].path), `${other.record.id}.ndjson`);
      fs.renameSync(other.path, path);
      return path;
    },
  ],
  [
    'it is a link',
    'link',
    ({ folder, nights }) => {
      fs.renameSync(nights[2].path, join(folder, 'elsewhere'));
      fs.symlinkSync(join(folder, 'elsewhere'), nights[2].path);
      return nights[2].path;
    },
  ],
  [
    'it is a snapshot with a value that was changed',
    'damaged',
    ({ part, nights }) => {
      const text = sealOf({ kind: 'agreed', version: 1, through: nights[2].record.id });
      fs.writeFileSync(join(part, 'agreed.ndjson'), text.replace('T02-15', 'T02-16'));
      return join(part, 'agreed.ndjson');
    },
  ],
  [
    'it is a snapshot: the snapshot has a line of no listings',
    'damaged',
    ({ part, nights }) => {
      const path = join(part, 'agreed.ndjson');
      const head = { kind: 'agreed', version: 1, through: nights[2].record.id };
      const lines = [JSON.stringify({ kind: 'agreed', ids: [null], cost: [640] })];
      fs.writeFileSync(path, [...renderSealed(head, toLineBlocks(lines))].join(''));
      return path;
    },
  ],
  [
    'it is a snapshot of something else',
    'damaged',
    ({ part }) => {
      fs.writeFileSync(join(part, 'agreed.ndjson'), sealOf({ kind: 'other' }));
      return join(part, 'agreed.ndjson');
    },
  ],
  [
    'it is a snapshot through a run that is gone',
    'gap',
    ({ part }) => {
      const through = '2026-11-21T02-15-00Z-costs';
      fs.writeFileSync(join(part, 'agreed.ndjson'), sealOf({ kind: 'agreed', version: 1, through }));
      return join(part, 'agreed.ndjson');
    },
  ],
  [
    'it says nothing of the run that began',
    'damaged',
    ({ part }) => {
      fs.writeFileSync(join(part, 'begun.json'), '{');
      return join(part, 'begun.json');
    },
  ],
];

const OF_INTEREST: readonly (readonly [string, string, (place: Place) => string])[] = [
  [
    'it begins the history since older months were removed',
    'begins',
    ({ nights }) => {
      fs.rmSync(nights[0].path);
      return nights[1].path;
    },
  ],
  [
    'it was added again from its run folder',
    'rewritten',
    ({ folder, nights }) => {
      fs.rmSync(nights[1].path);
      return keepRun(folder, { started_at: nights[1].record.started_at }).path;
    },
  ],
  [
    'it is of a newer version',
    'newer',
    ({ nights }) => {
      const path = join(dirname(nights[0].path), '2026-11-21T02-15-00Z-costs.ndjson');
      fs.writeFileSync(path, sealOf({ kind: 'run', version: 2, id: '2026-11-21T02-15-00Z-costs' }));
      return path;
    },
  ],
  [
    'a run that was killed has left it',
    'leftover',
    ({ nights }) => {
      fs.writeFileSync(`${nights[2].path}.unfinished`, '{"kind":"run"');
      return `${nights[2].path}.unfinished`;
    },
  ],
  [
    'it was set aside',
    'set_aside',
    ({ nights }) => {
      fs.renameSync(nights[1].path, `${nights[1].path}.damaged`);
      return `${nights[1].path}.damaged`;
    },
  ],
  [
    'it is somebody else’s file',
    'unknown',
    ({ folder }) => {
      fs.writeFileSync(join(folder, '.gitignore'), '*');
      return join(folder, '.gitignore');
    },
  ],
  [
    'it names a run that has not ended',
    'begun',
    ({ part }) => {
      const begun = {
        version: 1,
        command: 'sync',
        folder: '/shop/runs/x',
        started_at: '2026-11-20T02:15:00.000Z',
      };
      fs.writeFileSync(join(part, 'begun.json'), JSON.stringify(begun).concat('\n'));
      return join(part, 'begun.json');
    },
  ],
];

function aPlace(): Place {
  const folder = join(tempFolder(), '.history');
  const nights = threeNights(folder);
  return { folder, part: partOf(folder), nights };
}

describe('verifyHistory', () => {
  it.each(FINE)('finds nothing wrong with %s', (_what, make) => {
    const place = aPlace();
    make(place);
    const before = filesOf(place.folder);
    expect(verifyHistory(place.folder, fs).findings).toEqual([]);
    expect(filesOf(place.folder)).toEqual(before);
  });

  it.each(WRONG)('finds a problem with a file if %s', (_what, kind, make) => {
    const place = aPlace();
    const path = make(place);
    const file = path.slice(place.folder.length + 1);
    const { findings } = verifyHistory(place.folder, fs);
    expect(findings.filter((finding) => finding.file === file)).toEqual([
      { file, kind, message: expect.any(String), advice: expect.any(String) },
    ]);
    expect(findings.some(isProblem)).toBe(true);
  });

  it.each(OF_INTEREST)('notices a file, and no problem, if %s', (_what, kind, make) => {
    const place = aPlace();
    const path = make(place);
    const { findings } = verifyHistory(place.folder, fs);
    expect(findings).toMatchObject([{ file: path.slice(place.folder.length + 1), kind }]);
    expect(findings.some(isProblem)).toBe(false);
  });

  it.each(WAYS)('finds a problem if %s', (_how, hand) => {
    for (const pick of [
      ({ folder }: Place) => folder,
      ({ part }: Place) => part,
      ({ nights }: Place) => nights[0].path,
    ]) {
      const place = aPlace();
      const path = pick(place);
      hand(path);
      const { findings } = verifyHistory(place.folder, fs);
      const file = path.slice(place.folder.length + 1) || '.';
      expect(findings).toMatchObject([{ file, kind: 'others' }]);
    }
  });

  it('counts what it read', () => {
    const { folder, part, nights } = aPlace();
    keepRun(folder, { job: 'minimums' });
    fs.writeFileSync(
      join(part, 'agreed.ndjson'),
      sealOf({ kind: 'agreed', version: 1, through: nights[2].record.id }),
    );
    expect(verifyHistory(folder, fs)).toEqual({ files: 5, runs: 4, jobs: 2, findings: [] });
  });

  it('finds an empty history whole, and none a problem', () => {
    const folder = tempFolder();
    expect(verifyHistory(folder, fs)).toEqual({ files: 0, runs: 0, jobs: 0, findings: [] });
    expect(verifyHistory(join(folder, 'none'), fs).findings).toMatchObject([{ file: '.', kind: 'missing' }]);
    fs.writeFileSync(join(folder, 'file'), '');
    expect(verifyHistory(join(folder, 'file'), fs).findings).toMatchObject([
      { file: '.', kind: 'not_a_folder' },
    ]);
  });

  it.skipIf(isRoot || process.platform === 'win32')('says which file it may not read', () => {
    const { folder, nights } = aPlace();
    fs.chmodSync(nights[0].path, 0);
    expect(verifyHistory(folder, fs).findings).toMatchObject([{ kind: 'unreadable' }]);
  });

  it('says which file the disk does not read', () => {
    const { folder, nights } = aPlace();
    const bad = new Set<number>();
    const disk = {
      ...fs,
      openSync: (path: string, flags: 'r' | 'ax', mode?: number) => {
        const file = fs.openSync(path, flags, mode);
        if (path === nights[1].path) bad.add(file);
        else bad.delete(file);
        return file;
      },
      readSync: (file: number, bytes: Uint8Array) => {
        if (bad.has(file)) throw Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO' });
        return fs.readSync(file, bytes);
      },
    };
    expect(verifyHistory(folder, disk).findings).toMatchObject([
      { kind: 'unreadable', message: "it can't be read: the disk failed" },
    ]);
  });
});
