import * as fs from 'node:fs';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DiskError, LockedError } from '../../../src/domain/errors.ts';
import type { Disk, UpdateListing } from '../../../src/domain/ports.ts';
import { rowOf } from '../../../src/domain/stages.ts';
import { createIdTable } from '../../../src/resolve/id-table.ts';
import { atOnce } from '../../../src/run/disk/in-slices.ts';
import { EntryStore } from '../../../src/run/folder/entry-store.ts';
import { readJournal } from '../../../src/run/folder/journal.ts';
import { SILENT_LOG } from '../../../src/run/folder/open-log.ts';
import { createRunFolder, RUN_FILES } from '../../../src/run/folder/run-folder.ts';
import type { RunHost, Tools } from '../../../src/run/job/run.ts';
import { type History, openHistory } from '../../../src/run/ledger/open-history.ts';
import { sendPlan } from '../../../src/run/steps/run-job.ts';
import { accepted, updated, updateOf } from '../../execute/support.ts';
import { cents } from '../../support/builders.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { someHost, someJob } from '../support.ts';

/** How many bytes of a text a disk takes before it is full; `undefined`: all of them. */
type RoomFor = (text: string) => number | undefined;

function aDisk(roomFor: RoomFor): Disk {
  return {
    ...fs,
    writeSync: (file, bytes, offset) => {
      const rest = Buffer.from(bytes.subarray(offset));
      const room = offset > 0 ? roomFor(Buffer.from(bytes).toString()) : roomFor(rest.toString());
      if (room === undefined) return fs.writeSync(file, bytes, offset);
      if (offset > 0 || room === 0) throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
      return fs.writeSync(file, bytes, 0, room);
    },
  };
}

const updates = [1, 2, 3, 4].map((number) => updateOf(number, { cost: cents(640) }));

/** Of the plan. */
const SEAL = '5ea1'.repeat(16);

interface Stage {
  readonly concurrency: number;
  readonly roomFor: RoomFor;
  readonly lock: RunHost['lock'];
}

/** Sends the updates to a service that takes all of them, on a disk that is as the test says. */
async function send({ concurrency = 1, roomFor = () => undefined, lock }: Partial<Stage> = {}) {
  const disk = aDisk(roomFor);
  const cwd = tempFolder();
  const folder = createRunFolder({ cwd, startedAt: 0, disk, sheetName: 'x' });
  const entries = new EntryStore({ openSpool: folder.openSpool, expected: 0 });
  for (const update of updates) entries.append(update);
  const sent: number[] = [];
  const updateListing: UpdateListing = async ({ id }) => {
    const update = updates.find(({ resolved }) => resolved.listing.id === id);
    if (!update) throw new Error(`There is no update of ${id}`);
    sent.push(rowOf(update).line);
    return accepted(updated(update));
  };
  const service: Tools['service'] = {
    updateListing,
    findListings: async () => [],
    listListings: async () => ({ listings: [], hasMore: false }),
    listStrategies: async () => [],
    listChannels: async () => [],
    counts: { reads: 0, writes: 0, retries: 0, throttled: 0 },
    learned: () => ({ setting: 10, ratePerSecond: undefined, refused: 0, concurrencyWanted: undefined }),
    traffic: () => ({ perSecond: 10, isHeld: false, pauseMs: 0 }),
    pacedMs: () => 0,
    width: () => concurrency,
    close: async () => {},
  };
  const { stop, settled } = await sendPlan(
    { violations: [], strategies: [], whole: true, seal: SEAL, settled: new Map(), declined: false },
    {
      job: await someJob({ settings: { service: { concurrency } } }),
      tools: {
        service,
        ids: createIdTable(),
        readLatest: async () => ({}),
        folder,
        entries,
        history: withoutHistory(),
        log: SILENT_LOG,
        phases: { begin: () => {}, result: () => [] },
        startedAt: 0,
      },
      ...someHost(cwd),
      lock,
    },
  );
  return { stop, settled: linesOf(settled), sent, journal: folder.pathOf(RUN_FILES.outcomes) };
}

