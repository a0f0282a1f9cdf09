import { type Field, isMoneyField } from '../../domain/fields.ts';
import { countIn, itemOf } from '../../domain/lists.ts';
import { DRIFT_VERDICTS, type DriftVerdict } from '../../domain/predict-outcome.ts';
import { type Reason, type Reasons, splitReasons } from '../../domain/reasons.ts';
import type { Change } from '../../domain/stages.ts';
import { hasTrait, needsAttention, type Status } from '../../domain/status.ts';
import { Largest } from '../tally/tally-changes.ts';
import { type MarginBucket, type MoveBucket, marginBucketOf, marginsOf, moveBucketOf } from './groupings.ts';
import {
  clearsField,
  type Direction,
  directionOf,
  type PageRow,
  strategyAfter,
  weightOf,
} from './page-row.ts';

/** Rows that have something in common, which have a tile beside that of their status. */
interface Part {
  /** Shows them, together with a status. */
  readonly filter: string;
  readonly name: string;
  readonly note: string;
  readonly style: 'drift' | 'price' | 'clears';
  readonly isOf: (row: PageRow) => boolean;
}

const DRIFT_NOTES: Readonly<Record<DriftVerdict, string>> = {
  drifted: 'changed by somebody else',
  contested: 'changed by both',
  recomputed: 'by a strategy',
};

/** A fall comes before a rise, since what is sold too cheap is lost. */
export const PARTS: readonly Part[] = [
  ...DRIFT_VERDICTS.map(
    (verdict): Part => ({
      filter: `reason=${verdict}`,
      name: verdict,
      note: DRIFT_NOTES[verdict],
      style: 'drift',
      isOf: ({ reason }) => splitReasons(reason).includes(verdict),
    }),
  ),
  {
    filter: 'price=fall',
    name: 'price has to fall',
    note: "maximum below today's",
    style: 'price',
    isOf: ({ price }) => price === 'fall',
  },
  {
    filter: 'price=rise',
    name: 'price has to rise',
    note: "minimum above today's",
    style: 'price',
    isOf: ({ price }) => price === 'rise',
  },
  {
    filter: 'size=cleared',
    name: 'cleared',
    note: 'a value is taken away',
    style: 'clears',
    isOf: clearsField,
  },
];

/** Rows with one reason. */
export interface ReasonGroup {
  readonly reason: Reason;
  readonly count: number;
  readonly byStatus: ReadonlyMap<Status, number>;
  /** Those of which it is the first, by which they are named. */
  readonly foremost: ForemostRows | undefined;
}

interface ForemostRows {
  readonly count: number;
  readonly first: PageRow;
  /** All reasons of these rows, if they are the same. */
  readonly shared: Reasons | undefined;
}

type Group = Record<Direction, number>;

/** Changes made or planned (`going`), and changes held back (`held`). */
export interface MoveCount {
  going: number;
  held: number;
}

/** What the charts and lists of the page show. */
export type PageDigest = ReturnType<PageTally['result']>;

/** How many rows the markup of the page has; the script shows the others. */
const MAX_FOREMOST = 200;

