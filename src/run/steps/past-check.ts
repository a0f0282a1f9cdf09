import { count } from '../../domain/count.ts';
import { EXIT } from '../../domain/exit-codes.ts';
import { describeValue, FIELDS, type Field } from '../../domain/fields.ts';
import { countIn } from '../../domain/lists.ts';
import { type Reason, splitReasons } from '../../domain/reasons.ts';
import { isOfPlan } from '../../domain/row.ts';
import { type Held, type PlanEntry, type Resolved, skuOf } from '../../domain/stages.ts';
import { judgeSheet, MovedAmounts, type SheetJudgement } from '../../plan/check-past-guards.ts';
import type { RunViolation } from '../../plan/check-run-guards.ts';
import { nameTime } from '../../plan/earlier-runs.ts';
import { type AgreedOf, isByOthers, judgeDrift } from '../../plan/judge-drift.ts';
import type { PlanOptions } from '../../plan/plan-row.ts';
import type { RunReport } from '../../report/tally/run-report.ts';
import { givesBack, type Job, type SeenPast } from '../job/run.ts';
import { type DriftLine, fieldKey } from '../ledger/ledger-state.ts';
import type { History } from '../ledger/open-history.ts';

const UNJUDGED: SheetJudgement = { violations: [], warnings: [], notices: [] };

/** What a row may wait for. The command that sends it is among the next steps: no flag sends a row that waits for two of these. */
const WAITS_FOR: Readonly<Partial<Record<Reason, string>>> = {
  drifted: 'somebody else changed what the sheet sets',
  contested: 'somebody else changed what the sheet sets',
  sku_damaged: 'a spreadsheet has damaged the SKU',
  hold_over: 'an amount moves further than --hold-over',
};

/** More fields are counted, and not kept one by one. */
const MAX_DRIFTS = 10_000;

/** Compares the plan of a sheet with what earlier runs of the job left, and notes what sheet and service agree on now. */
export class PastCheck {
  readonly #job: Job;
  readonly #history: History;
  readonly #agreedOf: AgreedOf = (id) => (field) => this.#history.state.values.get(id, field);
  readonly #moved: MovedAmounts;
  readonly #counts = { drifted: 0, contested: 0, recomputed: 0 };
  readonly #drifts: DriftLine[] = [];
  /** Rows that wait for a person: how many, the first, and how many for each cause. */
  readonly #waiting = { rows: 0, first: undefined as Held | undefined, causes: new Map<string, number>() };
  /** Updates that set what an undo took back. */
  #setAgain = 0;
  readonly #givesBack: boolean;
  /** Something was agreed on before this run. */
  readonly #hasPast: boolean;
  /** Of each field that drifted in the last run: a value that is still there since was not changed again. */
  readonly #earlier: ReadonlyMap<string, DriftLine>;
  /** When each earlier run ended. Units: epoch milliseconds. */
  readonly #endOf: ReadonlyMap<string, number>;
  readonly #startedAt: number;

  /** `startedAt`: epoch milliseconds. */
  constructor(job: Job, history: History, startedAt: number) {
    this.#job = job;
    this.#history = history;
    this.#givesBack = givesBack(job);
    this.#hasPast = history.state.values.size > 0;
    this.#moved = new MovedAmounts(this.#agreedOf);
    this.#earlier = new Map(history.state.drifts.map((line) => [fieldKey(line), line]));
    this.#endOf = new Map(history.past.runs.map(({ id, finished_at }) => [id, Date.parse(finished_at)]));
    this.#startedAt = startedAt;
  }

  /** For the planning of single rows; `undefined` if they are not from a sheet. */
  get drift(): PlanOptions['drift'] {
    const { limits } = this.#job;
    return limits && { policy: limits.drift, agreedOf: this.#agreedOf };
  }

  add(entry: PlanEntry): void {
    if (!('resolved' in entry)) return;
    if (entry.kind === 'update' && !this.#givesBack && this.#setsAgain(entry)) this.#setAgain++;
    if (isOfPlan(entry.resolved.row)) return;
    const endOf = (run: string): number => this.#endOf.get(run) ?? Number.NEGATIVE_INFINITY;
    this.#history.state.see(entry.resolved.listing, this.#startedAt, endOf);
    if (!this.#job.limits) return;
    this.#moved.add(entry);
    if (entry.kind !== 'unchanged') this.#addDrifts(entry);
    if (entry.kind === 'held') this.#addHeld(entry);
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
      const earlier = this.#earlier.get(fieldKey(line));
      this.#drifts.push({
        ...line,
        since: earlier?.since ?? new Date(this.#startedAt).toISOString(),
        nights: earlier ? earlier.nights + (earlier.overwritten ? 1 : 0) : 1,
        overwritten: false,
      });
    }
  }

  #setsAgain({ changes, resolved }: Extract<PlanEntry, { kind: 'update' }>): boolean {
    const { takenBack } = this.#history.past;
    if (takenBack.size === 0) return false;
    const keyOf = (field: Field): string => fieldKey({ listing_id: resolved.listing.id, field });
    return changes.some(({ field, after }) => takenBack.get(keyOf(field)) === after);
  }

