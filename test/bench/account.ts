import { closeSync, openSync, writeSync } from 'node:fs';

/**
 * The account that the fast services of the benchmarks serve, as arithmetic: everything about a listing follows from its
 * number. The newest has number 0, so that it is also the order of the list. Every number has the same number of digits,
 * so that all listings are of the same length.
 */
export const KEY = 'sandbox-key';
export const AUTHORIZATION = `Basic ${Buffer.from(`${KEY}:`).toString('base64')}`;
export const CHANNEL = '5a0c8f8e-7c51-4d0b-9c38-6d1d3a7f1c02';
export const STRATEGY = '2f1f0c7b-91b3-4c58-8a4e-0f6f7b8f9d31';

const ID_PREFIX = '7c9e6679-7425-40de-944b-';
const SKU_PREFIX = 'ART-';
const DIGITS = 12;

export function idOf(number: number): string {
  return ID_PREFIX + String(number).padStart(DIGITS, '0');
}

export function skuOf(number: number): string {
  return SKU_PREFIX + String(number).padStart(DIGITS, '0');
}

/** The number of a listing by its id or its SKU; NaN where there can be no such listing. */
export function numberOf(text: string): number {
  const isOne =
    text.startsWith(SKU_PREFIX) || (text.startsWith(ID_PREFIX) && text.length === ID_PREFIX.length + DIGITS);
  return isOne ? Number(text.slice(-DIGITS)) : Number.NaN;
}

/** In cents. */
export function costOf(number: number): number {
  return 1000 + (number % 1000);
}

export function minimumOf(number: number): number {
  return 2000 + (number % 1000);
}

export function maximumOf(number: number): number {
  return 4000 + (number % 1000);
}

/** A listing as JSON, around whatever stands for its digits: a number's, or variables of nginx. */
export function listingText(parts: {
  /** The twelve digits of its number, and the last three of them. */
  readonly digits: string;
  readonly tail: string;
  readonly cost: string;
  readonly created: string;
}): string {
  const { digits, tail, cost, created } = parts;
  return (
    `{"id":"${ID_PREFIX}${digits}","object":"listing","platform":"amazon","channel":"${CHANNEL}","status":"active",` +
    `"sku":"${SKU_PREFIX}${digits}","currency":"usd","current_price":3${tail},"current_shipping":499,"cost":${cost},` +
    `"minimum_price":2${tail},"maximum_price":4${tail},"strategy":"${STRATEGY}","repricing":true,"manual_price":null,"created":${created}}`
  );
}

export function listingOf(number: number): string {
  const digits = String(number).padStart(DIGITS, '0');
  const tail = digits.slice(-3);
  return listingText({ digits, tail, cost: `1${tail}`, created: String(1_750_000_000 - number) });
}

export interface SheetOptions {
  readonly rows: number;
  /** Each so many-th row has another cost than its listing: a cent more. */
  readonly changeEvery: number;
}

/** How many of the rows have something to update. */
export function changedRows({ rows, changeEvery }: SheetOptions): number {
  return Math.ceil(rows / changeEvery);
}

/** Odd and prime, so that walking by it comes to every row once: a sheet is not in the order of the account. */
const STRIDE = 7919;
const BLOCK = 10_000;

/** Writes a sheet of eight columns for the listings 0 to `rows` - 1, as an ERP writes one, the same every time. */
export function writeSheet(path: string, options: SheetOptions): void {
  const file = openSync(path, 'w');
  try {
    writeSync(file, 'sku,title,cost,minimum_price,maximum_price,currency,brand,note\r\n');
    for (let first = 0; first < options.rows; first += BLOCK) {
      const count = Math.min(BLOCK, options.rows - first);
      writeSync(file, Array.from({ length: count }, (_, index) => toLine(first + index, options)).join(''));
    }
  } finally {
    closeSync(file);
  }
}

function toLine(row: number, { rows, changeEvery }: SheetOptions): string {
  const number = rows % STRIDE === 0 ? row : (row * STRIDE) % rows;
  const cost = costOf(number) + (row % changeEvery === 0 ? 1 : 0);
  const money = [cost, minimumOf(number), maximumOf(number)]
    .map((cents) => (cents / 100).toFixed(2))
    .join(',');
  return `${skuOf(number)},"Kettle no. ${number % 977}, brushed",${money},USD,${row % 311},${row % 5 === 0 ? 'Müller GmbH' : ''}\r\n`;
}
