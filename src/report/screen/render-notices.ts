import { clip } from '../text/clip.ts';
import { printable } from '../text/printable.ts';
import { cutText, wrapText } from '../text/text-width.ts';
import type { Cuts } from './fit-screen.ts';
import type { ScreenStyle } from './screen-style.ts';

const MAX_NOTICES = 8;
/** Where there is no room for more. */
const FEW_NOTICES = 2;

interface Notices {
  readonly notices: readonly string[];
  /** That many of the first are always shown. */
  readonly kept?: number;
  /** The file that has all of them, where there is one. */
  readonly file: string | undefined;
}

/** Notices: as many as there is room for, and how many more there are. */
export function renderNotices(
  { notices, kept = 0, file }: Notices,
  { width = Number.POSITIVE_INFINITY, glyphs }: ScreenStyle,
  cuts: Cuts,
): readonly string[] {
  if (notices.length === 0) return [];
  const all = file === undefined ? '' : `, all in ${file}`;
  if (cuts.has('every_notice') && kept === 0) return [`Notices   ${notices.length}${all}`];
  const most = Math.max(kept, cuts.has('most_notices') ? FEW_NOTICES : MAX_NOTICES);
  const room = width - 2 * INDENT;
  const shown = notices.slice(0, most).flatMap((notice) => {
    const text = clip(printable(notice));
    if (cuts.has('long_notices')) return [`  ${cutText(text, room, glyphs.ellipsis)}`];
    const [first = '', ...more] = wrapText(text, room);
    return [`  ${first}`, ...more.map((line) => `    ${line}`)];
  });
  const rest = notices.length - most;
  return ['Notices', ...shown, ...(rest > 0 ? [`  ${glyphs.ellipsis} and ${rest} more${all}`] : [])];
}

const INDENT = 2;
