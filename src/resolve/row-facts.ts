import { FIELDS } from '../domain/fields.ts';
import { hashText } from '../domain/hash-text.ts';
import type { Channel, ListingId, Sku } from '../domain/listing.ts';
import { findRepeated, NumberList } from '../domain/lists.ts';
import { mayHaveLostPart, skuGroup } from '../domain/rewritten-sku.ts';
import { type InvalidRow, isOfPlan, type Row, type SheetRow, type Target } from '../domain/row.ts';
import type { CarriedOver } from '../domain/stages.ts';
import type { ScanFilters } from './scan/scan-account.ts';

/** Facts about all rows together, known before the first lookup. */
export interface RowFacts {
  /** Rows name strategies, which have to be found. */
  readonly setsStrategy: boolean;
  /** Of the rows that set a field. */
  readonly namesChannel: boolean;
  /** What every row names. */
  readonly common: Pick<Target, 'platform' | 'channel'>;
  /** Distinct SKUs of the rows that set a field. */
  readonly skus: number;
  /** Some of them, from all over the sheet. */
  readonly sample: readonly Sku[];
  /** Whether a row sets a field of a SKU; true for a few others by chance. */
  isWanted(sku: Sku): boolean;
  /** Whether a row names a listing by its id; true for a few others by chance. */
  isNamed(id: ListingId): boolean;
  /** Some row names its listing by its id, and a spreadsheet may have lost a part of its SKU. */
  readonly hasRewritten: boolean;
  /** Some SKU is that of several rows. */
  readonly hasRepeated: boolean;
  /** Whether other rows have the SKU too, or one of its group; true for a few others by chance. */
  isRepeated(sku: Sku): boolean;
}

/** Gathers facts of rows one by one, at 16 bytes a row, and 8 more for one that names its listing. */
export class RowFactsCollector {
  readonly #groups = new NumberList();
  readonly #looked = new NumberList();
  readonly #named = new NumberList();
  readonly #sample = new SkuSample();
  #common: RowFacts['common'] | undefined;
  #setsStrategy = false;
  #namesChannel = false;
  #hasRewritten = false;

  add(row: Row | CarriedOver): void {
    if (row.kind === 'invalid' && row.target) this.#groups.push(hashText(skuGroup(row.target.sku)));
    this.#hasRewritten ||= isRewritten(row);
    if (row.kind !== 'row') return;
    const { sku, channel, listingId } = row.target;
    this.#common = inCommon(this.#common ?? row.target, row.target);
    this.#groups.push(hashText(skuGroup(sku)));
    // Also if it is cleared: people are shown the name of the one from before.
    if (row.requested.strategy !== undefined && !isOfPlan(row)) this.#setsStrategy = true;
    if (!setsAnyField(row)) return;
    if (channel !== undefined) this.#namesChannel = true;
    this.#looked.push(hashText(sku));
    this.#sample.add(sku);
    if (listingId !== undefined && namesListing(row)) this.#named.push(hashText(listingId.toLowerCase()));
  }

  /** The facts, in steps: each looks at all rows once. No row is added from here on, so that their order is no longer needed. */
  *result(): Generator<undefined, RowFacts> {
    const groups = this.#groups.values().sort();
    yield;
    const looked = this.#looked.values().sort();
    yield;
    const named = this.#named.values().sort();
    const repeated = findRepeated(groups);
    return {
      setsStrategy: this.#setsStrategy,
      namesChannel: this.#namesChannel,
      common: this.#common ?? { platform: undefined, channel: undefined },
      skus: countDistinct(looked),
      sample: this.#sample.result(),
      isWanted: (sku) => isAmong(hashText(sku), looked),
      isNamed: (id) => named.length > 0 && isAmong(hashText(id.toLowerCase()), named),
      hasRewritten: this.#hasRewritten,
      hasRepeated: repeated.size > 0,
      isRepeated: (sku) => repeated.size > 0 && repeated.has(hashText(skuGroup(sku))),
    };
  }
}

/** Whether a row of a sheet names its listing, so that its SKU may be wrong: that of a row of an earlier plan is as the service gave it. */
export function namesListing(row: SheetRow): boolean {
  return row.target.listingId !== undefined && !isOfPlan(row);
}

/** Whether a row names its listing by its id, and a spreadsheet may have lost a part of its SKU. */
export function isRewritten(row: Row | CarriedOver): row is SheetRow | InvalidRow {
  if ((row.kind !== 'row' && row.kind !== 'invalid') || row.target?.listingId === undefined) return false;
  return !(row.kind === 'row' && isOfPlan(row)) && mayHaveLostPart(row.target.sku);
}

/** A row that sets nothing is not worth a request. */
export function setsAnyField({ requested }: SheetRow): boolean {
  return FIELDS.some((field) => requested[field] !== undefined);
}

function countDistinct(sorted: Float64Array): number {
  let count = 0;
  for (let index = 0; index < sorted.length; index++) if (sorted[index] !== sorted[index - 1]) count++;
  return count;
}

function isAmong(hash: number, sorted: Float64Array): boolean {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((sorted[middle] ?? 0) < hash) from = middle + 1;
    else to = middle;
  }
  return sorted[from] === hash;
}

/** The platform and the channel that both name, as far as they name the same. */
function inCommon(one: RowFacts['common'], other: RowFacts['common']): RowFacts['common'] {
  return {
    platform: one.platform === other.platform ? one.platform : undefined,
    channel: one.channel === other.channel ? one.channel : undefined,
  };
}

/** The filters that all rows share: no other listings are needed. A channel that the account doesn't have is not used as a filter. */
export function commonTarget(
  { platform, channel }: Pick<Target, 'platform' | 'channel'>,
  channels: readonly Channel[],
): ScanFilters {
  return {
    ...(platform === undefined ? {} : { platform }),
    ...(channels.some(({ id }) => id === channel) ? { channel } : {}),
  };
}

/** Enough for the probes of the widest scan. */
const SAMPLE_SIZE = 1024;

/** A part of a text keeps the whole of it in memory, which is all that was read of the sheet at once. */
function copyText<T extends string>(text: T): T {
  return text.split('').join('') as T;
}

/** The step that leaves gaps of at most three sizes, however often it is made: the golden ratio. */
const STEP = (Math.sqrt(5) - 1) / 2;

/**
 * Some SKUs from all over a sheet, those with the lowest hashes. The first few of them are from all over it too: where its order is
 * something like the account's, that spreads best.
 */
export class SkuSample {
  /** In the order of the sheet. */
  #kept = new Map<Sku, number>();
  #highest = Number.POSITIVE_INFINITY;

  add(sku: Sku): void {
    const hash = hashText(sku);
    if (hash > this.#highest) return;
    this.#kept.set(copyText(sku), hash);
    if (this.#kept.size >= 2 * SAMPLE_SIZE) this.#cut();
  }

  result(): readonly Sku[] {
    this.#cut();
    const skus = [...this.#kept.keys()];
    const steps = skus.map((_, n) => skus[Math.floor(((n + 1) * STEP * skus.length) % skus.length)]);
    return [...new Set(steps)].flatMap((sku) => sku ?? []);
  }

  #cut(): void {
    const hashes = [...this.#kept.values()].sort((a, b) => a - b);
    this.#highest = hashes[SAMPLE_SIZE - 1] ?? this.#highest;
    this.#kept = new Map([...this.#kept].filter(([, hash]) => hash <= this.#highest));
  }
}
