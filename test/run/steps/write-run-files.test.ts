import * as disk from 'node:fs';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Disk } from '../../../src/domain/ports.ts';
import type { Outcome, Update } from '../../../src/domain/stages.ts';
import type { RunReport } from '../../../src/report/tally/run-report.ts';
import { OutcomeTally } from '../../../src/report/tally/tally-outcomes.ts';
import { createRunFolder, RUN_FILES } from '../../../src/run/folder/run-folder.ts';
import type { Run, RunState } from '../../../src/run/job/run.ts';
import { type RunOutcomes, writeReport, writeRowFiles } from '../../../src/run/steps/conclude.ts';
import { anOutcome, aReport } from '../../report/support.ts';
import { anUpdate, aResolved, cents } from '../../support/builders.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { someHost, someJob } from '../support.ts';

const shape = {
  header: ['sku', 'cost'],
  delimiter: ',',
  decimalSign: '.',
  moneyUnit: 'major',
  clearToken: 'null',
} as const;

const updated = anOutcome(anUpdate({ cost: cents(640) }), { status: 'updated', attempts: 1 });
const why = { status: 'blocked', reason: 'max_change', message: 'cost moves too far' } as const;
const resolved = aResolved({ desired: { cost: cents(1) } });
const blocked = anOutcome({ kind: 'blocked', resolved, changes: [], ...why });

function outcomesOf(outcomes: readonly Outcome[]): RunOutcomes {
  return {
    count: outcomes.length,
    sent: outcomes.filter(({ attempts }) => attempts > 0).length,
    isPartial: false,
    newTally: () => new OutcomeTally({ missingIsOk: false }),
    inOrder: (positions) => (positions ? [...positions].flatMap((n) => outcomes[n] ?? []) : outcomes),
    updates: () => outcomes.filter((outcome): outcome is Outcome<Update> => outcome.entry.kind === 'update'),
  };
}

/** Of a plan that could not be written, so that none of it can be approved. */
const SENT: RunState = { violations: [], strategies: [], whole: false, settled: new Map(), declined: false };

interface Prepared extends Partial<Omit<RunReport, 'digest'>> {
  readonly outcomes?: readonly Outcome[];
}

function prepare({ outcomes = [updated, blocked], ...fields }: Prepared = {}, over: Partial<Disk> = {}) {
  const folder = createRunFolder({
    cwd: tempFolder(),
    startedAt: 0,
    disk: { ...disk, ...over },
    sheetName: 'x',
  });
  const report = aReport({ outcomes, folder: folder.path, isPlanned: true, exitCode: 3, ...fields });
  const write = async (told = outcomes) => {
    const toldOutcomes = outcomesOf(told);
    const job = await someJob();
    const run = {
      job: { ...job, input: { ...job.input, shape } },
      tools: { folder },
      ...someHost(folder.path),
    };
    const rowFiles = await writeRowFiles(toldOutcomes, SENT, run as unknown as Run);
    const described = { ...report, digest: rowFiles.digest };
    return writeReport(described, toldOutcomes, rowFiles, run as unknown as Run);
  };
  return { folder, write, read: (file: string) => readFileSync(join(folder.path, file), 'utf8') };
}

const FILES = [RUN_FILES.results, RUN_FILES.retry, RUN_FILES.undo, RUN_FILES.report, RUN_FILES.summary];

describe('writeRowFiles and writeReport', () => {
  it.each(FILES)('tries the others where %s can’t be written, and tells', async (file) => {
    const { folder, write, read } = prepare();
    mkdirSync(join(folder.path, file, 'in the way'), { recursive: true });
    const told = await write();
    expect(told).toMatchObject({
      exitCode: 1,
      stop: {
        code: 'disk',
        message: expect.stringContaining(file),
        hint: expect.stringMatching(/^Everything was sent.*undo works/),
        isAfterAll: true,
      },
    });
    expect(told.unwritten).toEqual([file]);
    for (const other of FILES.filter((name) => name !== file)) expect(read(other).length).toBeGreaterThan(0);
    if (file !== RUN_FILES.summary)
      expect(JSON.parse(read(RUN_FILES.summary))).toMatchObject({ exit_code: 1, stopped: { code: 'disk' } });
  });

  it('says of a run that sent nothing what to do about the disk alone', async () => {
    const { folder, write } = prepare({ dryRun: true, outcomes: [blocked] });
    mkdirSync(join(folder.path, RUN_FILES.results, 'in the way'), { recursive: true });
    const { stop } = await write();
    expect(stop).toMatchObject({ code: 'disk', hint: expect.stringContaining('--out') });
    expect(stop).not.toHaveProperty('isAfterAll');
  });

  it('leaves no summary of a run that went well where it can’t be made to last', async () => {
    let renamed = false;
    const { write, read } = prepare(
      {},
      {
        renameSync: (from, to) => {
          disk.renameSync(from, to);
          renamed = to.endsWith(RUN_FILES.summary);
        },
        openSync: (path, flags, mode) => {
          if (!renamed || flags !== 'r') return disk.openSync(path, flags, mode);
          renamed = false;
          throw Object.assign(new Error('EIO: i/o error, open'), { code: 'EIO' });
        },
      },
    );
    expect((await write()).exitCode).toBe(1);
    expect(JSON.parse(read(RUN_FILES.summary))).toMatchObject({
      exit_code: 1,
      stopped: { code: 'disk', message: expect.stringContaining('the disk failed') },
    });
  });

  it('keeps the reason of a run that had stopped before', async () => {
    const stop = { code: 'key_refused', rules: [], message: 'no' } as const;
    const { folder, write } = prepare({ stop, exitCode: 5 });
    mkdirSync(join(folder.path, RUN_FILES.undo, 'in the way'), { recursive: true });
    expect(await write()).toMatchObject({ exitCode: 5, stop: { code: 'key_refused' } });
  });
});
