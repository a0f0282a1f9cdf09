import { distance } from 'fastest-levenshtein';

const MOST = 3;
const FARTHEST = 3;
/** A comparison takes as long as both are; nobody mistypes a SKU that is longer. */
const LONGEST = 100;

interface Nearest {
  see(sku: string): void;
  /** The nearest first. */
  skus(): readonly string[];
}

/** Collects those of many SKUs that are nearest to one: the same but for case and blanks before all others. */
export function createNearestSkus(wanted: string): Nearest {
  const folded = fold(wanted);
  let found: readonly { readonly sku: string; readonly far: number }[] = [];
  return {
    see: (sku) => {
      const far = farness(fold(sku), folded);
      if (far > FARTHEST || found.some((each) => each.sku === sku)) return;
      found = [...found, { sku, far }].sort((a, b) => a.far - b.far).slice(0, MOST);
    },
    skus: () => found.filter(({ far }) => far === 0 || found[0]?.far !== 0).map(({ sku }) => sku),
  };
}

function fold(sku: string): string {
  return sku.trim().toLowerCase();
}

function farness(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > FARTHEST || one.length > LONGEST) return FARTHEST + 1;
  const far = distance(one, other);
  // Short ones are near to everything.
  return far >= Math.max(1, other.length / 2) ? FARTHEST + 1 : far;
}
