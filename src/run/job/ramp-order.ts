import { UsageError } from '../../domain/errors.ts';
import type { ListingId } from '../../domain/listing.ts';
import { type RampCut, stepFinderOf } from '../../domain/ramp-cut.ts';
import type { Limit } from '../../plan/limits.ts';
import type { JournalFile } from '../folder/journal.ts';
import type { RampHead } from '../folder/ramp-schema.ts';

/** The settings of a ramp, as far as they were given. */
export interface RampSettings {
  /** How much of the plan is sent by the end of each step; the last one is all of it. */
  readonly steps?: readonly Limit[] | undefined;
  /** Units: milliseconds. */
  readonly pauseMs?: number | undefined;
  /** That many listings of a step that no longer hold what was sent stop the run. */
  readonly maxOverwritten: number;
}

/** The settings that decide about a ramp. */
interface Given {
  readonly ramp?: RampSettings | undefined;
  readonly maxFailures: Limit;
}

/** A run that sends its plan in steps. */
export interface RampOrder extends Required<RampSettings> {
  readonly steps: readonly Limit[];
  readonly pauseMs: number;
  /** What an earlier run of the same plan has begun. */
  readonly continued?: Continued | undefined;
}

interface Continued {
  readonly cut: RampCut;
  readonly begun?: BegunStep | undefined;
}

/** The last step of which an earlier run has settled an update. */
export interface BegunStep {
  /** From 0. */
  readonly step: number;
  /** When its last update was settled. Units: epoch milliseconds. */
  readonly settledAt: number;
}

/** What is left of the pause after a step, and no more than a whole one, whatever the clocks of two machines say. Units: milliseconds. */
export function restOfPause(
  { settledAt }: BegunStep,
  { pauseMs, now }: { readonly pauseMs: number; readonly now: number },
): number {
  return Math.min(pauseMs, Math.max(0, settledAt + pauseMs - now));
}

const DEFAULT_PAUSE_MS = 10 * 60_000;

/**
 * The ramp of a run that makes its own plan; `undefined` if it sends everything at once.
 *
 * Errors: `UsageError` if the settings contradict each other.
 */
export function rampOrderOf({ ramp, maxFailures }: Given): RampOrder | undefined {
  if (!ramp?.steps || ramp.steps.length < 2) return undefined;
  refuseShare(maxFailures);
  const { steps, pauseMs = DEFAULT_PAUSE_MS, maxOverwritten } = ramp;
  return { steps, pauseMs, maxOverwritten };
}

interface Earlier {
  /** Of the plan. */
  readonly recorded: RampHead | undefined;
  readonly journal: JournalFile | undefined;
}

/**
 * The ramp of a run that sends the plan of another one: it goes on with that run's, unless it is given another one itself.
 *
 * Errors: as `rampOrderOf`.
 */
export function continueRamp(settings: Given, { recorded, journal }: Earlier): RampOrder | undefined {
  const { ramp } = settings;
  const own = rampOrderOf(settings);
  const isOther = ramp?.steps !== undefined && formatSteps(ramp.steps) !== formatSteps(recorded?.steps ?? []);
  if (!ramp || !recorded || isOther) return own;
  const { steps, pause_ms, cut, begun } = recorded;
  refuseShare(settings.maxFailures);
  return {
    steps,
    pauseMs: ramp.pauseMs ?? pause_ms,
    maxOverwritten: ramp.maxOverwritten,
    continued: cut && continuedOf({ picked: cut.picked, upTo: cut.up_to }, { begun, journal }),
  };
}

function continuedOf(
  cut: RampCut,
  { begun, journal }: Pick<RampHead, 'begun'> & Pick<Earlier, 'journal'>,
): Continued {
  const before = begun && { step: begun.step, settledAt: Date.parse(begun.settled_at) };
  return { cut, begun: findBegun(cut, journal) ?? before };
}

/** The last step that is in a journal. */
function findBegun(cut: RampCut, journal: JournalFile | undefined): BegunStep | undefined {
  const stepOf = stepFinderOf(cut);
  let last: BegunStep | undefined;
  for (const { listing_id: id, completed_at: at } of journal?.byEntry.values() ?? []) {
    if (id === null || at == null) continue;
    const step = Math.max(stepOf(id as ListingId), last?.step ?? 0);
    last = { step, settledAt: Math.max(Date.parse(at), last?.settledAt ?? 0) };
  }
  return last;
}

/** `1%,10%,100%`, as the flag has it. */
export function formatSteps(steps: readonly Limit[]): string {
  return steps
    .map((step) => (step.kind === 'count' ? String(step.whole ?? step.count) : `${step.percent}%`))
    .join(',');
}

/** Errors: `UsageError`. */
function refuseShare(maxFailures: Limit): void {
  if (maxFailures.kind === 'count') return;
  throw new UsageError(
    [
      `--max-failures ${maxFailures.percent}%: with --ramp it has to be a number, since a percentage of the plan is more than a whole step of it, and one of a step is less than one update`,
    ],
    { hint: 'Pass --max-failures 20, or as many as may fail in all steps together' },
  );
}
