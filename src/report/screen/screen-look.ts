import type { Glyphs } from '../text/glyphs.ts';
import type { Paint } from '../text/paint.ts';

/** How a screen is drawn. */
export interface Look {
  readonly paint: Paint;
  readonly glyphs: Glyphs;
  /** Of the terminal, in columns; none where the lines are not to be wrapped. */
  readonly width?: number | undefined;
  /** How many lines the screen may have; as many as common terminals have rows where that isn't known. */
  readonly rows?: number | undefined;
  /** Reasons are given that few people ask for. */
  readonly verbose?: boolean | undefined;
  /** Where all is that is too much to be shown; none where no file has it. */
  readonly where?: string | undefined;
}