  /** What the sheet says and the listing holds already. Bounds that a strategy computed are given back too, and said by no sheet. */
  #agree({ listing, desired }: Resolved): void {
    const { values } = this.#history.state;
    const { id } = listing;
    const isSaid = (field: Field): boolean => !this.#givesBack || values.get(id, field) !== undefined;
    for (const field of FIELDS) {
      const value = desired[field];
      if (value !== undefined && value === listing.values[field] && isSaid(field))
        values.set(id, field, value);
    }
  }

  result(): SheetJudgement & { readonly seen?: SeenPast } {
    const startedAt = this.#startedAt;
    const { limits, input, settings } = this.#job;
    if (!limits) return { ...UNJUDGED, warnings: this.#nameSetAgain() };
    const { from, value: where } = settings.shown['where'] ?? {};
    const moves = this.#moved.moves();
    const { figures, sha256 } = input.sheet;
    const { violations, warnings, notices } = figures
      ? judgeSheet(
          { figures, sha256, moves, startedAt, where: from === 'default' ? null : where },
          this.#history.past.runs,
          limits.minRows,
        )
      : UNJUDGED;
    const found = [...violations, ...this.#judgeDrift()];
    const isAllowed = ({ rule }: RunViolation): boolean => limits.allow.has(rule);
    return {
      violations: found.filter((each) => !isAllowed(each)),
      warnings: [
        ...found.filter(isAllowed).map(({ rule, message }) => `Allowed by --allow ${rule}: ${message}`),
        // A sheet without rows has no column that could be checked.
        ...(input.rows?.sheetRows === 0 ? [] : warnings),
        ...this.#nameSetAgain(),
        ...this.#nameHeld(),
        ...this.#nameFights(),
      ],
      notices,
      // Nothing was agreed on before: then it is not known.
      seen: { moves, drifts: this.#drifts, ...(this.#hasPast && { drift: { ...this.#counts } }) },
    };
  }

  #nameSetAgain(): readonly string[] {
    const { undos } = this.#history.past;
    const first = undos.at(-1);
    if (!first || this.#setAgain === 0) return [];
    const what = count(this.#setAgain, 'update sets', 'updates set');
    const which = undos.length === 1 ? 'the undo of' : `${undos.length} undos since`;
    return [
      `${what} again what ${which} ${nameTime(first.started_at)} took back; correct the sheet if that is not meant`,
    ];
  }

  #judgeDrift(): readonly RunViolation[] {
    const { drifted, contested } = this.#counts;
    if (this.#job.limits?.drift !== 'stop' || drifted + contested === 0) return [];
    const first = this.#drifts.find(isByOthers);
    const message = `somebody else changed ${count(drifted + contested, 'field')} since sheet and service last agreed, first ${first?.field} of line ${first?.line} (sku "${first?.sku}"), and --drift is stop`;
    return [{ rule: 'max_drift', message }];
  }

  #addHeld(entry: Held): void {
    const { causes } = this.#waiting;
    this.#waiting.rows++;
    this.#waiting.first ??= entry;
    for (const cause of new Set(splitReasons(entry.reason).flatMap((reason) => WAITS_FOR[reason] ?? [])))
      countIn(causes, cause);
  }

  /** Nobody else would hear of them: rows that wait for a person need no attention themselves. */
  #nameHeld(): readonly string[] {
    const { rows, first, causes } = this.#waiting;
    if (!first) return [];
    const why = [...causes].map(([cause, of]) => (of === rows ? cause : `${cause} (${of})`)).join(', ');
    return [
      `${count(rows, 'row waits', 'rows wait')} for a person, since ${why}, first line ${first.resolved.row.line} (sku "${skuOf(first)}")`,
    ];
  }

  #nameFights(): readonly string[] {
    const fights = this.#drifts.filter(isFight);
    const [first] = fights;
    if (!first) return [];
    const more = fights.length === 1 ? '' : ` and ${count(fights.length - 1, 'other field')}`;
    return [
      `Something else changes ${first.field} of "${first.sku}"${more} in each run, ${first.nights} in a row: find out what, or it and the sheet will keep overwriting each other`,
    ];
  }
}

const FIGHT_RUNS = 3;

/** Whether something fights over a field: it drifts in that many runs in a row. */
function isFight(drift: DriftLine): boolean {
  return isByOthers(drift) && drift.nights >= FIGHT_RUNS;
}

/**
 * What a run that went well, and shows nothing with --quiet, sent over a change of somebody else, unless it is named already as
 * what something fights over.
 */
export function noticeOverwritten(
  { digest, dryRun, exitCode }: Pick<RunReport, 'digest' | 'dryRun' | 'exitCode'>,
  drifts: readonly DriftLine[],
): readonly string[] {
  const noted = (digest.noted.get('drifted')?.count ?? 0) + (digest.noted.get('contested')?.count ?? 0);
  const found = drifts.filter((drift) => isByOthers(drift) && !isFight(drift));
  const [first] = found;
  if (dryRun || exitCode !== EXIT.done || noted === 0 || !first) return [];
  const { field, sku, line, live, agreed } = first;
  const which = `${field} of line ${line} (sku "${sku}") from ${describeValue(field, agreed)} to ${describeValue(field, live)}`;
  const what = found.length === 1 ? which : `${count(found.length, 'field')}, first ${which}`;
  return [
    `Somebody else had changed ${what}: an update puts the sheet's value there, and --drift hold leaves such rows to a person`,
  ];
}
