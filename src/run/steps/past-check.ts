import { count } from '../../domain/count.ts';
import { FIELDS, type Field } from '../../domain/fields.ts';
import type { ListingId } from '../../domain/listing.ts';
import { splitReasons } from '../../domain/reasons.ts';
import { isOfPlan } from '../../domain/row.ts';
import type { DriftCounts } from '../../domain/run-record.ts';
import { type Held, type PlanEntry, type Resolved, skuOf } from '../../domain/stages.ts';
import type { RunViolation } from '../../plan/check-run-guards.ts';
import { type AgreedOf, isByOthers, judgeDrift } from '../../plan/judge-drift.ts';
import { judgeSheet } from '../../plan/judge-sheet.ts';
import { judgeMoves, MovedAmounts } from '../../plan/moved-amounts.ts';
import type { PlanOptions } from '../../plan/plan-row.ts';
import { goodRuns } from '../../plan/sent-sheets.ts';
import type { DriftNight } from '../../report/tally/run-report.ts';
import { type DriftLine, fieldKey } from '../history/history-lines.ts';
import { isWholeRun } from '../history/is-whole-run.ts';
import type { History } from '../history/open-history.ts';
import { givesBack } from '../job/gives-back.ts';
import type { Job } from '../job/job.ts';
import type { SeenPast } from '../job/run-state.ts';
import { DisputedFields } from './disputed-fields.ts';
import { isFight } from './is-fight.ts';

interface Judged {
  readonly violations: readonly RunViolation[];
  readonly warnings: readonly string[];
  readonly notices: readonly string[];
  readonly seen: SeenPast | undefined;
}

/** More fields are counted, and not kept one by one. */
const MAX_DRIFTS = 10_000;

