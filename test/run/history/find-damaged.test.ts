import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { toLineBlocks } from '../../../src/run/disk/line-block.ts';
import { renderSealed } from '../../../src/run/folder/render-sealed.ts';
import { findDamaged } from '../../../src/run/history/find-damaged.ts';
import { filesOf, partOf, threeNights } from '../../support/a-history.ts';
import { tempFolder } from '../../support/temp-folder.ts';

function aPlace() {
  const folder = join(tempFolder(), '.history');
  const [, second, third] = threeNights(folder);
  return {
    folder,
    run: second.path,
    snapshot: join(partOf(folder), 'agreed.ndjson'),
    through: third.record.id,
  };
}

type Place = ReturnType<typeof aPlace>;

/** Edits the text of a file. */
function edit(path: string, change: (text: string) => string): string {
  fs.writeFileSync(path, change(fs.readFileSync(path, 'utf8')));
  return path;
}

function write(path: string, text: string): string {
  fs.writeFileSync(path, text);
  return path;
}

function sealOf(head: object): string {
  const line = `${JSON.stringify(head)}\n`;
  const sha256 = createHash('sha256').update(line).digest('hex');
  return `${line}${JSON.stringify({ kind: 'end', entries: 0, sha256 })}\n`;
}

const aSnapshot = ({ through }: Place): string => sealOf({ kind: 'agreed', version: 1, through });

const DAMAGED: readonly (readonly [string, (place: Place) => string])[] = [
  [
    'a run with an amount that was changed',
    ({ run }) => edit(run, (text) => text.replace('"updated":5', '"updated":6')),
  ],
  ['a run that was cut short', ({ run }) => edit(run, (text) => text.slice(0, -20))],
  ['an empty file', ({ run }) => write(run, '')],
  ['something else with a seal', ({ run }) => write(run, sealOf({ kind: 'run', version: 1 }))],
  [
    'a snapshot with a value that was changed',
    (place) => write(place.snapshot, aSnapshot(place).replace('T02-15', 'T02-16')),
  ],
  [
    'a snapshot with a line of no listings',
    ({ snapshot, through }) => {
      const lines = [JSON.stringify({ kind: 'agreed', ids: [null], cost: [640] })];
      const head = { kind: 'agreed', version: 1, through };
      return write(snapshot, [...renderSealed(head, toLineBlocks(lines))].join(''));
    },
  ],
  ['a snapshot of something else', ({ snapshot }) => write(snapshot, sealOf({ kind: 'other' }))],
];

const WHOLE: readonly (readonly [string, (place: Place) => unknown])[] = [
  ['three nights', () => {}],
  ['a snapshot', (place) => write(place.snapshot, aSnapshot(place))],
  [
    'a run of a newer version',
    ({ run, through }) => write(run, sealOf({ kind: 'run', version: 2, id: through })),
  ],
  [
    'a snapshot of a newer version',
    ({ snapshot }) => write(snapshot, sealOf({ kind: 'agreed', version: 2 })),
  ],
  ['what a killed run has left', ({ run }) => write(`${run}.unfinished`, '{"kind":"run"')],
];

describe('findDamaged', () => {
  it.each(DAMAGED)('finds %s, and no other file', (_what, make) => {
    const place = aPlace();
    const path = make(place);
    const before = filesOf(place.folder);
    expect(findDamaged(place.folder, fs)).toEqual([path]);
    expect(filesOf(place.folder)).toEqual(before);
  });

  it.each(WHOLE)('finds nothing wrong with %s', (_what, make) => {
    const place = aPlace();
    make(place);
    expect(findDamaged(place.folder, fs)).toEqual([]);
  });

  it('finds nothing where there is no history', () => {
    expect(findDamaged(join(tempFolder(), 'none'), fs)).toEqual([]);
  });
});
