import { describeValue } from '../domain/describe-value.ts';
import { FIELDS, isMoneyField } from '../domain/fields.ts';
import type { Listing } from '../domain/listing.ts';
import type { ReadLatest } from '../domain/ports.ts';
import { joinReasons, type Reason, type Reasons } from '../domain/reasons.ts';
import type { Change } from '../domain/stages.ts';
import type { FindBrokenRules } from './hold-against-guards.ts';

/** An update that a listing was seen to hold. */
export interface SeenUpdate {
  /** Its position in the plan. */
  readonly n: number;
  readonly listing: Pick<Listing, 'id' | 'sku' | 'currency'>;
  /** What was sent, with the values that were sent along. */
  readonly sent: readonly Change[];
  /** The listing as it was before, and the changes, if guard rules are asked of it. */
  readonly planned?: Parameters<FindBrokenRules>[0] | undefined;
}

/** An update whose listing is not as it was left. */
export interface Overwritten {
  readonly n: number;
  readonly reason: Reasons;
  readonly message: string;
}

export interface StepReading {
  readonly overwritten: readonly Overwritten[];
  /** Listings that could not be read. */
  readonly unread: number;
  /** Why the last of them could not. */
  readonly failure?: Error | undefined;
}

interface ReadBackPorts {
  readonly readLatest: ReadLatest;
  /** Absent if no guard rule is asked. */
  readonly findBrokenRules?: FindBrokenRules | undefined;
  readonly signal: AbortSignal;
  /** Called with how many listings were read so far. */
  readonly onRead: (done: number) => void;
}

/**
 * Reads the listings of a step again and compares each with what was sent. A listing that is no longer there does not hold it
 * either; one that could not be read may.
 *
 * Errors: what makes further requests pointless, and the signal's reason.
 */
export async function readBackStep(
  updates: readonly SeenUpdate[],
  { readLatest, findBrokenRules, signal, onRead }: ReadBackPorts,
): Promise<StepReading> {
  const open = new Map(updates.map((update) => [update.listing.id.toLowerCase(), update]));
  const overwritten: Overwritten[] = [];
  const { failure } = await readLatest(
    updates.map(({ listing }) => listing),
    {
      signal,
      updatesFollow: true,
      onListing: (now) => {
        const id = now.id.toLowerCase();
        const update = open.get(id);
        if (!update || !open.delete(id)) return;
        const found = judge(update, now, findBrokenRules);
        if (found) overwritten.push({ n: update.n, ...found });
        onRead(updates.length - open.size);
      },
    },
  );
  if (failure) return { overwritten, unread: open.size, failure };
  const gone = [...open.values()].map(({ n }): Overwritten => ({ n, reason: OVERWRITTEN, message: GONE }));
  return { overwritten: [...overwritten, ...gone], unread: 0 };
}

const OVERWRITTEN = 'overwritten' satisfies Reason;
const READ_BACK = 'Sent and seen to hold, but when it was read back before the next step';
const GONE = `${READ_BACK}, the listing was no longer listed under its SKU`;

function judge(
  { listing, sent, planned }: SeenUpdate,
  now: Listing,
  findBrokenRules: FindBrokenRules | undefined,
): Omit<Overwritten, 'n'> | undefined {
  const missed = sent.filter(({ field, after }) => now.values[field] !== after);
  const hasMoney = sent.some(({ field, after }) => isMoneyField(field) && after !== null);
  const otherCurrency = hasMoney && now.currency !== listing.currency;
  const broken = (planned && findBrokenRules?.(planned, observe(planned.resolved.listing, now))) ?? [];
  const said = [
    ...missed.map(({ field, after }) => {
      const [is, was] = [now.values[field], after].map((value) => describeValue(field, value));
      return `${field} is ${is} where ${was} was sent`;
    }),
    ...(otherCurrency ? [`currency is ${now.currency} where ${listing.currency} was sent`] : []),
    ...broken.map(({ message }) => message),
  ];
  if (said.length === 0) return undefined;
  const reason = joinReasons([OVERWRITTEN, ...broken.map(({ rule }) => rule)]);
  return { reason, message: `${READ_BACK}: ${said.join(', ')}` };
}

/** Every field that differs from before the update. */
function observe({ values }: Listing, now: Listing): readonly Change[] {
  return FIELDS.flatMap((field) => {
    const [before, after] = [values[field], now.values[field]];
    return before === after ? [] : [{ field, before, after }];
  });
}
