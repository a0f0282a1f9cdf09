import type { Field } from '../../src/domain/fields.ts';
import { doubtsOf } from './history-lines.ts';
import { type JudgedRow, judgeRows, type State } from './judge-rows.ts';
import type { Delivery, Value } from './sheet.ts';

/** A row that needs attention: since when, in how many runs in a row. */
export interface Issue {
  readonly line: number;
  readonly sku: string;
  readonly listing_id: string | null;
  readonly status: string;
  readonly reason: string;
  readonly since: string;
  readonly nights: number;
}

/** A field that somebody else, or a strategy, has changed. */
export interface Drift {
  readonly line: number;
  readonly sku: string;
  readonly listing_id: string;
  readonly field: Field;
  readonly verdict: 'drifted' | 'contested' | 'recomputed';
  readonly agreed: Value;
  readonly live: Value;
  readonly sheet: Value;
  readonly since: string;
  readonly nights: number;
  readonly overwritten: boolean;
}

/** What a run that was killed may have changed unseen. */
export interface Doubt {
  readonly run: string;
  readonly line: number;
  readonly sku: string;
  readonly listing_id: string;
  readonly currency: string;
  readonly field: Field;
  readonly was: Value;
  readonly is: Value;
  /** A strategy may have computed anything. */
  readonly computed: boolean;
}

/** A sheet that went out. */
interface GoodSheet {
  readonly text: string;
  readonly modified: number;
  readonly skus: number;
  readonly moves: Moves;
}

/** By how much half of the amounts of a field moved: 1.05 for 5 % up. */
type Moves = Readonly<Record<string, number>>;

/** The play's own bookkeeping of a job, of which the program knows nothing. */
export class Book {
  /** What sheet and service last agreed on, by `id field`. */
  readonly agreed = new Map<string, Value>();
  readonly good: GoodSheet[] = [];
  /** The last one of which a run sent a part, or all: an older one is never sent after it. */
  sent: Pick<Delivery, 'text' | 'modified'> | undefined;
  /** Of the last run that judged every row; `undefined` before the first. */
  issues: readonly Issue[] | undefined;
  drifts: readonly Drift[] = [];
  doubts: readonly Doubt[] = [];
  /** The last run that the agreed values know of. */
  run: string | null = null;
  /** What a run that was killed had said of others, by field: it is not said again. */
  readonly #said = new Map<string, Value>();

  judge(delivery: Delivery, before: State): readonly JudgedRow[] {
    return judgeRows(delivery.rows, before);
  }

  /** The rules that this sheet breaks, by the sheets that went out before. */
  rulesBroken({ text, modified, rows }: Delivery, moves: Moves): readonly string[] {
    const last = this.sent;
    if (!last) return [];
    const usual = median(this.good.slice(-7).map(({ skus }) => skus)) ?? 0;
    const isOlder = text !== last.text && modified < last.modified;
    return [
      ...(countSkus(rows) < usual * 0.7 ? ['rows_dropped'] : []),
      ...(isOlder ? ['older_sheet'] : []),
      ...(this.#haveMovedFar(moves) ? ['totals_moved'] : []),
    ];
  }

  /** Half of the amounts of a field by more than 15 %, and more than three times as far as usual. */
  #haveMovedFar(moves: Moves): boolean {
    const good = this.good.slice(-7);
    return Object.entries(moves).some(([field, move]) => {
      const usual = median(good.map((each) => distanceOf(each.moves[field] ?? 1))) ?? 0;
      return distanceOf(move) > Math.max(Math.log(1.15), usual * 3);
    });
  }

