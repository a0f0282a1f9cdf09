import { printable } from '../text/printable.ts';

/** Text that is HTML already. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Piece = Markup | readonly Markup[] | string | number | undefined;

/** HTML in which every value is escaped, unless it is `Markup`. */
export function html(strings: TemplateStringsArray, ...values: readonly Piece[]): Markup {
  let text = strings[0] ?? '';
  for (const [index, value] of values.entries()) text += toText(value) + (strings[index + 1] ?? '');
  return new Markup(text);
}

function toText(value: Piece): string {
  if (value === undefined) return '';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return escapeText(value);
  if (value instanceof Markup) return value.text;
  return value.map(({ text }) => text).join('');
}

const PLAIN = /^[\w .,:;/()%+#-]*$/;
const NAMES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Control, bidirectional and invisible characters are shown by their code points. */
function escapeText(text: string): string {
  if (PLAIN.test(text)) return text;
  return printable(text).replace(/[&<>"']/g, (sign) => NAMES[sign] ?? sign);
}

/** JSON for a block of data in a page: nothing in it can end the block. */
export function dataText(value: unknown): Markup {
  return new Markup(JSON.stringify(value).replace(/</g, '\\u003c'));
}
