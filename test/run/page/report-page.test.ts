import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readReasons } from '../../../src/domain/reasons.ts';
import { Secret } from '../../../src/domain/secret.ts';
import type { PageRow } from '../../../src/report/page/page-row.ts';
import { PageRows } from '../../../src/run/page/report-page.ts';
import { aMove, aPageRow } from '../../page/support.ts';

interface Options {
  readonly maxEmbedded?: number;
  readonly redact?: (text: string) => string;
}

function carry(rows: readonly PageRow[], { maxEmbedded = 100, redact = (text) => text }: Options = {}) {
  const carried = new PageRows({ missingIsOk: false, redact, maxEmbedded, pieceRows: 3 });
  for (const row of rows) carried.add(row);
  const { pieces, ...counts } = carried.result();
  const texts = [...pieces].map((piece) => gunzipSync(Buffer.from(piece, 'base64')).toString('utf8'));
  return { ...counts, texts, rows: texts.flatMap((text): PageRow[] => JSON.parse(text)) };
}

const stays = (n: number) => aPageRow({ n, status: 'unchanged', changes: [], live: undefined });
const fails = (n: number) => aPageRow({ n, status: 'failed', reason: 'http_402' });
const numbers = (rows: readonly PageRow[]) => rows.map(({ n }) => n).sort((one, other) => one - other);

describe('PageRows', () => {
  it('carries what needs attention, then what changes, then the rest, and says how many there are', () => {
    const rows = [...Array(30).keys()].map(
      (n) => [stays, (at: number) => aMove(at, 1), fails][n % 3]?.(n) ?? stays(n),
    );
    const few = carry(rows, { maxEmbedded: 15 });
    expect(few.total).toBe(30);
    expect(few.count).toBe(few.rows.length);
    expect(few.count).toBeLessThanOrEqual(15);
    expect(few.rows.filter(({ status }) => status === 'failed')).toHaveLength(10);
    expect(few.rows.filter(({ status }) => status === 'unchanged')).toHaveLength(0);
    // The first ones of those that change.
    expect(numbers(few.rows.filter(({ status }) => status === 'planned'))).toEqual([1, 4, 7]);
  });

  it('holds no key, in whatever text it comes', () => {
    const key = 'key-"1"\\x';
    const { redact } = new Secret(key);
    const row = aPageRow({ sku: `A ${key}`, message: `no ${key}`, reason: readReasons(key) });
    const { texts, rows } = carry([row, aPageRow({ n: 1 })], { redact });
    expect(texts.join('')).not.toContain('key-');
    expect(rows[0]).toMatchObject({ sku: 'A [key]', message: 'no [key]', reason: '[key]' });
    expect(rows[1]).toMatchObject({ sku: 'SKU-1', changes: row.changes });
  });
});
