import { describeShare } from '../../domain/describe-percent.ts';
import { FEW_ROWS } from '../../domain/few-rows.ts';
import { FIELDS, type Field } from '../../domain/fields.ts';
import { needsAttention, STATUSES } from '../../domain/status.ts';
import { describeEntries, nounsOf } from '../text/words.ts';
import { formatCount, formatNumber } from './format-numbers.ts';
import { dataText, html, Markup } from './markup.ts';
import type { Fact, PageFacts, RunLimits } from './page-facts.ts';
import type { PageDigest, SheetCounts } from './page-tally.ts';
import { renderPictures } from './render-pictures.ts';
import { renderRows } from './render-rows.ts';
import { renderWarnings } from './render-warnings.ts';

/** Script and style of the page, and the hashes by which they are let in. */
export interface PageAssets {
  readonly script: string;
  readonly style: string;
  /** Shape: `sha256-…`, in base64. */
  readonly scriptHash: string;
  readonly styleHash: string;
}

/** The rows that the page carries. */
export interface EmbeddedRows {
  /** Columns as JSON, packed with gzip, in base64. */
  readonly pieces: Iterable<string>;
  readonly count: number;
  /** Lines of results.csv. */
  readonly total: number;
}

interface PageInput {
  readonly facts: PageFacts;
  readonly digest: PageDigest;
  readonly rows: EmbeddedRows;
}

/*
 * Hooks for tests and for the page's script, which stay as they are:
 *   #verdict[data-mood=good|attention|stopped], #steps code (one command each), #tiles a[data-filter="status=…"],
 *   #pictures (#moves-FIELD, #margins, #by-strategy, #by-channel, #by-currency, #ups, #downs),
 *   #warnings article[data-reason], #rows, form#filters (#search, select[name], #clear), #shown (live region),
 *   table#table (th[data-sort] with a button, tbody tr[data-line], td[data-field]), #pager (#first, #previous, #next, #last, #page),
 *   #download, #about, script[data-rows] (a piece of the rows), script#facts (JSON for the script).
 *   Every a[data-filter] sets one filter, written as in the fragment: #status=blocked&reason=max_change&q=mug&sort=size&page=2.
 *   html[data-ready] is there once the script shows the rows.
 */

/**
 * `report.html`, in blocks: one self-contained file. Text from sheet, service and file names is escaped.
 * `redact` takes the key out of everything but script, style and the packed rows, which are without it already.
 */
export function* renderPage(
  { facts, digest, rows }: PageInput,
  { assets, redact }: { readonly assets: PageAssets; readonly redact: (text: string) => string },
): Generator<string> {
  const fields = fieldsOf(digest);
  const title = redact(html`${facts.verdict.kind}: ${facts.sheetName}`.text);
  yield `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policyOf(assets)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title} – pricesheet</title>
<style>${assets.style}</style>
</head>
`;
  yield redact(renderBody({ facts, digest, rows }, fields).text);
  for (const piece of rows.pieces)
    yield `<script type="application/gzip;base64" data-rows>${piece}</script>\n`;
  const factsJson = dataText({
    total: rows.total,
    carried: rows.count,
    missingIsOk: facts.missingIsOk,
    fields,
    strategyNames: [...facts.strategyNames],
    download: facts.download,
    nouns: nounsOf({ outcomes: rows.total, rows: facts.rows }),
    isCurrencyOpen: facts.isCurrencyOpen,
  });
  yield `<script type="application/json" id="facts">${redact(factsJson.text)}</script>\n`;
  yield `<script>${assets.script}</script>\n</body>\n</html>\n`;
}

function policyOf({ scriptHash, styleHash }: PageAssets): string {
  return `default-src 'none'; script-src '${scriptHash}'; style-src '${styleHash}'; base-uri 'none'; form-action 'none'`;
}

/** The fields that change in some row: no others have a column. */
function fieldsOf({ moves, others }: PageDigest): readonly Field[] {
  return FIELDS.filter((field) => moves.has(field) || others.has(field));
}

function renderBody({ facts, digest, rows }: PageInput, fields: readonly Field[]): Markup {
  return html`<body>
${rows.total === 0 ? html`` : html`<a class="skip" href="#rows">Skip to the rows</a>`}
<header class="top"><p class="brand">pricesheet <span>${facts.command}</span></p></header>
<main>
${renderVerdict(facts, digest)}
${renderSteps(facts)}
${renderTiles(facts, rows.total)}
${renderPictures(digest, facts)}
${renderWarnings(digest.reasons, facts)}
${renderRows({ digest, facts, fields, rows })}
${renderAbout(facts)}
</main>
`;
}

function renderVerdict({ verdict, summary, limits }: PageFacts, { counts }: PageDigest): Markup {
  const { mood, kind, title, points, stop } = verdict;
  return html`<section id="verdict" class="verdict ${mood}" data-mood="${mood}" aria-labelledby="title">
<p class="kind"><span class="mark" aria-hidden="true">${MARKS[mood]}</span> ${kind}</p>
<h1 id="title">${title}</h1>
${stop ? html`<p class="stop">${brokenLines(stop.lines)}</p>${stop.hint === undefined ? html`` : html`<p class="hint">${stop.hint}</p>`}` : html``}
<ul class="points">${points.map((point) => html`<li>${point}</li>`)}</ul>
${factList(summary)}
${limits ? renderLimits(counts, limits) : html``}
</section>`;
}