/** Counts the rows of a run, in order, including rows that the page doesn't carry, and keeps the few that are shown separately. */
export class PageTally {
  readonly #missingIsOk: boolean;
  readonly #counts = {
    moves: new Map<Field, Map<MoveBucket, MoveCount>>(),
    /** Changes of fields that hold no amount. */
    others: new Map<Field, MoveCount>(),
    margins: { before: new Map<MarginBucket, number>(), after: new Map<MarginBucket, number>() },
    /** Updates whose fees somebody has said, and others. */
    fees: { said: 0, unsaid: 0 },
    groups: {
      strategy: new Map<string, Group>(),
      channel: new Map<string, Group>(),
      currency: new Map<string, Group>(),
    },
    /** The platform of each channel. */
    platforms: new Map<string, string>(),
    /** Of listings whose amounts change, or would. */
    currencies: new Set<string>(),
    /** Rows of each part, by its filter. */
    parts: new Map<string, Map<Status, number>>(),
    /** How many rows can be approved: all, and held ones. */
    reviewable: { all: 0, held: 0 },
  };
  readonly #reasons = new Map<Reason, ReasonCount>();
  readonly #attention = new Largest<PageRow>(MAX_FOREMOST, weightOf);
  readonly #changed = new Largest<PageRow>(MAX_FOREMOST, weightOf);
  readonly #quiet: PageRow[] = [];

  constructor(options: { readonly missingIsOk: boolean }) {
    this.#missingIsOk = options.missingIsOk;
  }

  add(row: PageRow): void {
    const { changes, listing, remarks, status } = row;
    const { currencies, parts, reviewable } = this.#counts;
    this.#addReasons(row);
    for (const { filter, isOf } of PARTS)
      if (isOf(row))
        countIn(
          itemOf(parts, filter, () => new Map()),
          status,
        );
    if (remarks) reviewable.all++;
    if (remarks && status === 'held') reviewable.held++;
    if (needsAttention(status, this.#missingIsOk)) this.#attention.add(row);
    else if (changes.length > 0) this.#changed.add(row);
    else if (this.#quiet.length < MAX_FOREMOST) this.#quiet.push(row);
    if (changes.length === 0) return;
    if (listing && changes.some(({ field }) => isMoneyField(field))) currencies.add(listing.currency);
    const isDue = hasTrait(status, 'due');
    for (const change of changes) this.#addChange(change, isDue ? 'going' : 'held');
    if (!isDue) return;
    this.#addGroups(row);
    this.#addMargins(row);
  }

  #addReasons(row: PageRow): void {
    const { reason, status } = row;
    for (const [at, single] of splitReasons(reason).entries()) {
      const group = itemOf(
        this.#reasons,
        single,
        (): ReasonCount => ({ count: 0, byStatus: new Map(), foremost: undefined }),
      );
      group.count++;
      countIn(group.byStatus, status);
      if (at > 0) continue;
      const { count, first, shared } = group.foremost ?? { count: 0, first: row, shared: reason };
      group.foremost = { count: count + 1, first, shared: shared === reason ? reason : undefined };
    }
  }

  #addChange(change: Change, kind: keyof MoveCount): void {
    const bucket = moveBucketOf(change);
    const counts =
      bucket === undefined
        ? itemOf(this.#counts.others, change.field, noMoves)
        : itemOf(
            itemOf(this.#counts.moves, change.field, () => new Map()),
            bucket,
            noMoves,
          );
    counts[kind]++;
  }

  #addGroups(row: PageRow): void {
    const direction = directionOf(row);
    const { channel = '', platform = '', currency = '' } = row.listing ?? {};
    this.#counts.platforms.set(channel, platform);
    for (const [by, key] of [
      ['strategy', strategyAfter(row) ?? ''],
      ['channel', channel],
      ['currency', currency],
    ] as const) {
      itemOf(this.#counts.groups[by], key, () => ({ up: 0, down: 0, other: 0 }))[direction]++;
    }
  }

  #addMargins(row: PageRow): void {
    const margins = marginsOf(row);
    if (!margins) return;
    this.#counts.fees[row.fees ? 'said' : 'unsaid']++;
    countIn(this.#counts.margins.before, marginBucketOf(margins.before));
    countIn(this.#counts.margins.after, marginBucketOf(margins.after));
  }

  result() {
    const reasons: readonly ReasonGroup[] = [...this.#reasons]
      .map(([reason, group]) => ({ reason, ...group }))
      .sort((one, other) => other.count - one.count || (one.reason < other.reason ? -1 : 1));
    /** The most important first. */
    const foremost = [...this.#attention.result(), ...this.#changed.result(), ...this.#quiet];
    return { ...this.#counts, reasons, foremost: foremost.slice(0, MAX_FOREMOST) } as const;
  }
}

interface ReasonCount extends Omit<ReasonGroup, 'reason'> {
  count: number;
  readonly byStatus: Map<Status, number>;
  foremost: ForemostRows | undefined;
}

const noMoves = (): MoveCount => ({ going: 0, held: 0 });
