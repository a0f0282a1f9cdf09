/**
 * Two multiplicative hashes of 32 bits, joined into a whole number of 53. Two of a million texts have the same hash
 * once in some twenty thousand sheets, so a match has to be checked against the texts if it decides anything.
 */
export function hashText(text: string): number {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return (low >>> 0) + (high >>> 11) * 2 ** 32;
}
