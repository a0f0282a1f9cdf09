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

export interface PageStyle {
  readonly style: string;
  /** Shape: `sha256-…`, in base64. */
  readonly styleHash: string;
}

/** Script and style of a page, and the hashes by which they are let in. */
export interface PageAssets extends PageStyle {
  readonly script: string;
  /** Likewise. */
  readonly scriptHash: string;
}

interface Head {
  readonly title: Markup;
  readonly style: PageStyle & Partial<PageAssets>;
  /** What else is in the head, as markup. */
  readonly mark?: string;
  readonly redact: (text: string) => string;
}

/** What a page begins with. */
export function renderHead({ title, style, mark = '', redact }: Head): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
${mark}<meta http-equiv="Content-Security-Policy" content="${policyOf(style)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${redact(title.text)} – pricesheet</title>
<style>${style.style}</style>
</head>
`;
}

/** Only the page's own script and style are let in, by their hashes, and nothing is loaded. Source: Content Security Policy Level 3. */
function policyOf({ scriptHash, styleHash }: PageStyle & Partial<PageAssets>): string {
  const script = scriptHash === undefined ? '' : ` script-src '${scriptHash}';`;
  return `default-src 'none';${script} style-src '${styleHash}'; base-uri 'none'; form-action 'none'`;
}
