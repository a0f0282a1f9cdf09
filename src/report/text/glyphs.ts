/** Characters beyond ASCII, for terminals that can show them. */
export interface Glyphs {
  readonly minus: string;
  readonly arrow: string;
  readonly ellipsis: string;
  /** From the lowest to the highest; none where bars can't be drawn. */
  readonly bars: readonly string[];
}

export const UNICODE: Glyphs = {
  minus: '−',
  arrow: '→',
  ellipsis: '…',
  bars: ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'],
};

export const ASCII: Glyphs = { minus: '-', arrow: '->', ellipsis: '...', bars: [] };
