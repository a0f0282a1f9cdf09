import { rowOf, skuOf } from '../../domain/stages.ts';
import { isFailure } from '../../execute/is-failure.ts';
import { judgeStep, type StepFacts } from '../../execute/judge-step.ts';
import type { StepReading } from '../../execute/read-back-step.ts';
import type { RampReport, RampStep } from '../../report/tally/run-report.ts';
import type { OutcomeJournal } from '../folder/outcome-journal.ts';
import { restOfPause } from '../job/ramp-order.ts';
import type { RampPlan } from '../job/ramp-plan.ts';
import type { Run } from '../job/run.ts';
import type { Settlement } from '../job/run-state.ts';
import { beginRampReport } from './begin-ramp-report.ts';
import { readStepBack } from './read-step-back.ts';

interface Stepping {
  readonly run: Run;
  readonly journal: Pick<OutcomeJournal, 'noteOverwritten'>;
  /** By position in the plan. What is seen of an update later is put into it. */
  readonly settled: Map<number, Settlement>;
  /** Sends the updates of a step, from 0. */
  readonly send: (step: number) => Promise<SentStep>;
}

interface SentStep {
  readonly stop?: unknown;
  /** The positions of the updates that were settled. */
  readonly positions: readonly number[];
}

interface SentInSteps {
  readonly stop?: unknown;
  readonly steps: RampReport;
}

/**
 * Sends a plan step by step. After each step but the last it pauses, and then reads the listings of the step back: the next one is
 * sent only if they hold what was sent. A run that goes on with the steps of another one first judges how it finds them.
 *
 * Errors: what ended the sending is returned, not thrown.
 */
export async function sendInSteps(ramp: RampPlan, stepping: Stepping): Promise<SentInSteps> {
  const { sizes, order } = ramp;
  const sending = new SteppedSending(ramp, stepping);
  const first = order.continued?.begun?.step;
  try {
    if (first !== undefined) sending.judgeEarlier(first);
    for (let step = first ?? 0; step < sizes.length; step++) {
      await sending.send(step);
      if (sizes.slice(step + 1).every((size) => size === 0)) break;
      await sending.pauseAndCheck(step);
    }
    return { steps: sending.report() };
  } catch (stop) {
    return { stop, steps: sending.report() };
  }
}

type Counts = { -readonly [K in keyof RampStep]: RampStep[K] };

class SteppedSending {
  readonly #ramp: RampPlan;
  readonly #stepping: Stepping;
  readonly #counts: readonly Counts[];
  /** Of the step that was sent last: positions of the updates that their listings hold. */
  #holding: readonly number[] = [];
  /** Likewise, how the first update that failed did. */
  #failure: string | undefined;
  #hasSent = false;
  /** Updates that were settled. */
  #done = 0;

  constructor(ramp: RampPlan, stepping: Stepping) {
    this.#ramp = ramp;
    this.#stepping = stepping;
    this.#counts = beginRampReport(ramp).steps.map((step) => ({ ...step }));
  }

