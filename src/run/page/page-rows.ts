import { gzipSync } from 'node:zlib';
import type { Tally } from '../../domain/lists.ts';
import type { Redact } from '../../domain/secret.ts';
import { needsAttention } from '../../domain/status.ts';
import type { PageRow } from '../../report/page/page-row.ts';
import type { EmbeddedRows } from '../../report/page/render-page.ts';

/** At most this many rows are in the page; with more it would take too long to open. */
const MAX_ROWS = 200_000;
/** Rows that are packed in one piece. */
const PIECE_ROWS = 5000;

interface Options {
  readonly missingIsOk: boolean;
  readonly redact: Redact;
  readonly maxEmbedded?: number;
  readonly pieceRows?: number;
}

interface Piece {
  readonly count: number;
  readonly base64: string;
}

/** Rows of one importance, in the order of the sheet. */
interface Rank {
  readonly pieces: Piece[];
  /** Not packed yet. */
  waiting: PageRow[];
  count: number;
  /** Some of it was dropped to make room, so nothing may follow. */
  isClosed: boolean;
}

/**
 * The rows in `report.html`: rows that need attention first, then changes, then the others, as far as there is room.
 * They are added one by one and packed in pieces, so that only a few thousand are held unpacked.
 */
export class PageRows implements Tally<PageRow, EmbeddedRows> {
  readonly #options: Options;
  readonly #maxRows: number;
  readonly #ranks: readonly Rank[] = [0, 1, 2].map(() => ({
    pieces: [],
    waiting: [],
    count: 0,
    isClosed: false,
  }));
  #total = 0;

  constructor(options: Options) {
    this.#options = options;
    this.#maxRows = options.maxEmbedded ?? MAX_ROWS;
  }

  add(row: PageRow): void {
    this.#total++;
    const at = this.#rankOf(row);
    const rank = this.#ranks[at];
    if (!rank || rank.isClosed || !this.#hasRoom(at)) return;
    rank.waiting.push(row);
    rank.count++;
    if (rank.waiting.length >= (this.#options.pieceRows ?? PIECE_ROWS)) this.#pack(rank);
  }

  #rankOf({ status, changes }: PageRow): number {
    if (needsAttention(status, this.#options.missingIsOk)) return 0;
    return changes.length > 0 ? 1 : 2;
  }

  /** Drops less important rows if needed. */
  #hasRoom(at: number): boolean {
    const above = this.#ranks.slice(0, at + 1).reduce((sum, { count }) => sum + count, 0);
    if (above >= this.#maxRows) return false;
    for (let lower = this.#ranks.length - 1; lower > at && this.#count() >= this.#maxRows; lower--)
      this.#drop(lower);
    return true;
  }

  #count(): number {
    return this.#ranks.reduce((sum, { count }) => sum + count, 0);
  }

  /** Drops the last piece of a rank. */
  #drop(at: number): void {
    const rank = this.#ranks[at];
    if (!rank) return;
    rank.isClosed = true;
    rank.count -= rank.waiting.length || (rank.pieces.pop()?.count ?? 0);
    rank.waiting = [];
  }

  #pack(rank: Rank): void {
    if (rank.waiting.length === 0) return;
    const json = toJson(rank.waiting, this.#options.redact);
    rank.pieces.push({
      count: rank.waiting.length,
      base64: gzipSync(json, { level: LEVEL }).toString('base64'),
    });
    rank.waiting = [];
  }

  result(): EmbeddedRows {
    for (const rank of this.#ranks) this.#pack(rank);
    const pieces = this.#ranks.flatMap((rank) => rank.pieces.map(({ base64 }) => base64));
    return { pieces, count: this.#count(), total: this.#total };
  }
}

/** Higher levels take much longer and save little. */
const LEVEL = 6;

/** Checking all texts at once shows whether any needs redaction. */
function toJson(rows: readonly PageRow[], redact: Redact): string {
  const json = JSON.stringify(rows);
  if (redact(json) === json) return json;
  return JSON.stringify(rows, (_, value) => (typeof value === 'string' ? redact(value) : value));
}
