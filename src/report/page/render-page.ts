import { formatNumber } from '../../domain/count.ts';
import { FIELDS, type Field } from '../../domain/fields.ts';
import { explainReason, type Reason, type ReasonText } from '../../domain/reasons.ts';
import { nounsOf } from '../text/words.ts';
import type { PageFacts } from './describe-page.ts';
import { dataText, html, type Markup } from './markup.ts';
import { type PageAssets, renderHead } from './page-policy.ts';
import type { PageDigest } from './page-tally.ts';
import { renderCharts } from './render-charts.ts';
import type { RowLook } from './render-row.ts';
import { renderRows } from './render-row.ts';
import { renderTiles } from './render-tiles.ts';
import { renderAbout, renderVerdict, titleOf } from './render-verdict.ts';
import { renderWarnings } from './render-warnings.ts';

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
 * Hooks for tests and for the page's script, which stay as they are. In this order on the page:
 *   #contents (links to the parts below),
 *   #verdict[data-mood=good|attention|stopped] with #steps code[data-copy] (one command each) and
 *   details.run-line,
 *   #tiles .tile-group.goes_out|stays|needs_you a[data-filter="status=…"], and a.drift[data-filter="status=…&reason=drifted"],
 *     a.price[data-filter="status=…&price=rise"],
 *   #rows: #shown (live region), #bar (stays in sight: form#filters with
 *   #search, select[name], #clear, and #pager with #first, #previous, #next, #last, #page),
 *   table#table (th[data-sort] with a button, tbody tr[data-line], td[data-field], td.message details),
 *   and where rows can be approved td.approve (a box, .reject), tr[data-decision], #approval-keys, and #approval, which stays in sight below
 *   the rows: #approval-counts a[data-filter], #approve-shown, #reject-shown, #clear-shown, #undo-step, #download-review, #approval-next,
 *   #warnings article[data-reason],
 *   details#charts (#moves-FIELD, #margins, #by-strategy, #by-channel, #by-currency),
 *   details#about, script[data-rows] (a piece of the rows), script#facts (JSON for the script).
 *   Every a[data-filter] sets one filter or more, written as in the fragment: #status=blocked&reason=max_change&q=mug&sort=size&page=2.
 *   A details[data-paper] is read on paper without being opened. html[data-ready] is there once the script shows the rows.
 */

/**
 * `report.html`, in blocks: one self-contained file. Text from sheet, service and file names is escaped.
 * `redact` takes the key out of everything but script, style and the packed rows, which are without it already.
 */
export function* renderPage(
  { facts, digest, rows }: PageInput,
  { assets, redact }: { readonly assets: PageAssets; readonly redact: (text: string) => string },
): Generator<string> {
  const look = lookOf({ facts, digest });
  const title = html`${titleOf(facts.view.verdict)}: ${facts.sheetName}`;
  yield renderHead({ title, style: assets, redact });
  yield redact(renderBody({ facts, digest, rows }, look).text);
  for (const piece of rows.pieces)
    yield `<script type="application/gzip;base64" data-rows>${piece}</script>\n`;
  const factsJson = dataText(toScriptFacts({ facts, digest, rows }, look));
  yield `<script type="application/json" id="facts">${redact(factsJson.text)}</script>\n`;
  yield `<script>${assets.script}</script>\n</body>\n</html>\n`;
}

/** What the script needs to know of the run, beside its rows. */
export type ScriptFacts = ReturnType<typeof toScriptFacts>;

function toScriptFacts({ facts, digest, rows }: PageInput, look: RowLook) {
  return {
    folder: facts.folder,
    total: rows.total,
    carried: rows.count,
    missingIsOk: facts.missingIsOk,
    isReviewed: facts.isReviewed,
    fields: look.fields,
    hasCurrencies: look.hasCurrencies,
    strategyNames: [...facts.strategyNames],
    advice: digest.reasons.map(({ reason }) => [reason, look.adviceOn(reason)] as const),
    nouns: nounsOf({ outcomes: rows.total, rows: facts.rows }),
    approval: facts.approval && {
      ...facts.approval,
      total: digest.reviewable[facts.approval.onlyHeld ? 'held' : 'all'],
    },
  };
}

/** The fields that change in some row: no others have a column. */
function fieldsOf({ moves, others }: PageDigest): readonly Field[] {
  return FIELDS.filter((field) => moves.has(field) || others.has(field));
}

/** What the rows are shown by. */
function lookOf({ facts, digest }: Pick<PageInput, 'facts' | 'digest'>): RowLook {
  const advice = new Map<Reason, ReasonText>(
    digest.reasons.map(({ reason, byStatus }) => [
      reason,
      byStatus.has('unconfirmed') && CHECKED_AGAIN.includes(reason) ? BROKEN_SINCE : explainReason(reason),
    ]),
  );
  return {
    fields: fieldsOf(digest),
    nameOf: (strategy) => facts.strategyNames.get(strategy),
    hasCurrencies: digest.currencies.size > 1,
    missingIsOk: facts.missingIsOk,
    adviceOn: (reason) => advice.get(reason),
  };
}

/** Row rules that are checked again on the listing as the update has left it. */
const CHECKED_AGAIN: readonly Reason[] = [
  'min_above_max',
  'below_cost',
  'manual_out_of_bounds',
  'zero_price',
  'zero_cost',
];

const BROKEN_SINCE: ReasonText = {
  means:
    'The update was sent, and another field has changed beside it, so that the listing breaks a guard rule now.',
  todo: 'Look at these listings first, and correct what is wrong there. Undo takes back what the run has set.',
};

function renderBody({ facts, digest, rows }: PageInput, look: RowLook): Markup {
  const charts = renderCharts(digest, facts);
  const warnings = renderWarnings(digest.reasons, { facts, look });
  return html`<body>
${rows.total === 0 ? html`` : html`<a class="skip" href="#rows">Skip to the rows</a>`}
<header class="top"><p class="brand">pricesheet <span>${facts.command}</span></p>
<nav id="contents" aria-label="Contents">${rows.total === 0 ? html`` : html`<a href="#rows">Rows <small>${formatNumber(rows.total)}</small></a>`}${warnings.text === '' ? html`` : html`<a href="#warnings">What to check</a>`}${charts.text === '' ? html`` : html`<a href="#charts">Charts</a>`}<a href="#about">About this run</a></nav></header>
<main>
${renderVerdict(facts)}
${renderTiles(facts, { total: rows.total, digest })}
${renderRows({ digest, facts, look, rows })}
${warnings}
${charts}
${renderAbout(facts)}
</main>
`;
}