/** The figures of the rules about the sheet as a whole, beside their limits. */
function renderLimits(
  { rows, invalid, missing, updates, clears }: Readonly<SheetCounts>,
  { maxUpdates, maxClears, maxInvalid, maxMissing, allowed }: RunLimits,
): Markup {
  const lines = [
    ['max_updates', formatCount(updates, 'update'), maxUpdates],
    [
      'max_clears',
      formatCount(clears, 'field cleared', 'fields cleared'),
      shareLimit(maxClears.replace('%', ' % of the rows'), rows),
    ],
    [
      'max_invalid',
      `${shareOf(invalid, rows)} of the rows invalid`,
      shareLimit(percentLimit(maxInvalid), rows),
    ],
    ['max_missing', `${shareOf(missing, rows)} not listed`, shareLimit(percentLimit(maxMissing), rows)],
  ] as const;
  return html`<dl class="facts limits" id="limits">${lines.map(
    ([rule, figure, limit]) =>
      html`<div><dt>${rule}</dt><dd>${figure}, ${limit === 'none' ? 'no limit' : `limit ${limit}`}${allowed.has(rule) ? ', allowed by --allow' : ''}</dd></div>`,
  )}</dl>`;
}

function shareOf(count: number, rows: number): string {
  return rows === 0 ? '0' : `${formatNumber(count)} (${describeShare(count, rows)})`;
}

/** Of a few rows a share says nothing. */
function shareLimit(limit: string, rows: number): string {
  return limit.includes('%') && rows < FEW_ROWS ? `${limit} from ${FEW_ROWS} rows up` : limit;
}

function percentLimit(limit: string): string {
  return limit === 'none' ? limit : `${limit.replace(/ ?%$/, '')} %`;
}

const MARKS = { good: '✓', attention: '!', stopped: '■' } as const;

function brokenLines(lines: readonly string[]): Markup {
  return new Markup(lines.map((line) => html`${line}`.text).join('<br>'));
}

function factList(facts: readonly Fact[]): Markup {
  return html`<dl class="facts">${facts.map(([label, text]) => html`<div><dt>${label}</dt><dd>${text}</dd></div>`)}</dl>`;
}

function renderSteps({ steps, cwd }: PageFacts): Markup {
  if (steps.length === 0) return html``;
  return html`<section id="steps" aria-labelledby="steps-title"><h2 id="steps-title">Next</h2>
<ul class="steps">${steps.map(
    ({ kind, what, command }) =>
      html`<li data-kind="${kind}"><span class="what">${what}${NOTES[kind] === undefined ? html`` : html`<small>${NOTES[kind]}</small>`}</span><code tabindex="0">${command}</code></li>`,
  )}</ul><p class="note">Run these in ${cwd}</p></section>`;
}

/** What a command does beyond its label. */
const NOTES: Readonly<Record<string, string>> = {
  apply: 'Sends exactly this plan; listings that have changed since are left alone',
  send: 'Makes a new plan from the sheet and the listings as they are then',
};

function renderTiles({ byStatus, missingIsOk, rows }: PageFacts, total: number): Markup {
  const shown = STATUSES.filter((status) => byStatus[status] > 0);
  if (shown.length === 0) return html`<p class="note" id="tiles">There are no rows.</p>`;
  const [, many] = nounsOf({ outcomes: total, rows });
  const phrase = describeEntries({ outcomes: total, rows });
  return html`<nav id="tiles" class="tiles" aria-label="${many === 'rows' ? 'Rows' : 'Entries'} by status">${shown.map(
    (status) => {
      const attention = needsAttention(status, missingIsOk);
      return html`<a href="#status=${status}" data-filter="status=${status}" class="tile ${attention ? 'attention' : ''} s-${status}"><b>${formatNumber(byStatus[status])}</b><span>${status}</span>${attention ? html`<small>needs attention</small>` : html``}</a>`;
    },
  )}</nav>${phrase === undefined ? html`` : html`<p class="note" id="entries">${phrase}</p>`}`;
}

function renderAbout(facts: PageFacts): Markup {
  const { requests, reading, columns, settings, files, version } = facts;
  return html`<section id="about" aria-labelledby="about-title"><h2 id="about-title">About this run</h2>
<div class="columns">
<div><h3>Requests</h3>${factList(requests)}
<div class="files"><h3>Files of the run</h3><dl class="facts">${files.map(
    ([name, about]) => html`<div><dt><a href="${name}">${name}</a></dt><dd>${about}</dd></div>`,
  )}</dl></div></div>
<div>${
    reading.length === 0
      ? html``
      : html`<h3>How the file was read</h3>${factList(reading)}
<table class="plain"><caption>${formatCount(columns.length, 'column that means', 'columns that mean')} something</caption><thead><tr><th scope="col">Field</th><th scope="col">Header in the file</th></tr></thead><tbody>${columns.map(
          ([field, header]) => html`<tr><th scope="row">${field}</th><td>${header}</td></tr>`,
        )}</tbody></table>`
  }</div>
<div><h3>Settings</h3><table class="plain"><caption>Without the API key, which is in no file</caption><thead><tr><th scope="col">Setting</th><th scope="col">Value</th><th scope="col">From</th></tr></thead><tbody>${settings.map(
    ({ name, value, from }) =>
      html`<tr class="${from === 'default' ? 'dim' : ''}"><th scope="row">${name}</th><td>${value}</td><td>${from}</td></tr>`,
  )}</tbody></table></div>
</div>
<p class="note">Made by pricesheet ${version}</p></section>`;
}
