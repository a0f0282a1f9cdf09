import type { Cents } from '../../domain/cents.ts';
import type { Fees } from '../../domain/fees.ts';
import { COMPUTED_FIELDS, FIELDS, type Field, type FieldValue } from '../../domain/fields.ts';
import type { ListingId } from '../../domain/listing.ts';
import { PRICE_KINDS } from '../../domain/price-outcome.ts';
import { readReasons } from '../../domain/reasons.ts';
import type { Change } from '../../domain/stages.ts';
import { STATUSES } from '../../domain/status.ts';
import type { Tally } from '../../domain/tally.ts';
import type { ReviewRemarks } from '../files/review-records.ts';
import type { Bounds, LiveValues, PageRow } from './page-row.ts';

/**
 * Rows of the page column by column: a tenth of what objects take as text, and much less once it is compressed. What few
 * rows have is held for those rows only, and texts that many rows have are held once.
 *
 * Shape: one array per column, all of one length but for `values`, `live`, `bounds`, `remarks` and `fees`, which have an item for each row
 * whose `mask` has the bit. `n` and `line` hold differences. Texts are positions in `texts`. Units: money in cents.
 */
export interface RowColumns {
  readonly n: number[];
  readonly line: number[];
  readonly sku: string[];
  /** Positions in `STATUSES`. */
  readonly status: number[];
  readonly reason: number[];
  readonly message: number[];
  /** Ids, which hardly get smaller when they are packed: only of rows that change, since only these can be sent. */
  readonly listing: string[];
  readonly platform: number[];
  readonly channel: number[];
  readonly currency: number[];
  /** Positions in `PRICE_KINDS`, from 1; 0 for rows without a price outcome. */
  readonly price: number[];
  /** A bit for each of `FIELDS` that changes, `HAS_LIVE`, one for each of the bounds beside, `HAS_REMARKS`, and `HAS_FEES`. */
  readonly mask: number[];
  readonly values: Readonly<Record<Field, { readonly before: Packed[]; readonly after: Packed[] }>>;
  readonly live: {
    readonly cost: (number | null)[];
    readonly minimum_price: (number | null)[];
    readonly strategy: Packed[];
  };
  readonly bounds: Readonly<Record<BoundsKind, Readonly<Record<keyof Bounds, (number | null)[]>>>>;
  /** Of updates that can be in a review file. */
  readonly remarks: { readonly warnings: number[]; readonly message: number[] };
  /** Units: cents; thousandths of a percent. */
  readonly fees: { readonly perUnit: (number | null)[]; readonly share: (number | null)[] };
  readonly texts: string[];
}

const BOUNDS_KINDS = ['pins', 'computed'] as const;
type BoundsKind = (typeof BOUNDS_KINDS)[number];

/** A strategy is the position of its id. */
type Packed = number | boolean | null;

const HAS_LIVE = 1 << FIELDS.length;

/** The bounds stored beside the changes of a row, each with its bit. */
const BESIDE = BOUNDS_KINDS.flatMap((kind) => COMPUTED_FIELDS.map((field) => ({ kind, field }))).map(
  (place, index) => ({ ...place, bit: HAS_LIVE << (index + 1) }),
);

const HAS_BOUNDS = BESIDE.reduce((bits, { bit }) => bits | bit, 0);
/** One for all rows that have none. */
const NO_BOUNDS: Bounds = {};

const HAS_REMARKS = HAS_LIVE << (BESIDE.length + 1);
const HAS_FEES = HAS_REMARKS << 1;