/** What a run has that keeps no history. */
function withoutHistory(): Promise<History> {
  const redact = (text: string): string => text;
  const of = { folder: undefined, job: null, account: null, isLocked: false };
  return openHistory({ ...of, redact, startedAt: 0, disk: fs });
}

/** The first update is that of line 1. */
function linesOf(settled: ReadonlyMap<number, unknown>): readonly number[] {
  return [...settled.keys()].map((n) => n + 1);
}

/** What a journal says: which entries are settled, and whether everything else was never sent. */
function inShort(path: string) {
  const journal = atOnce(readJournal(path, { start: SEAL, disk: fs }));
  return journal && { settled: [...journal.byEntry.keys()], ended: journal.ended };
}

const isSecondOutcome = (text: string) => text.includes('"n":1,');

describe('sendPlan', () => {
  it('sends nothing where another run has taken the account over meanwhile', async () => {
    const lost = new LockedError('Cannot go on');
    const assertHeld = () => {
      throw lost;
    };
    const { stop, sent } = await send({
      lock: { isExclusive: true, notices: [], nameFolder: () => {}, assertHeld },
    });
    expect({ stop, sent }).toEqual({ stop: lost, sent: [] });
  });

  it('stops where an outcome can’t be noted, still knows it, and names the updates that were under way', async () => {
    const roomFor: RoomFor = (text) => (isSecondOutcome(text) ? 0 : undefined);
    const alone = await send({ roomFor });
    expect(alone).toMatchObject({ stop: expect.any(DiskError), sent: [1, 2], settled: [1, 2] });
    expect((alone.stop as DiskError).message).toMatch(
      /outcomes\.ndjson.*the disk is full.*; nothing was sent after that, and the outcome of this update is not recorded: line 2, sku "SKU-2": updated$/,
    );
    expect((alone.stop as DiskError).hint).toBe(
      'Free disk space, then apply the run to go on, or undo it: both look at these listings again',
    );
    const { stop, sent } = await send({ concurrency: 2, roomFor });
    expect(sent).toEqual([1, 2]);
    expect((stop as DiskError).message).toMatch(
      /; nothing was sent after that, and the outcome of these 2 updates is not recorded: line 1, sku "SKU-1": updated; line 2, sku "SKU-2": updated$/,
    );
  });

  it('names none that was noted, where the room ended among those of one turn', async () => {
    const endOfFirst = (text: string) => text.indexOf('\n') + 1;
    const roomFor: RoomFor = (text) => (isSecondOutcome(text) ? endOfFirst(text) + 20 : undefined);
    const { stop, sent, settled, journal } = await send({ concurrency: 3, roomFor });
    expect({ sent, settled }).toEqual({ sent: [1, 2, 3], settled: [1, 2, 3] });
    expect((stop as DiskError).message).toMatch(
      /; nothing was sent after that, and the outcome of these 2 updates is not recorded: line 2, sku "SKU-2": updated; line 3, sku "SKU-3": updated$/,
    );
    expect(inShort(journal)).toEqual({ settled: [0], ended: false });
  });

  describe('never says that all which was sent is in the journal', () => {
    // The entry whose outcome is missing was sent: were the journal to be complete, an undo would pass over its listing.
    it.each([
      ['where there was no room for an outcome, and then some for the end', 0, 1],
      ['where there was room for a part of an outcome', 30, 1],
      ['where other updates were under way', 0, 4],
      ['where other updates were under way, and there was room for a part', 30, 4],
    ])('%s', async (_name, room, concurrency) => {
      const roomFor: RoomFor = (text) => (isSecondOutcome(text) ? room : undefined);
      const { journal } = await send({ concurrency, roomFor });
      expect(inShort(journal)).toMatchObject({ ended: false });
      expect(inShort(journal)?.settled).not.toContain(1);
    });
  });

  it('tells where the end can’t be noted', async () => {
    const roomFor: RoomFor = (text) => (text.includes('"end"') ? 0 : undefined);
    const { stop, settled, journal } = await send({ roomFor });
    expect(stop).toBeInstanceOf(DiskError);
    expect(settled).toEqual([1, 2, 3, 4]);
    expect(inShort(journal)).toEqual({ settled: [0, 1, 2, 3], ended: false });
    expect(readFileSync(journal, 'utf8')).not.toContain('end');
  });
});
