import type { Glyphs } from '../text/glyphs.ts';
import type { Paint } from '../text/paint.ts';

/** How a screen is drawn. */
export interface ScreenStyle {
  readonly paint: Paint;
  readonly glyphs: Glyphs;
  /** Of the terminal, in columns; none where the lines are not to be wrapped. */
  readonly width?: number | undefined;
  /** How many rows the screen may have; default: those of a common terminal. */
  readonly rows?: number | undefined;
}
