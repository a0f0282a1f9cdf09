import { COLUMN_NAMES, type ColumnName, isMoneyColumn, isOwnName } from './column-names.ts';
import { foldHeader, isInCents, withoutCents } from './fold-header.ts';
import { STRONG, WEAK } from './known-names.ts';
import { perQuantityOf } from './per-quantity.ts';

/** What a header can mean. */
export interface Meaning {
  readonly name: ColumnName;
  /** The smaller, the better. */
  readonly rank: number;
  /** The header says that its amounts are in cents: `cost_cents`. */
  readonly inCents: boolean;
  /** `own`: a name that pricesheet gives its columns. `weak`: a word that other trades use too. */
  readonly by: 'own' | 'strong' | 'weak';
}

type Known = ReadonlyMap<string, Omit<Meaning, 'inCents'>>;

/** Where ranks begin. */
const OWN = -1000;
/** Beside one of these, a bare `Cost` is that of the whole line. */
const PER_PIECE = new Set(['unitcost', 'costperitem', 'avgunitcost', 'averageunitcost', 'lastunitcost']);
const WEAKEST = 1000;

/** Made when the first header is read: it takes as long as all the rest of what `--help` needs. */
let known: Known | undefined;

/** Amounts and numbers, which are most of the cells that are looked at for a header: no name is made of these alone. */
const NO_NAME = /^[\d\s.,+-]*$/;

/** What a header means in any context. Our own `listing_id` is a UUID; the listing ids of other programs are something else. */
export function meaningOf(header: string): Meaning | undefined {
  if (/^\s*listing_id\s*$/i.test(header)) return { name: 'listing_id', rank: 0, inCents: false, by: 'own' };
  if (NO_NAME.test(header)) return undefined;
  const inCents = isInCents(header);
  known ??= listKnown();
  const meaning = known.get(foldHeader(inCents ? withoutCents(header) : header));
  if (!meaning) return meaningOfMany(header);
  if (inCents && !isMoneyColumn(meaning.name)) return undefined;
  // `Part #` is a number of a part, and `Min #` a number of pieces.
  if (isMoneyColumn(meaning.name) && header.includes('#')) return undefined;
  // `Price Unit` is what a price is for, `Price/Unit` a price.
  if (meaning.name === 'cost_divisor' && header.includes('/')) return undefined;
  return { ...meaning, inCents };
}

/** `Cost per 100` is a cost, and divided; anything else is not. */
function meaningOfMany(header: string): Meaning | undefined {
  const note = perQuantityOf(header);
  const meaning = note && meaningOf(note.rest);
  return meaning?.name === 'cost' && meaning.by !== 'weak' ? meaning : undefined;
}

function listKnown(): Known {
  return new Map([...toEntries('weak'), ...[...toEntries('strong')].reverse()]);
}

function toEntries(by: 'strong' | 'weak'): readonly (readonly [folded: string, Omit<Meaning, 'inCents'>])[] {
  const from = by === 'strong' ? 0 : WEAKEST;
  const names = by === 'strong' ? STRONG : WEAK;
  return COLUMN_NAMES.flatMap((name) =>
    (names[name] ?? []).map((word, index) => {
      const folded = foldHeader(word);
      if (isOwnName(folded)) return [folded, { name, rank: OWN + index, by: 'own' }] as const;
      return [folded, { name, rank: (PER_PIECE.has(folded) ? 2 * OWN : from) + index, by }] as const;
    }),
  );
}
