import { percentOfChange } from '../../domain/change-buckets.ts';
import { type Field, isMoneyField } from '../../domain/fields.ts';
import { FlawedRows, type RowCounts } from '../../domain/flawed-rows.ts';
import type { PriceKind } from '../../domain/price-outcome.ts';
import { type Reason, splitReasons } from '../../domain/reasons.ts';
import type { Change } from '../../domain/stages.ts';
import { needsAttention, type Status } from '../../domain/status.ts';
import type { Tally } from '../../domain/tally.ts';
import { Largest } from '../tally/largest.ts';
import { type MarginBucket, marginBucketOf, marginsOf } from './margin.ts';
import { type MoveBucket, moveBucketOf } from './move-buckets.ts';
import {
  clearsField,
  type Direction,
  directionOf,
  type PageRow,
  strategyAfter,
  weightOf,
} from './page-row.ts';

/** One amount that moves far. */
export interface Move {
  readonly row: PageRow;
  readonly change: Change;
  /** Units: percent. */
  readonly percent: number;
}

/** Rows with one reason. */
export interface ReasonGroup {
  readonly reason: Reason;
  readonly count: number;
  readonly byStatus: ReadonlyMap<Status, number>;
  /** The first row that has it. */
  readonly first: PageRow;
}

type Group = Record<Direction, number>;

/** Changes made or planned (`going`), and changes held back (`held`). */
export interface MoveCount {
  going: number;
  held: number;
}

/** Margins of the listings of one currency: nothing is ever added up over several. */
export interface CurrencyMargins {
  /** Updates with both amounts on both sides. */
  count: number;
  /** Units: cents, of all of them together. */
  beforeCents: number;
  afterCents: number;
  belowBefore: number;
  belowAfter: number;
}

/** Updates whose fees somebody has said, and others. */
export interface FeeCounts {
  said: number;
  unsaid: number;
}

/** What the rules about the sheet as a whole count. */
export interface SheetCounts extends RowCounts {
  readonly updates: number;
  readonly clears: number;
}

/** How many rows can be approved: all, and held ones. */
export interface ReviewableCounts {
  readonly all: number;
  readonly held: number;
}

/** What the pictures and lists of the page show, counted over all rows, including rows that the page doesn't carry. */
export interface PageDigest {
  readonly moves: ReadonlyMap<Field, ReadonlyMap<MoveBucket, Readonly<MoveCount>>>;
  /** Changes of fields that hold no amount. */
  readonly others: ReadonlyMap<Field, Readonly<MoveCount>>;
  readonly margins: Readonly<Record<'before' | 'after', ReadonlyMap<MarginBucket, number>>>;
  readonly currencyMargins: ReadonlyMap<string, Readonly<CurrencyMargins>>;
  /** Of updates, whether the fees of a sale are known. */
  readonly fees: Readonly<FeeCounts>;
  readonly groups: Readonly<Record<'strategy' | 'channel' | 'currency', ReadonlyMap<string, Group>>>;
  /** The platform of each channel. */
  readonly platforms: ReadonlyMap<string, string>;
  /** Of listings whose amounts change, or would. */
  readonly currencies: ReadonlySet<string>;
  /** Rows by what becomes of the price. */
  readonly prices: ReadonlyMap<PriceKind, ReadonlyMap<Status, number>>;
  /** Rows in which a field is cleared. */
  readonly cleared: ReadonlyMap<Status, number>;
  readonly counts: SheetCounts;
  readonly reviewable: ReviewableCounts;
  /** The amounts that move furthest. */
  readonly moved: Readonly<Record<'ups' | 'downs', readonly Move[]>>;
  readonly reasons: readonly ReasonGroup[];
  /** The most important first. */
  readonly foremost: readonly PageRow[];
}

/** How many moves up, and how many down, are shown. */
const MAX_MOVES = 5;
/** How many rows the markup of the page has; the script shows the others. */
const MAX_FOREMOST = 200;

/** Whether a row is an update that was sent, or would be but for what a person decides. */
function isChange({ changes, status }: Pick<PageRow, 'changes' | 'status'>): boolean {
  return changes.length > 0 && (status === 'planned' || status === 'updated' || status === 'skipped');
}