  /** Fields that are neither as sheet and service last agreed nor as the sheet says now. */
  driftsOf(
    judged: readonly JudgedRow[],
    {
      isStopped,
      state,
      began,
    }: { readonly isStopped: boolean; readonly state: State; readonly began: string },
  ) {
    return judged.flatMap(({ row, status, differences }): readonly Drift[] =>
      differences.flatMap(({ field, live, sheet }): readonly Drift[] => {
        const { id, line, sku } = row;
        const agreed = this.agreed.get(`${id} ${field}`);
        if (id === undefined || agreed === undefined || agreed === live) return [];
        const isBound = field === 'minimum_price' || field === 'maximum_price';
        const [cost, strategy] = [this.agreed.get(`${id} cost`), this.agreed.get(`${id} strategy`)];
        const isCause =
          cost !== state.get(`${id} cost`) ||
          (strategy !== undefined && strategy !== state.get(`${id} strategy`));
        const isComputed = isBound && state.get(`${id} strategy`) !== null && isCause;
        const verdict = isComputed ? 'recomputed' : sheet === agreed ? 'drifted' : 'contested';
        const before = this.drifts.find((each) => each.listing_id === id && each.field === field);
        // Nobody has changed again what the last run left as it was.
        const nights = before ? before.nights + Number(before.overwritten) : 1;
        const overwritten = status === 'updated' && !isStopped;
        const since = before?.since ?? began;
        return [
          { line, sku, listing_id: id, field, verdict, agreed, live, sheet, since, nights, overwritten },
        ];
      }),
    );
  }

