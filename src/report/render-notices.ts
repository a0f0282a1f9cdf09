import { clip } from './clip.ts';
import type { Cuts } from './fit-screen.ts';
import { printable } from './printable.ts';
import type { Look } from './screen-look.ts';
import { cutText, wrapText } from './text-width.ts';

const MOST_NOTICES = 8;
/** Where there is no room for more. */
const FEW_NOTICES = 2;

/** Things that are worth knowing and stopped nothing: as many as there is room for, and how many more there are. */
export function renderNotices(
  notices: readonly string[],
  { width = Number.POSITIVE_INFINITY, glyphs }: Look,
  cuts: Cuts,
): readonly string[] {
  if (notices.length === 0) return [];
  if (cuts.has('every_notice')) return [`Notices   ${notices.length}, all in summary.json`];
  const most = cuts.has('most_notices') ? FEW_NOTICES : MOST_NOTICES;
  const room = width - 2 * INDENT;
  const shown = notices.slice(0, most).flatMap((notice) => {
    const text = clip(printable(notice));
    if (cuts.has('long_notices')) return [`  ${cutText(text, room, glyphs.ellipsis)}`];
    const [first = '', ...more] = wrapText(text, room);
    return [`  ${first}`, ...more.map((line) => `    ${line}`)];
  });
  const rest = notices.length - most;
  return [
    'Notices',
    ...shown,
    ...(rest > 0 ? [`  ${glyphs.ellipsis} and ${rest} more, all in summary.json`] : []),
  ];
}

const INDENT = 2;
