import { stripVTControlCharacters } from 'node:util';

/** What a terminal's text looks like on a page. Units: pixels. */
const FONT_SIZE = 13;
const CHAR_WIDTH = 7.8;
const LINE_HEIGHT = 18;
const PADDING = 16;

export type Theme = 'light' | 'dark';

interface Colours {
  readonly paper: string;
  readonly edge: string;
  readonly ink: string;
  /** By the number of the SGR sequence. */
  readonly inks: Readonly<Record<string, string>>;
}

const THEMES: Readonly<Record<Theme, Colours>> = {
  light: {
    paper: '#ffffff',
    edge: '#d0d7de',
    ink: '#1f2328',
    inks: { '31': '#b42318', '32': '#116329', '33': '#8a5a00', '36': '#0b6b78' },
  },
  dark: {
    paper: '#0d1117',
    edge: '#30363d',
    ink: '#e6edf3',
    inks: { '31': '#ff7b72', '32': '#56d364', '33': '#e3b341', '36': '#39c5cf' },
  },
};

/** An SGR sequence, a gap, or text. */
const ESC = '\u001b';
const PARTS = new RegExp(`${ESC}\\[([\\d;]*)m|( {2,})|((?:(?! {2})[^${ESC}])+)`, 'g');

interface Piece {
  readonly text: string;
  readonly column: number;
  /** SGR codes in force. */
  readonly codes: ReadonlySet<string>;
}

/**
 * Draws what a program has written to a terminal, colours included, as an SVG: text stays text.
 *
 * Errors: `Error` for a colour that the themes don't have.
 */
export function drawTerminal(screen: string, theme: Theme): string {
  const { paper, edge, ink } = THEMES[theme];
  const lines = screen.trimEnd().split('\n');
  const columns = Math.max(...lines.map((line) => stripVTControlCharacters(line).length));
  const width = Math.ceil(columns * CHAR_WIDTH) + 2 * PADDING;
  const height = lines.length * LINE_HEIGHT + 2 * PADDING;
  const texts = lines.flatMap((line, index) =>
    splitPieces(line).map((piece) => drawPiece(piece, index, theme)),
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="A run of pricesheet in a terminal">`,
    `<rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8" fill="${paper}" stroke="${edge}"/>`,
    `<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="${FONT_SIZE}" fill="${ink}" xml:space="preserve">`,
    ...texts,
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}

/** The words of a line that look the same. Gaps of two blanks split too, so that columns stay aligned in any font. */
function splitPieces(line: string): readonly Piece[] {
  const pieces: Piece[] = [];
  const codes = new Set<string>();
  let column = 0;
  for (const [, sequence, gap, text] of line.matchAll(PARTS)) {
    if (sequence !== undefined) for (const code of sequence.split(';')) applyCode(codes, code);
    if (text !== undefined) pieces.push({ text, column, codes: new Set(codes) });
    column += (gap ?? text ?? '').length;
  }
  return pieces;
}

function applyCode(codes: Set<string>, code: string): void {
  if (code === '0' || code === '') codes.clear();
  else if (code === '22') for (const weight of ['1', '2']) codes.delete(weight);
  else if (code === '39') for (const colour of Object.keys(THEMES.light.inks)) codes.delete(colour);
  else codes.add(code);
}

function drawPiece({ text, column, codes }: Piece, line: number, theme: Theme): string {
  const x = round(PADDING + column * CHAR_WIDTH);
  const y = PADDING + line * LINE_HEIGHT + FONT_SIZE;
  const length = round(text.length * CHAR_WIDTH);
  const look = [...codes].map((code) => profileColumn(code, theme)).join('');
  return `<text x="${x}" y="${y}" textLength="${length}"${look}>${escapeMarkup(text)}</text>`;
}

function profileColumn(code: string, theme: Theme): string {
  if (code === '1') return ' font-weight="bold"';
  if (code === '2') return ' opacity="0.7"';
  const colour = THEMES[theme].inks[code];
  if (colour === undefined) throw new Error(`Cannot draw the terminal: no colour is known for SGR ${code}`);
  return ` fill="${colour}"`;
}

function round(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}

function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