  /** Those of which no run has spoken yet. */
  newsOfOthers(drifts: readonly Drift[]): readonly Drift[] {
    const left = this.drifts.filter(({ overwritten }) => !overwritten);
    const known = new Map([...left.map((drift) => [keyOfField(drift), drift.live] as const), ...this.#said]);
    return drifts.filter((drift) => known.get(keyOfField(drift)) !== drift.live);
  }

  /** A run was killed after it had said this, and before it had noted it. */
  noteSaid(drifts: readonly Drift[]): void {
    for (const drift of drifts) this.#said.set(keyOfField(drift), drift.live);
  }

  forgetSaid(): void {
    this.#said.clear();
  }

  /** The doubts about listings that a run sees. */
  doubtsAbout(judged: readonly JudgedRow[]): readonly Doubt[] {
    const seen = new Set(judged.map(({ row }) => row.id));
    return this.doubts.filter(({ listing_id }) => seen.has(listing_id));
  }

  /** Rows that need attention, with those of the last run that judged every row carried on. `began`: when the run did. */
  issuesOf(judged: readonly JudgedRow[], began: string): readonly Issue[] {
    const left = [...(this.issues ?? [])];
    return judged.flatMap(({ row: { line, sku, id }, status }): readonly Issue[] => {
      const reason = REASONS[status];
      if (reason === undefined) return [];
      const issue = { line, sku, listing_id: id ?? null, status, reason };
      const at = left.findIndex((each) => keyOf(each) === keyOf(issue));
      const [before] = at === -1 ? [] : left.splice(at, 1);
      return [{ ...issue, since: before?.since ?? began, nights: (before?.nights ?? 0) + 1 }];
    });
  }

  newsOf(issues: readonly Issue[]) {
    if (this.issues === undefined) return null;
    const still = issues.filter(({ nights }) => nights > 1);
    return {
      fresh: issues.length - still.length,
      still: still.length,
      since: still.map(({ since }) => since).sort()[0] ?? null,
      well: this.issues.length - still.length,
    };
  }

  /** By how much half of the amounts of each field move since sheet and service last agreed. */
  movesOf(judged: readonly JudgedRow[]): Moves {
    return Object.fromEntries(
      (['cost', 'minimum_price', 'maximum_price', 'manual_price'] as const).flatMap((field) => {
        const ratios = judged.flatMap(({ row: { id, values }, status }) => {
          const [sheet, agreed] = [values[field], this.agreed.get(`${id} ${field}`)];
          const isCounted = status !== 'duplicate' && typeof sheet === 'number' && typeof agreed === 'number';
          return isCounted ? [sheet / agreed] : [];
        });
        return ratios.length < 10 ? [] : [[field, median(ratios) ?? 0] as const];
      }),
    );
  }

  /** A run came to its end: what became of each row is known. */
  conclude(
    judged: readonly JudgedRow[],
    { run, issues, drifts }: { run: string; issues: readonly Issue[]; drifts: readonly Drift[] },
  ): void {
    this.run = run;
    this.issues = issues;
    this.drifts = drifts;
    this.doubts = this.doubts.filter((doubt) => !this.doubtsAbout(judged).includes(doubt));
    for (const { row, status } of judged)
      if (status === 'updated' || status === 'unchanged')
        for (const [field, value] of Object.entries(row.values))
          this.agreed.set(`${row.id} ${field}`, value ?? null);
  }

  /** A sheet went out. */
  keepGood({ text, modified, rows }: Delivery, moves: Moves): void {
    this.sent = { text, modified };
    this.good.push({ text, modified, skus: countSkus(rows), moves });
  }

  /**
   * A run was killed. `known`: the listings of which its journal has the outcome. Of other updates nobody knows whether they arrived,
   * unless it had `ended` its sending.
   */
  lose(
    run: string,
    judged: readonly JudgedRow[],
    { known, ended, state }: { known: ReadonlySet<string>; ended: boolean; state: State },
  ): void {
    this.run = run;
    const sent = judged.filter(({ status }) => status === 'updated');
    const made = new Map(
      sent.flatMap(({ row: { id = '' }, differences }) =>
        known.has(id)
          ? differences.map(({ field, sheet }): [string, Value] => [`${id} ${field}`, sheet])
          : [],
      ),
    );
    const unknown = ended ? [] : sent.filter(({ row: { id = '' } }) => !known.has(id));
    const seen = this.doubtsAbout(ended ? sent.filter((row) => !unknown.includes(row)) : sent);
    const isSettled = (doubt: Doubt): boolean =>
      seen.includes(doubt) && state.get(keyOfField(doubt)) !== doubt.was;
    this.drifts = this.drifts.filter((drift) => !made.has(keyOfField(drift)));
    this.doubts = [
      ...this.doubts.filter((doubt) => !isSettled(doubt)).map((doubt) => overwrite(doubt, made)),
      ...doubtsOf(run, unknown, state),
    ];
    for (const key of made.keys()) this.#said.delete(key);
    for (const { row, status, differences } of judged) {
      if (status !== 'updated') continue;
      const id = row.id ?? '';
      const isKnown = known.has(id);
      for (const { field, sheet } of differences)
        if (isKnown) this.agreed.set(`${id} ${field}`, sheet);
        else if (!ended) this.agreed.delete(`${id} ${field}`);
      // Bounds are sent along with a cost, so that the strategy leaves them as they are.
      const isPinned =
        state.get(`${id} strategy`) !== null && differences.some(({ field }) => field === 'cost');
      for (const field of ['minimum_price', 'maximum_price'] as const)
        if (isKnown && isPinned && field in row.values)
          this.agreed.set(`${id} ${field}`, row.values[field] ?? null);
    }
  }
}

/** What is in doubt would now change what was set since. */
function overwrite(doubt: Doubt, made: ReadonlyMap<string, Value>): Doubt {
  const set = made.get(keyOfField(doubt));
  return set === undefined ? doubt : { ...doubt, was: set };
}

function keyOfField({ listing_id, field }: Pick<Drift, 'listing_id' | 'field'>): string {
  return `${listing_id} ${field}`;
}

const REASONS: Readonly<Record<string, string>> = { not_found: 'sku_not_listed', blocked: 'max_change' };

function keyOf({
  sku,
  listing_id,
  status,
  reason,
}: Pick<Issue, 'sku' | 'listing_id' | 'status' | 'reason'>): string {
  return JSON.stringify([sku, listing_id, status, reason]);
}

function distanceOf(ratio: number): number {
  return Math.abs(Math.log(ratio));
}

export function countSkus(rows: readonly { readonly sku: string }[]): number {
  return new Set(rows.map(({ sku }) => sku)).size;
}

/** Of an even number of figures the lower one in the middle. */
export function median(figures: readonly number[]): number | undefined {
  return [...figures].sort((one, other) => one - other)[Math.ceil(figures.length / 2) - 1];
}
