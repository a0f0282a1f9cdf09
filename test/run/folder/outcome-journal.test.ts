import * as fs from 'node:fs';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Disk } from '../../../src/domain/ports.ts';
import type { Outcome } from '../../../src/domain/stages.ts';
import { followLink, openOutcomeJournal } from '../../../src/run/folder/journal.ts';
import { createRunFolder, RUN_FILES } from '../../../src/run/folder/run-folder.ts';
import { updateOf } from '../../execute/support.ts';
import { cents } from '../../support/builders.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const START = '5ea1'.repeat(16);

function someJournal() {
  const written: string[] = [];
  const disk: Disk = {
    ...fs,
    writeSync: (file, bytes, offset) => {
      written.push(Buffer.from(bytes.subarray(offset)).toString());
      return fs.writeSync(file, bytes, offset);
    },
  };
  const folder = createRunFolder({ cwd: tempFolder(), startedAt: 0, disk, sheetName: 'x' });
  const journal = openOutcomeJournal(folder.openLines(RUN_FILES.outcomes), START);
  const path = folder.pathOf(RUN_FILES.outcomes);
  const positions = () => positionsIn(readFileSync(path, 'utf8'));
  return { journal, path, written, positions };
}

function outcomeOf(number: number): Outcome {
  const entry = updateOf(number, { cost: cents(640) });
  return { kind: 'outcome', entry, status: 'updated', reason: '', message: '', attempts: 1 };
}

/** Of outcomes; the end has none. */
function positionsIn(text: string): readonly unknown[] {
  const lines = text.split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line).n);
}

describe('openOutcomeJournal', () => {
  it('has handed an outcome to the system once its note resolves, and says until then that it has not', async () => {
    const { journal, positions } = someJournal();
    const noted = journal.note(3, outcomeOf(1));
    expect(journal.unnoted()).toEqual([outcomeOf(1)]);
    await noted;
    expect({ positions: positions(), unnoted: journal.unnoted() }).toEqual({ positions: [3], unnoted: [] });
  });

  it('writes the outcomes of one turn in one piece and in their order, and those of another apart', async () => {
    const { journal, written, positions } = someJournal();
    await Promise.all([journal.note(2, outcomeOf(1)), journal.note(0, outcomeOf(2))]);
    await journal.note(1, outcomeOf(3));
    journal.end();
    expect(written.map(positionsIn)).toEqual([[2, 0], [1], [undefined]]);
    expect(positions()).toEqual([2, 0, 1, undefined]);
  });

  it('chains every line to the one before, in one turn and from turn to turn', async () => {
    const { journal, path } = someJournal();
    await Promise.all([journal.note(0, outcomeOf(1)), journal.note(1, outcomeOf(2))]);
    await journal.note(2, outcomeOf(3));
    journal.end();
    const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1);
    const written = lines.map((line) => JSON.parse(line).chain);
    expect(lines.map((line, index) => followLink(line, written[index - 1] ?? START))).toEqual(written);
    expect(written).toHaveLength(4);
  });
});