/** Counts the rows of a run, in order, and keeps the few that are shown separately. */
export class PageTally implements Tally<PageRow, PageDigest> {
  readonly #missingIsOk: boolean;
  readonly #moves = new Map<Field, Map<MoveBucket, MoveCount>>();
  readonly #others = new Map<Field, MoveCount>();
  readonly #margins = { before: new Map<MarginBucket, number>(), after: new Map<MarginBucket, number>() };
  readonly #currencyMargins = new Map<string, CurrencyMargins>();
  readonly #fees: FeeCounts = { said: 0, unsaid: 0 };
  readonly #groups = {
    strategy: new Map<string, Group>(),
    channel: new Map<string, Group>(),
    currency: new Map<string, Group>(),
  };
  readonly #platforms = new Map<string, string>();
  readonly #currencies = new Set<string>();
  readonly #prices = new Map<PriceKind, Map<Status, number>>();
  readonly #cleared = new Map<Status, number>();
  readonly #rows = new FlawedRows();
  readonly #counts = { updates: 0, clears: 0 };
  readonly #reviewable = { all: 0, held: 0 };
  readonly #ups = new Largest<Move>(MAX_MOVES, ({ percent }) => percent);
  readonly #downs = new Largest<Move>(MAX_MOVES, ({ percent }) => -percent);
  readonly #reasons = new Map<Reason, { count: number; byStatus: Map<Status, number>; first: PageRow }>();
  readonly #attention = new Largest<PageRow>(MAX_FOREMOST, weightOf);
  readonly #quiet: PageRow[] = [];
  readonly #changed = new Largest<PageRow>(MAX_FOREMOST, weightOf);

  constructor(options: { readonly missingIsOk: boolean }) {
    this.#missingIsOk = options.missingIsOk;
  }

  add(row: PageRow): void {
    this.#addReasons(row);
    this.#rows.add({ row: row.line, status: row.status });
    this.#countUpdate(row);
    if (row.price)
      add(
        itemOf(this.#prices, row.price, () => new Map<Status, number>()),
        row.status,
      );
    if (clearsField(row)) add(this.#cleared, row.status);
    if (row.remarks) this.#reviewable.all++;
    if (row.remarks && row.status === 'held') this.#reviewable.held++;
    if (needsAttention(row.status, this.#missingIsOk)) this.#attention.add(row);
    else if (row.changes.length > 0) this.#changed.add(row);
    else if (this.#quiet.length < MAX_FOREMOST) this.#quiet.push(row);
    if (row.changes.length === 0) return;
    const kind = isChange(row) ? 'going' : 'held';
    if (row.listing && row.changes.some(({ field }) => isMoneyField(field)))
      this.#currencies.add(row.listing.currency);
    for (const change of row.changes) this.#addChange(row, change, kind);
    if (kind === 'held') return;
    this.#addGroups(row);
    this.#addMargins(row);
  }

  #countUpdate({ changes, live }: PageRow): void {
    if (!live) return;
    this.#counts.updates++;
    for (const { after } of changes) if (after === null) this.#counts.clears++;
  }

  #addReasons(row: PageRow): void {
    const { reason, status } = row;
    for (const single of splitReasons(reason)) {
      const group = itemOf(this.#reasons, single, () => ({ count: 0, byStatus: new Map(), first: row }));
      group.count++;
      add(group.byStatus, status);
    }
  }

  #addChange(row: PageRow, change: Change, kind: keyof MoveCount): void {
    const bucket = moveBucketOf(change);
    if (bucket === undefined) {
      itemOf(this.#others, change.field, noMoves)[kind]++;
      return;
    }
    const counts = itemOf(this.#moves, change.field, () => new Map<MoveBucket, MoveCount>());
    itemOf(counts, bucket, noMoves)[kind]++;
    const percent = percentOfChange(change);
    // What waits for a person is what is to be decided; what a rule blocked is among what is to be checked.
    const isShown = kind === 'going' || row.status === 'held';
    if (!isShown || percent === undefined || percent === 0) return;
    (percent > 0 ? this.#ups : this.#downs).add({ row, change, percent });
  }

  #addGroups(row: PageRow): void {
    const direction = directionOf(row);
    const { channel = '', platform = '', currency = '' } = row.listing ?? {};
    this.#platforms.set(channel, platform);
    for (const [by, key] of [
      ['strategy', strategyAfter(row) ?? ''],
      ['channel', channel],
      ['currency', currency],
    ] as const) {
      itemOf(this.#groups[by], key, () => ({ up: 0, down: 0, other: 0 }))[direction]++;
    }
  }

  #addMargins(row: PageRow): void {
    const margins = marginsOf(row);
    if (!margins) return;
    const { before, after } = margins;
    this.#fees[row.fees ? 'said' : 'unsaid']++;
    add(this.#margins.before, marginBucketOf(before));
    add(this.#margins.after, marginBucketOf(after));
    if (!before || !after) return;
    const currency = row.listing?.currency ?? '';
    const sums = itemOf(this.#currencyMargins, currency, noMargins);
    sums.count++;
    sums.beforeCents += before.cents;
    sums.afterCents += after.cents;
    if (before.cents < 0) sums.belowBefore++;
    if (after.cents < 0) sums.belowAfter++;
  }

  result(): PageDigest {
    return {
      moves: this.#moves,
      others: this.#others,
      margins: this.#margins,
      currencyMargins: this.#currencyMargins,
      fees: this.#fees,
      groups: this.#groups,
      platforms: this.#platforms,
      currencies: this.#currencies,
      prices: this.#prices,
      cleared: this.#cleared,
      counts: { ...this.#rows.result(), ...this.#counts },
      reviewable: this.#reviewable,
      moved: { ups: this.#ups.result(), downs: this.#downs.result() },
      reasons: [...this.#reasons]
        .map(([reason, group]) => ({ reason, ...group }))
        .sort((one, other) => other.count - one.count || (one.reason < other.reason ? -1 : 1)),
      foremost: [...this.#attention.result(), ...this.#changed.result(), ...this.#quiet].slice(
        0,
        MAX_FOREMOST,
      ),
    };
  }
}

const noMoves = (): MoveCount => ({ going: 0, held: 0 });

const noMargins = (): CurrencyMargins => ({
  count: 0,
  beforeCents: 0,
  afterCents: 0,
  belowBefore: 0,
  belowAfter: 0,
});

function itemOf<K, V>(items: Map<K, V>, key: K, make: () => V): V {
  let item = items.get(key);
  if (item === undefined) {
    item = make();
    items.set(key, item);
  }
  return item;
}

function add<K>(counts: Map<K, number>, key: K): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
