import type { Markup } from './markup.ts';

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
