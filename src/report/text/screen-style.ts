import { styleText } from 'node:util';
import type { Glyphs } from './words.ts';

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
