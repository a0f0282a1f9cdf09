import { describe, expect, it } from 'vitest';
import type { Settlement } from '../../../src/domain/stages.ts';
import type { JournalFile } from '../../../src/run/folder/journal.ts';
import type { PlanFile } from '../../../src/run/folder/plan-file.ts';
import { carry, type PlannedEntry } from '../../../src/run/folder/plan-schema.ts';
import type { OpenRun } from '../../../src/run/job/open-earlier-run.ts';
import { toPlannedRows } from '../../../src/run/steps/planned-rows.ts';
import { anUpdate, cents } from '../../support/builders.ts';

const NOW = Date.UTC(2026, 10, 20);
const HOUR = 3_600_000;
const update = anUpdate({ cost: cents(640) });
const { listing } = update.resolved;
const killed: JournalFile = { byEntry: new Map(), ended: false };
const settledAs = (fields: Partial<Settlement>): JournalFile => {
  const settled: Settlement = {
    kind: 'outcome',
    status: 'failed',
    reason: '',
    message: 'No',
    attempts: 1,
    ...fields,
  };
  return { byEntry: new Map([[0, settled]]), ended: true };
};

interface Scene {
  readonly journal?: JournalFile | undefined;
  /** Of the only entry. */
  readonly isApproved?: boolean;
  /** Nothing of the plan was sent. */
  readonly isUnsent?: boolean;
  /** What kept the run from sending all of its plan. */
  readonly stopped?: OpenRun['stopped'];
  /** Of the plan, before now. */
  readonly ageMs?: number;
}

function rowOf(entry: PlannedEntry, scene: Scene = {}) {
  const { journal, isApproved, isUnsent = false, stopped, ageMs = HOUR } = scene;
  const head = { created_at: new Date(NOW - ageMs).toISOString() };
  const plan = { head, entries: () => [[0, entry]] } as unknown as PlanFile;
  const approved = isApproved === undefined ? undefined : ({ isApproved: () => isApproved } as never);
  const past = { journal, isUnsent, stopped, now: NOW, approved };
  return [...toPlannedRows(plan, past)][0];
}

describe('an update of a plan', () => {
  it('is refused where what it changes is not what its listing had', () => {
    const [change] = update.changes;
    const edited = { ...update, changes: [{ ...change, before: cents(1) }] } as typeof update;
    expect(() => rowOf(edited)).toThrow('its update of line 2 contradicts itself');
    const half = anUpdate({ cost: cents(640), minimum_price: cents(900) });
    const [first, ...others] = half.changes;
    const partly = { ...half, changes: [{ ...first, before: cents(1) }, ...others] } as typeof half;
    expect(() => rowOf(partly)).toThrow('contradicts itself');
  });

  it.each([undefined, 12])('is for as many pieces as its row was: %s', (pieces) => {
    const { resolved, ...rest } = update;
    const row = { ...resolved.row, ...(pieces !== undefined && { pieces }) };
    const planned = rowOf({ ...rest, resolved: { ...resolved, row } });
    expect(planned).toHaveProperty('requested', { cost: 640 });
    expect('pieces' in (planned ?? {}) ? (planned as typeof row).pieces : undefined).toBe(pieces);
    expect('pieces' in (planned ?? {})).toBe(pieces !== undefined);
  });

  it.each<readonly [string, JournalFile | undefined, boolean]>([
    ['there is no journal', undefined, false],
    ['the run was killed before it noted an outcome', killed, true],
    ['the run ended without one', { ...killed, ended: true }, false],
    ['its outcome says so', settledAs({ mayArrive: true }), true],
    ['its outcome does not', settledAs({}), false],
  ])('may have been sent and arrive yet, or not: %s', (_how, journal, mayArrive) => {
    expect(rowOf(update, { journal })).toMatchObject({
      kind: 'row',
      planned: { mayArrive, before: listing.values },
    });
  });

  it('says that an earlier one may still arrive for a quarter of an hour, and keeps its other notices', () => {
    const notices = [
      { reason: 'may_arrive', message: 'It may' },
      { reason: 'rounded', message: 'Rounded' },
    ] as typeof update.notices;
    const said = (ageMs: number) => rowOf({ ...update, notices }, { ageMs });
    expect(said(60_000)).toMatchObject({ notices });
    expect(said(HOUR)).toMatchObject({ notices: notices.slice(1) });
  });

  it('keeps its fees, which guard rules count again', () => {
    const fees = { perUnit: cents(30), share: 15_000 };
    expect(rowOf({ ...update, resolved: { ...update.resolved, fees } })).toMatchObject({ fees });
    expect(rowOf(update)).not.toHaveProperty('fees');
  });

  const held = { ...update, kind: 'held', reason: 'hold_over', message: 'far' } as const;
  it.each([
    [update, 'not_approved', 'the review file does not approve it'],
    [held, 'hold_over;not_approved', 'far; the review file does not approve it'],
  ] as const)('waits for a person where nobody approves it: %#', (entry, reason, message) => {
    const row = rowOf(entry, { isApproved: false, isUnsent: true });
    expect(row).toMatchObject({ kind: 'carried', status: 'held', reason, message });
  });

  const unsent = (why: string) =>
    `The run that is applied did not send it, and its review file does not offer it: ${why}`;
  it.each<readonly [string, Scene, object]>([
    ['failed', { journal: settledAs({}) }, { status: 'failed', message: 'No' }],
    [
      'updated',
      { journal: settledAs({ status: 'updated' }) },
      {
        status: 'updated',
        reason: 'already_updated',
        message: 'The run that is applied has sent it, and nothing was sent now',
      },
    ],
    [
      'stopped by a guard rule',
      { stopped: { code: 'guard', rules: ['max_updates', 'scale_slip'], message: '9 > 1' } },
      { status: 'skipped', reason: 'max_updates;scale_slip', message: unsent('9 > 1') },
    ],
    [
      'interrupted',
      { stopped: { code: 'interrupted', rules: [], message: 'Interrupted by SIGINT' } },
      { status: 'skipped', reason: 'interrupted', message: unsent('Interrupted by SIGINT') },
    ],
    [
      'killed',
      { journal: killed },
      { status: 'skipped', reason: 'interrupted', message: unsent('that run was killed') },
    ],
  ])('is reported as it ended where nobody approves it now: %s', (_how, scene, expected) => {
    expect(rowOf(update, { isApproved: false, ...scene })).toMatchObject({ kind: 'carried', ...expected });
  });
});

describe('what another run had sent before the plan was made', () => {
  const sent = { ...carry(update), status: 'updated', reason: 'already_updated', message: '' } as const;

  it('has its listing read again, and nothing sent', () => {
    const requested = { cost: cents(640) };
    const row = { kind: 'row', currency: listing.currency, requested, expected: requested, notices: [] };
    expect(rowOf(sent)).toMatchObject({ ...row, line: sent.line, target: { listingId: listing.id } });
  });

  it.each([
    ['without a listing', { ...sent, listing: undefined }],
    ['that was not updated', { ...sent, status: 'unchanged' }],
  ] as const)('is reported as it is %s', (_how, entry) => {
    expect(rowOf(entry)).toBe(entry);
  });

  it('is reported as it is beside what somebody approves', () => {
    expect(rowOf(sent, { isApproved: true })).toBe(sent);
  });
});
