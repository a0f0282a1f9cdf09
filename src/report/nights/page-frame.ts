import { html, type Markup } from '../page/markup.ts';
import { type PageAssets, policyOf } from '../page/page-policy.ts';
import type { NightsVerdict } from '../screen/describe-nights.ts';
import { formatTime } from '../text/format-numbers.ts';

/** By this line the program knows its own page, and replaces no other file. */
export const GENERATOR = '<meta name="generator" content="pricesheet history">';

interface Frame {
  readonly title: string;
  readonly body: Markup;
}

interface Style {
  readonly assets: PageAssets;
  readonly redact: (text: string) => string;
}

/** A whole page: one self-contained file. `redact` takes the key out of everything but script and style. */
export function* renderFrame({ title, body }: Frame, { assets, redact }: Style): Generator<string> {
  yield `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
${GENERATOR}
<meta http-equiv="Content-Security-Policy" content="${policyOf(assets)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${redact(html`${title}`.text)} – pricesheet</title>
<style>${assets.style}</style>
</head>
`;
  yield redact(body.text);
  yield `<script>${assets.script}</script>\n</body>\n</html>\n`;
}

const MARKS = { good: '✓', attention: '!', stopped: '✕' } as const;

interface Opening {
  readonly verdict: NightsVerdict;
  /** When the page was written. Units: epoch milliseconds. */
  readonly now: number;
  readonly facts: Markup;
}

/** The verdict, first of all, and of what time it is: a page that nobody renews would look well for ever. */
export function renderOpening({ verdict: { mood, title, points }, now, facts }: Opening): Markup {
  return html`<section id="verdict" class="verdict ${mood}" data-mood="${mood}" aria-labelledby="title">
<p class="kind"><span class="mark" aria-hidden="true">${MARKS[mood]}</span> As of ${formatTime(now)}</p>
<h1 id="title">${title}</h1>
<ul class="points">${points.map((point) => html`<li>${point}</li>`)}</ul>
${facts}
</section>`;
}

export function renderNotices(notices: readonly string[]): Markup {
  if (notices.length === 0) return html``;
  return html`<section id="notices" aria-labelledby="notices-title"><h2 id="notices-title">Notices</h2><ul class="notices">${notices.map((notice) => html`<li>${notice}</li>`)}</ul></section>`;
}

export function renderTop(what: string): Markup {
  return html`<header class="top"><p class="brand">pricesheet <span>${what}</span></p></header>`;
}

export function renderEnd(version: string): Markup {
  return html`<p class="note" id="made">Made by pricesheet ${version}. All times are in UTC.</p>`;
}
