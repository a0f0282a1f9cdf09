import { styleText } from 'node:util';

/** How a screen is drawn. */
export interface ScreenStyle {
  readonly paint: Paint;
  readonly glyphs: Glyphs;
  /** Of the terminal, in columns; none where the lines are not to be wrapped. */
  readonly width?: number | undefined;
  /** How many rows the screen may have; default: those of a common terminal. */
  readonly rows?: number | undefined;
}

type Style = Parameters<typeof styleText>[0];

/** Styles text, or returns it unchanged where colours are off. */
export type Paint = (style: Style, text: string) => string;

export function createPaint(colour: boolean): Paint {
  return colour ? (style, text) => styleText(style, text, { validateStream: false }) : (_style, text) => text;
}

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
