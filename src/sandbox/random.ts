/**
 * A stream of chance that is the same on every machine.
 *
 * Units: `next` in [0, 1); `integer` includes both ends; `chance(0.2)` is true one time in five; `uuid` has the shape of version 4.
 */
export interface Random {
  next(): number;
  integer(minimum: number, maximum: number): number;
  chance(share: number): boolean;
  /** `items` must not be empty. */
  pick<T>(items: readonly T[]): T;
  uuid(): string;
}

/**
 * Makes a seeded stream. Streams of one seed with different numbers are independent, so that drawing more of one kind of chance
 * (say faults) does not shift another (say delays).
 *
 * Source: sfc32 of PractRand, 32-bit integer arithmetic only, so that no engine's floating point can make a difference.
 */
export function createRandom(seed: number, stream = 0): Random {
  const draw = sfc32(seed, stream);
  const next = () => draw() / 0x1_0000_0000;
  return {
    next,
    integer: (minimum, maximum) => minimum + Math.floor(next() * (maximum - minimum + 1)),
    chance: (share) => next() < share,
    pick: <T>(items: readonly T[]) => items[Math.floor(next() * items.length)] as T,
    uuid: () => uuidFrom(draw),
  };
}

function sfc32(seed: number, stream: number): () => number {
  let a = seed >>> 0;
  let b = Math.floor(seed / 0x1_0000_0000) >>> 0;
  let c = stream >>> 0;
  let counter = 1;
  const draw = () => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return sum >>> 0;
  };
  for (let round = 0; round < 15; round++) draw();
  return draw;
}

const uuidBytes = Buffer.alloc(16);

function uuidFrom(draw: () => number): string {
  for (let offset = 0; offset < 16; offset += 4) uuidBytes.writeUInt32BE(draw(), offset);
  uuidBytes.writeUInt8((uuidBytes.readUInt8(6) & 0x0f) | 0x40, 6);
  uuidBytes.writeUInt8((uuidBytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = uuidBytes.toString('hex');
  const dashed = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
  // Copied through bytes, since a concatenated string would keep its nine pieces alive, a million times over.
  return Buffer.from(dashed, 'latin1').toString('latin1');
}
