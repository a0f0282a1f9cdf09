/**
 * The SHA-256 of a text in UTF-8, as hex digits. Browsers have it too, but only as a promise for each text, and not in every page that is
 * opened from a disk.
 *
 * Source: FIPS 180-4, sections 4.1.2, 4.2.2, 5.3.3 and 6.2.2.
 */
export function sha256(text: string): string {
  const bytes = encoder.encode(text);
  const state = Uint32Array.from(FIRST_STATE);
  const whole = bytes.length - (bytes.length % BLOCK);
  addBlocks(state, bytes.subarray(0, whole));
  addBlocks(state, padded(bytes.subarray(whole), bytes.length));
  return Array.from(state, (word) => word.toString(16).padStart(8, '0')).join('');
}

const encoder = new TextEncoder();

/** Units: bytes. */
const BLOCK = 64;
const LENGTH = 8;

/** The end of a message: a bit, zeros, and the length of all of it in bits. */
function padded(rest: Uint8Array, length: number): Uint8Array {
  const end = new Uint8Array(rest.length + 1 + LENGTH > BLOCK ? 2 * BLOCK : BLOCK);
  end.set(rest);
  end[rest.length] = 0x80;
  const view = new DataView(end.buffer);
  view.setUint32(end.length - 8, Math.floor(length / 2 ** 29));
  view.setUint32(end.length - 4, length << 3);
  return end;
}

/** Signed, since that is what all sums below are cut to. */
const words = new Int32Array(BLOCK);

function addBlocks(state: Uint32Array, bytes: Uint8Array): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = 0; at < bytes.length; at += BLOCK) {
    for (let word = 0; word < 16; word++) words[word] = view.getInt32(at + word * 4);
    for (let word = 16; word < BLOCK; word++) words[word] = nextWord(word);
    addWords(state);
  }
}

function nextWord(at: number): number {
  const [early, late] = [words[at - 15] as number, words[at - 2] as number];
  const first = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3);
  const second = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10);
  return ((words[at - 16] as number) + first + (words[at - 7] as number) + second) | 0;
}

function addWords(state: Uint32Array): void {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let at = 0; at < BLOCK; at++) {
    const sum = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const one = (h + sum + ((e & f) ^ (~e & g)) + (ROUNDS[at] as number) + (words[at] as number)) | 0;
    const two = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  for (const [at, word] of [a, b, c, d, e, f, g, h].entries()) state[at] = (state[at] as number) + word;
}

function rotate(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

const FIRST_STATE = [
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
];

const ROUNDS = Int32Array.of(
  0x428a2f98,
  0x71374491,
  0xb5c0fbcf,
  0xe9b5dba5,
  0x3956c25b,
  0x59f111f1,
  0x923f82a4,
  0xab1c5ed5,
  0xd807aa98,
  0x12835b01,
  0x243185be,
  0x550c7dc3,
  0x72be5d74,
  0x80deb1fe,
  0x9bdc06a7,
  0xc19bf174,
  0xe49b69c1,
  0xefbe4786,
  0x0fc19dc6,
  0x240ca1cc,
  0x2de92c6f,
  0x4a7484aa,
  0x5cb0a9dc,
  0x76f988da,
  0x983e5152,
  0xa831c66d,
  0xb00327c8,
  0xbf597fc7,
  0xc6e00bf3,
  0xd5a79147,
  0x06ca6351,
  0x14292967,
  0x27b70a85,
  0x2e1b2138,
  0x4d2c6dfc,
  0x53380d13,
  0x650a7354,
  0x766a0abb,
  0x81c2c92e,
  0x92722c85,
  0xa2bfe8a1,
  0xa81a664b,
  0xc24b8b70,
  0xc76c51a3,
  0xd192e819,
  0xd6990624,
  0xf40e3585,
  0x106aa070,
  0x19a4c116,
  0x1e376c08,
  0x2748774c,
  0x34b0bcb5,
  0x391c0cb3,
  0x4ed8aa4a,
  0x5b9cca4f,
  0x682e6ff3,
  0x748f82ee,
  0x78a5636f,
  0x84c87814,
  0x8cc70208,
  0x90befffa,
  0xa4506ceb,
  0xbef9a3f7,
  0xc67178f2,
);