/** Compares the plan of a sheet with what earlier runs of the job left, and notes what sheet and service agree on now. */
export class PastCheck {
  readonly #job: Job;
  readonly #history: History;
  readonly #agreedOf: AgreedOf = (id) => {
    const { agreed } = this.#history;
    const row = this.#rowOf(id);
    return (field) => agreed.getAt(row, field);
  };
  /** What a sheet of this job said last, rather than that of another one: how far amounts move is measured from there. */
  readonly #saidOf: AgreedOf = (id) => {
    const { agreed } = this.#history;
    const row = this.#rowOf(id);
    return (field) => agreed.saidAt(row, field);
  };
  readonly #moved: MovedAmounts;
  readonly #counts = { drifted: 0, contested: 0, recomputed: 0 };
  readonly #drifts: DriftLine[] = [];
  /** Rows that wait for a person, by what they wait for. */
  readonly #waiting = { drift: new Waiting(), hold_over: new Waiting() };
  readonly #disputed: DisputedFields;
  readonly #givesBack: boolean;
  /** Something was agreed on before this run. */
  readonly #hasPast: boolean;
  /** Of each field that drifted in the last run: a value that is still there since was not changed again. */
  readonly #nights: ReadonlyMap<string, number>;
  #latest: { readonly id: ListingId; readonly row: number } | undefined;

  constructor(job: Job, history: History) {
    this.#job = job;
    this.#history = history;
    this.#disputed = new DisputedFields(history.agreed);
    this.#givesBack = givesBack(job);
    this.#hasPast = history.agreed.size > 0;
    this.#moved = new MovedAmounts(this.#saidOf);
    this.#nights = new Map(
      history.past.drifts.map((line) => [fieldKey(line), line.nights + (line.overwritten ? 1 : 0)]),
    );
  }

  /** For the planning of single rows; `undefined` if they are not from a sheet. */
  get drift(): PlanOptions['drift'] {
    const { limits } = this.#job;
    return limits && { policy: limits.drift, agreedOf: this.#agreedOf };
  }

  add(entry: PlanEntry): void {
    if (!this.#job.limits || !('resolved' in entry) || isOfPlan(entry.resolved.row)) return;
    this.#moved.add(entry);
    if (entry.kind !== 'unchanged') this.#addDrifts(entry);
    if (entry.kind === 'held') this.#addHeld(entry);
    if (entry.kind === 'update') this.#disputed.add(entry, this.#rowOf(entry.resolved.listing.id));
    if (entry.kind === 'update' || entry.kind === 'unchanged') this.#agree(entry.resolved);
  }

  #addDrifts(entry: Extract<PlanEntry, { kind: 'update' | 'blocked' | 'held' }>): void {
    const { listing, row } = entry.resolved;
    for (const drift of judgeDrift(entry.changes, listing, this.#agreedOf)) {
      this.#counts[drift.verdict]++;
      if (this.#drifts.length >= MAX_DRIFTS) continue;
      const line = {
        kind: 'drift',
        line: row.line,
        sku: skuOf(entry),
        listing_id: listing.id,
        ...drift,
      } as const;
      const nights = this.#nights.get(fieldKey(line)) ?? 1;
      this.#drifts.push({ ...line, nights, overwritten: false });
    }
  }

  /** What the sheet says and the listing holds already. Bounds that a strategy computed are given back too, and said by no sheet. */
  #agree({ listing, desired }: Resolved): void {
    const { agreed } = this.#history;
    const row = this.#rowOf(listing.id);
    const isSaid = (field: Field): boolean => !this.#givesBack || agreed.getAt(row, field) !== undefined;
    for (const field of FIELDS) {
      const value = desired[field];
      if (value !== undefined && value === listing.values[field] && isSaid(field))
        agreed.setAt(row, field, value);
    }
  }

  /** The row of a listing among the agreed values. A listing is asked for several times in a row, and found once. */
  #rowOf(id: ListingId): number {
    if (id !== this.#latest?.id) this.#latest = { id, row: this.#history.agreed.rowOf(id) };
    return this.#latest.row;
  }

  /** `startedAt`: epoch milliseconds. */
  result(startedAt: number): Judged {
    const { limits, input } = this.#job;
    if (!limits) return { violations: [], warnings: [], notices: [], seen: undefined };
    const moves = this.#moved.moves();
    const { runs } = this.#history.past;
    const { figures, sha256 } = input;
    const sheet = figures && judgeSheet({ figures, sha256, startedAt }, runs, limits.minRows);
    const moved = figures && judgeMoves(moves, goodRuns(runs));
    const found = [...(sheet?.violations ?? []), moved, this.#judgeDrift()].filter(
      (each) => each !== undefined,
    );
    const isAllowed = ({ rule }: RunViolation): boolean => limits.allow.has(rule);
    return {
      violations: found.filter((each) => !isAllowed(each)),
      warnings: [
        ...found.filter(isAllowed).map(({ rule, message }) => `Allowed by --allow ${rule}: ${message}`),
        ...(sheet?.warnings ?? []),
        ...this.#nameHeld(),
        ...this.#nameFights(),
        ...this.#disputed.describe(),
      ],
      notices: [...(sheet?.notices ?? []), ...(figures ? this.#nameFirst() : [])],
      seen: { moves, drifts: this.#drifts, ...this.#seeDrift(startedAt) },
    };
  }

  #nameFirst(): readonly string[] {
    return describeFirst(this.#job.input.jobOfHistory ?? null, this.#history.past.beside);
  }

  #seeDrift(startedAt: number): Pick<SeenPast, 'drift' | 'driftNights'> {
    if (!this.#hasPast) return { driftNights: [] };
    const earlier = this.#history.past.runs
      .filter(isWholeRun)
      .flatMap(({ started_at, drift }) => (drift ? [toNight(started_at, drift)] : []));
    const now = toNight(new Date(startedAt).toISOString(), this.#counts);
    return { drift: { ...this.#counts }, driftNights: [now, ...earlier].toReversed() };
  }

  #judgeDrift(): RunViolation | undefined {
    const { drifted, contested } = this.#counts;
    if (this.#job.limits?.drift !== 'stop' || drifted + contested === 0) return undefined;
    const [first] = this.#drifts.filter(isByOthers);
    return {
      rule: 'max_drift',
      message: `somebody else changed ${count(drifted + contested, 'field')} since sheet and service last agreed, first ${first?.field} of line ${first?.line} (sku "${first?.sku}"), and --drift is stop`,
    };
  }

  #addHeld(entry: Held): void {
    const reasons = splitReasons(entry.reason);
    if (reasons.includes('hold_over')) this.#waiting.hold_over.add(entry);
    if (reasons.some((reason) => reason !== 'hold_over')) this.#waiting.drift.add(entry);
  }

  /** Nobody else would hear of them: rows that wait for a person need no attention themselves. */
  #nameHeld(): readonly string[] {
    const { drift, hold_over } = this.#waiting;
    return [
      ...drift.describe(
        'somebody else changed what the sheet sets',
        '; sync with --drift overwrite sends what the sheet says',
      ),
      ...hold_over.describe('an amount moves further than --hold-over', ''),
    ];
  }

  #nameFights(): readonly string[] {
    const fights = this.#drifts.filter(isFight);
    const [first] = fights;
    if (!first) return [];
    const more = fights.length === 1 ? '' : ` and ${count(fights.length - 1, 'other field')}`;
    return [
      `Something else changes ${first.field} of "${first.sku}"${more} again and again, ${first.nights} runs in a row: find out what, or the two will go on changing it in turns`,
    ];
  }
}

function toNight(startedAt: string, { drifted, contested, recomputed }: DriftCounts): DriftNight {
  return { day: startedAt.slice(0, 'YYYY-MM-DD'.length), drifted, contested, recomputed };
}

/** Counts rows that wait for a person. */
class Waiting {
  #count = 0;
  #first: { readonly line: number; readonly sku: string } | undefined;

  add(entry: Held): void {
    this.#count++;
    this.#first ??= { line: entry.resolved.row.line, sku: skuOf(entry) };
  }

  describe(why: string, wayOut: string): readonly string[] {
    if (!this.#first) return [];
    const { line, sku } = this.#first;
    const rows = count(this.#count, 'row waits', 'rows wait');
    return [`${rows} for a person, since ${why}, first line ${line} (sku "${sku}")${wayOut}`];
  }
}

/** More names are no help. */
const MAX_NAMED = 5;

/**
 * Says of the first run of a job that its sheet is compared with none, though others on the account have a history: a job that was
 * renamed begins a new one. `beside`: the names of these others.
 */
function describeFirst(job: string | null, beside: readonly (string | null)[]): readonly string[] {
  const names = [...new Set(beside.map(nameOf))].sort();
  if (names.length === 0) return [];
  const first = job === null ? 'a sheet without a name' : `the job "${job}"`;
  const shown = names.slice(0, MAX_NAMED).join(', ');
  const more = names.length > MAX_NAMED ? ` and ${count(names.length - MAX_NAMED, 'other')}` : '';
  return [
    `This is the first run of ${first} in this history, so its sheet is compared with none; there are runs of ${shown}${more}; if it is one of these under a new name, pass the old one as --job`,
  ];
}

function nameOf(job: string | null): string {
  return job === null ? 'sheets without a name' : `"${job}"`;
}