  report(): RampReport {
    return { ...beginRampReport(this.#ramp), steps: this.#counts };
  }

  /** Judges what an earlier run has sent by what was found of it when the plan was made. */
  judgeEarlier(step: number): void {
    const { holding, overwritten, first } = this.#ramp.earlier;
    this.#countsOf(step).overwritten = overwritten;
    this.#judge(step, { holding: holding.length, failed: 0, overwritten, unread: 0, first });
  }

  async send(step: number): Promise<void> {
    const { settled, run, send } = this.#stepping;
    [this.#holding, this.#failure] = [[], undefined];
    if (this.#ramp.sizes[step] === 0) return;
    // It may have been lost in the pause.
    if (this.#hasSent) run.job.lock?.assertHeld();
    this.#hasSent = true;
    const { stop, positions } = await send(step);
    this.#done += positions.length;
    const settlements = positions.flatMap((n) => settled.get(n) ?? []);
    const failures = settlements.filter(isFailure);
    const counts = this.#countsOf(step);
    counts.sent = settlements.filter(({ attempts }) => attempts > 0).length;
    counts.failed = failures.length;
    this.#failure = failures[0]?.message;
    this.#holding = positions.filter((n) => settled.get(n)?.status === 'updated');
    run.tools.log.info('step sent', { step: step + 1, ...counts });
    if (stop !== undefined) throw stop;
  }

  /** A step in which no update had its turn, since somebody else has changed all of its listings, shows nothing. */
  async pauseAndCheck(step: number): Promise<void> {
    const { order, earlier } = this.#ramp;
    const begun = order.continued?.begun;
    const isBegun = begun?.step === step;
    const isSent = this.#holding.length + this.#countsOf(step).failed > 0;
    if (!isSent && !isBegun) return;
    const { pauseMs: whole } = order;
    const now = this.#stepping.run.ports.clock.now();
    const pauseMs = isSent || !begun ? whole : restOfPause(begun, { pauseMs: whole, now });
    await this.#pause(step, pauseMs);
    // What was read a moment ago, when the plan was made, need not be read again.
    const known = pauseMs > 0 ? [...earlier.holding, ...earlier.unread] : earlier.unread;
    const positions = Float64Array.from([...this.#holding, ...(isBegun ? known : [])]).sort();
    await this.#check(step, positions);
  }

  async #pause(step: number, waitMs: number): Promise<void> {
    if (waitMs === 0) return;
    const { tools, ports, events } = this.#stepping.run;
    const [at, of] = [step + 1, this.#ramp.sizes.length];
    tools.phases.begin('pause');
    tools.log.info('pausing', { step: at, ms: waitMs });
    const [done, total] = [this.#done, tools.entries.updateCount];
    events.onProgress({ phase: 'pause', done, total, step: { at, of }, waitMs });
    await ports.clock.sleep(waitMs, ports.signal);
  }

  async #check(step: number, positions: Float64Array): Promise<void> {
    const { run } = this.#stepping;
    run.tools.phases.begin('check');
    const reading = await readStepBack(positions, run);
    const counts = this.#countsOf(step);
    const [overwritten, unread] = [reading.overwritten.length, reading.unread];
    counts.overwritten += overwritten;
    counts.unread = unread;
    counts.checkedAt = run.ports.clock.now();
    const first = this.#noteOverwritten(reading, counts.checkedAt) ?? reading.failure?.message;
    run.tools.log.info('step read back', { step: step + 1, read: positions.length, ...counts });
    run.tools.phases.begin('send');
    // A service that is down says nothing of the listings.
    if (reading.failure && unread === positions.length) throw reading.failure;
    const holding = positions.length - overwritten - unread;
    const { failed } = counts;
    this.#judge(step, { holding, failed, overwritten, unread, first: first ?? this.#failure });
  }

  /** Returns what is to be said of the first of them. */
  #noteOverwritten(reading: StepReading, at: number): string | undefined {
    const { settled, journal, run } = this.#stepping;
    const seen = reading.overwritten.toSorted((one, other) => one.n - other.n);
    if (seen.length > 0) journal.noteOverwritten(seen.map((each) => ({ ...each, at })));
    for (const { n, reason, message } of seen) {
      const before = settled.get(n) ?? { kind: 'outcome', attempts: 0 };
      settled.set(n, { ...before, status: 'unconfirmed', reason, message, wasHeld: true });
    }
    const [first] = seen;
    const [entry] = first ? run.tools.entries.entries(Float64Array.of(first.n)) : [];
    return first && entry && `line ${rowOf(entry[1]).line} (sku "${skuOf(entry[1])}"): ${first.message}`;
  }

  #judge(step: number, facts: Omit<StepFacts, 'step' | 'of'>): void {
    const { order, sizes } = this.#ramp;
    const stop = judgeStep({ step: step + 1, of: sizes.length, ...facts }, order.maxOverwritten);
    if (stop) throw stop;
  }

  #countsOf(step: number): Counts {
    return this.#counts[step] as Counts;
  }
}