/** Takes rows in order, and gives them back as columns. */
export class ColumnWriter implements Tally<PageRow, RowColumns> {
  readonly #columns: RowColumns = {
    n: [],
    line: [],
    sku: [],
    status: [],
    reason: [],
    message: [],
    listing: [],
    platform: [],
    channel: [],
    currency: [],
    price: [],
    mask: [],
    values: {
      cost: { before: [], after: [] },
      minimum_price: { before: [], after: [] },
      maximum_price: { before: [], after: [] },
      strategy: { before: [], after: [] },
      repricing: { before: [], after: [] },
      manual_price: { before: [], after: [] },
    },
    live: { cost: [], minimum_price: [], strategy: [] },
    bounds: {
      pins: { minimum_price: [], maximum_price: [] },
      computed: { minimum_price: [], maximum_price: [] },
    },
    remarks: { warnings: [], message: [] },
    fees: { perUnit: [], share: [] },
    texts: [],
  };
  readonly #positions = new Map<string, number>();
  #last = { n: 0, line: 0 };

  get count(): number {
    return this.#columns.n.length;
  }

  add(row: PageRow): void {
    const columns = this.#columns;
    const { n, line, sku, status, reason, message, listing, changes, live } = row;
    columns.n.push(n - this.#last.n);
    columns.line.push(line - this.#last.line);
    this.#last = { n, line };
    columns.sku.push(sku);
    columns.status.push(STATUSES.indexOf(status));
    columns.reason.push(this.#textAt(reason));
    columns.message.push(this.#textAt(message));
    columns.listing.push(changes.length > 0 ? (listing?.id ?? '') : '');
    columns.platform.push(this.#textAt(listing?.platform ?? ''));
    columns.channel.push(this.#textAt(listing?.channel ?? ''));
    columns.currency.push(this.#textAt(listing?.currency ?? ''));
    columns.price.push(row.price === undefined ? 0 : PRICE_KINDS.indexOf(row.price) + 1);
    columns.mask.push(
      this.#addChanges(changes) |
        (live ? HAS_LIVE : 0) |
        this.#addBounds(row) |
        this.#addRemarks(row) |
        this.#addFees(row),
    );
    if (live) this.#addLive(live);
  }

  #addRemarks({ remarks }: PageRow): number {
    if (!remarks) return 0;
    this.#columns.remarks.warnings.push(this.#textAt(remarks.warnings));
    this.#columns.remarks.message.push(this.#textAt(remarks.message));
    return HAS_REMARKS;
  }

  #addFees({ fees }: PageRow): number {
    if (!fees) return 0;
    this.#columns.fees.perUnit.push(fees.perUnit ?? null);
    this.#columns.fees.share.push(fees.share ?? null);
    return HAS_FEES;
  }

  #addBounds(row: PageRow): number {
    let mask = 0;
    for (const { kind, field, bit } of BESIDE) {
      const value = row[kind]?.[field];
      if (value === undefined) continue;
      mask |= bit;
      this.#columns.bounds[kind][field].push(value);
    }
    return mask;
  }

  #addChanges(changes: readonly Change[]): number {
    let mask = 0;
    for (const { field, before, after } of changes) {
      mask |= 1 << FIELDS.indexOf(field);
      const column = this.#columns.values[field];
      column.before.push(this.#pack(before));
      column.after.push(this.#pack(after));
    }
    return mask;
  }

  #addLive({ cost, minimum_price, strategy }: LiveValues): void {
    const { live } = this.#columns;
    live.cost.push(cost);
    live.minimum_price.push(minimum_price);
    live.strategy.push(this.#pack(strategy));
  }

  #pack(value: FieldValue): Packed {
    return typeof value === 'string' ? this.#textAt(value) : value;
  }

  #textAt(text: string): number {
    const known = this.#positions.get(text);
    if (known !== undefined) return known;
    this.#positions.set(text, this.#columns.texts.length);
    return this.#columns.texts.push(text) - 1;
  }

  result(): RowColumns {
    return this.#columns;
  }
}

/** The rows that were written, in their order; rows without changes have no listing id. */
export function readColumns(columns: RowColumns): readonly PageRow[] {
  const { texts } = columns;
  // Where each column that only some rows have goes on. A map of names would take half the time of it all.
  const fields = FIELDS.map((field, bit) => ({ field, bit: 1 << bit, ...columns.values[field], next: 0 }));
  const bounds = BESIDE.map((place) => ({
    ...place,
    values: columns.bounds[place.kind][place.field],
    next: 0,
  }));
  const next = { live: 0, remarks: 0, fees: 0 };
  const readBounds = (kind: BoundsKind, mask: number): Bounds => {
    if ((mask & HAS_BOUNDS) === 0) return NO_BOUNDS;
    const found: { -readonly [name in keyof Bounds]: Bounds[name] } = {};
    for (const column of bounds) {
      if (column.kind !== kind || (mask & column.bit) === 0) continue;
      found[column.field] = (column.values[column.next++] ?? null) as Cents | null;
    }
    return found;
  };
  const unpack = (field: Field, value: Packed | undefined): FieldValue =>
    (field === 'strategy' && typeof value === 'number' ? texts[value] : value) as FieldValue;
  const last = { n: 0, line: 0 };
  return columns.n.map((step, row): PageRow => {
    last.n += step;
    last.line += columns.line[row] ?? 0;
    const mask = columns.mask[row] ?? 0;
    const text = (column: readonly number[]): string => texts[column[row] ?? 0] ?? '';
    const platform = text(columns.platform);
    const changes: Change[] = [];
    for (const column of fields) {
      if ((mask & column.bit) === 0) continue;
      const { field, before, after } = column;
      const at = column.next++;
      changes.push({ field, before: unpack(field, before[at]), after: unpack(field, after[at]) });
    }
    return {
      n: last.n,
      line: last.line,
      sku: columns.sku[row] ?? '',
      status: STATUSES[columns.status[row] ?? 0] ?? 'invalid',
      reason: readReasons(text(columns.reason)),
      message: text(columns.message),
      listing:
        platform === ''
          ? undefined
          : {
              id: (columns.listing[row] ?? '') as ListingId,
              platform,
              channel: text(columns.channel),
              currency: text(columns.currency),
            },
      changes,
      live: (mask & HAS_LIVE) === 0 ? undefined : toLive(columns, next.live++),
      price: PRICE_KINDS[(columns.price[row] ?? 0) - 1],
      pins: readBounds('pins', mask),
      computed: readBounds('computed', mask),
      remarks: (mask & HAS_REMARKS) === 0 ? undefined : toRemarks(columns, next.remarks++),
      fees: (mask & HAS_FEES) === 0 ? undefined : toFees(columns, next.fees++),
    };
  });
}

function toRemarks({ remarks, texts }: RowColumns, at: number): ReviewRemarks {
  const text = (column: readonly number[]): string => texts[column[at] ?? 0] ?? '';
  return { warnings: readReasons(text(remarks.warnings)), message: text(remarks.message) };
}

function toFees({ fees }: RowColumns, at: number): Fees {
  return {
    perUnit: (fees.perUnit[at] ?? undefined) as Cents | undefined,
    share: fees.share[at] ?? undefined,
  };
}

function toLive({ live, texts }: RowColumns, at: number): LiveValues {
  const strategy = live.strategy[at];
  return {
    cost: live.cost[at] ?? null,
    minimum_price: live.minimum_price[at] ?? null,
    strategy: typeof strategy === 'number' ? (texts[strategy] ?? null) : null,
  } as LiveValues;
}
