/** Which page is asked for. `cursor` is a position in creation order; `backwards` takes the page before it. Units: `limit` in objects. */
interface PageRequest {
  readonly limit: number;
  readonly cursor: number | undefined;
  readonly backwards: boolean;
}

/** Positions of a page in creation order. `examined` counts the candidates looked at, the work of one page. */
interface PositionPage {
  readonly positions: readonly number[];
  readonly hasMore: boolean;
  readonly examined: number;
}

/**
 * Takes one page out of candidates, walking from the cursor only as far as the page needs.
 *
 * Shape: `candidates` are ascending positions, or a number n for all of 0 to n - 1. The cursor need not be among them. `hasMore`
 * is about the direction of paging: older objects, or with `backwards` newer ones.
 * Source: interface.md sections 2.1 and 4.1.
 */
export function takePage(
  candidates: readonly number[] | number,
  { limit, cursor, backwards }: PageRequest,
  matches: (position: number) => boolean,
): PositionPage {
  const count = typeof candidates === 'number' ? candidates : candidates.length;
  const step = backwards ? -1 : 1;
  const found: number[] = [];
  let examined = 0;
  for (let index = startIndex(candidates, cursor, backwards); index >= 0 && index < count; index += step) {
    const position = typeof candidates === 'number' ? index : (candidates[index] ?? 0);
    examined++;
    if (!matches(position)) continue;
    found.push(position);
    if (found.length > limit) break;
  }
  const positions = found.slice(0, limit);
  return { positions: backwards ? positions.reverse() : positions, hasMore: found.length > limit, examined };
}

function startIndex(
  candidates: readonly number[] | number,
  cursor: number | undefined,
  backwards: boolean,
): number {
  if (cursor === undefined) return 0;
  return backwards ? countBelow(candidates, cursor) - 1 : countBelow(candidates, cursor + 1);
}

/** How many candidates lie before a position, by halving. */
function countBelow(candidates: readonly number[] | number, position: number): number {
  if (typeof candidates === 'number') return Math.min(position, candidates);
  let low = 0;
  let high = candidates.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((candidates[middle] ?? 0) < position) low = middle + 1;
    else high = middle;
  }
  return low;
}
