import { count, formatNumber } from '../../domain/count.ts';
import type { ReadingJson } from '../../domain/documents/summary.ts';
import { FIELDS, type Field } from '../../domain/fields.ts';
import {
  explainReason,
  type Reason,
  type Reasons,
  type ReasonText,
  splitReasons,
} from '../../domain/reasons.ts';
import { needsAttention } from '../../domain/status.ts';
import { describeApproved } from '../screen/describe-run-end.ts';
import { severityRank } from '../tally/tally-issues.ts';
import { capitalize, formatDuration, formatTime, nameOfSheet, nounsOf } from '../text/words.ts';
import type { Verdict } from '../view/judge-run.ts';
import { type NextStep, retryCommand } from '../view/list-next-steps.ts';
import type { Fact } from '../view/run-view.ts';
import { filterLink, filterOf } from './charts.ts';
import { dataText, html, type Markup, type PageAssets, renderHead } from './markup.ts';
import type { PageDigest, ReasonGroup } from './page-tally.ts';
import { describeApproval, isReviewed, type PagedRun } from './paged-run.ts';
import { type RowLook, renderRows } from './render-row.ts';
import { renderCharts, renderTiles } from './render-tiles.ts';

/** The rows that the page carries. */
export interface EmbeddedRows {
  /** Columns as JSON, packed with gzip, in base64. */
  readonly pieces: Iterable<string>;
  readonly count: number;
  /** Lines of results.csv. */
  readonly total: number;
}

interface PageInput {
  readonly run: PagedRun;
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
  input: PageInput,
  { assets, redact }: { readonly assets: PageAssets; readonly redact: (text: string) => string },
): Generator<string> {
  const { report, view } = input.run;
  const look = lookOf(input);
  const title = html`${titleOf(view.verdict)}: ${nameOfSheet(report.sheet.path)}`;
  yield renderHead({ title, style: assets, redact });
  yield redact(renderBody(input, look).text);
  for (const piece of input.rows.pieces)
    yield `<script type="application/gzip;base64" data-rows>${piece}</script>\n`;
  const factsJson = dataText(toScriptFacts(input, look));
  yield `<script type="application/json" id="facts">${redact(factsJson.text)}</script>\n`;
  yield `<script>${assets.script}</script>\n</body>\n</html>\n`;
}

/** What the script needs to know of the run, beside its rows. */
export type ScriptFacts = ReturnType<typeof toScriptFacts>;

function toScriptFacts({ run, digest, rows }: PageInput, look: RowLook) {
  const { report } = run;
  const approval = describeApproval(run);
  return {
    folder: report.folder,
    total: rows.total,
    carried: rows.count,
    missingIsOk: report.missingIsOk,
    isReviewed: isReviewed(report),
    fields: look.fields,
    hasCurrencies: look.hasCurrencies,
    strategyNames: [...report.strategyNames],
    advice: digest.reasons.map(({ reason }) => [reason, look.adviceOn(reason)] as const),
    nouns: nounsOf({ outcomes: rows.total, rows: report.sheet.rows }),
    approval: approval && {
      ...approval,
      total: digest.reviewable[approval.onlyHeld ? 'held' : 'all'],
    },
  };
}

/** The fields that change in some row: no others have a column. */
function fieldsOf({ moves, others }: PageDigest): readonly Field[] {
  return FIELDS.filter((field) => moves.has(field) || others.has(field));
}

/** What the rows are shown by. */
function lookOf({ run: { report }, digest }: PageInput): RowLook {
  const { slippedBy } = report.digest.issues;
  const advice = new Map<Reason, ReasonText>(
    digest.reasons.map(({ reason, byStatus }) => [
      reason,
      slippedBy !== '' && reason === 'max_change'
        ? { ...SLIPPED, todo: `${SLIPPED.todo}: ${slippedBy}.` }
        : byStatus.has('unconfirmed') && CHECKED_AGAIN.includes(reason)
          ? BROKEN_SINCE
          : explainReason(reason),
    ]),
  );
  return {
    fields: fieldsOf(digest),
    nameOf: (strategy) => report.strategyNames.get(strategy),
    hasCurrencies: digest.currencies.size > 1,
    missingIsOk: report.missingIsOk,
    adviceOn: (reason) => advice.get(reason),
  };
}

/** All amounts are off: none of them is to be checked alone, and to let the rule pass would let all of them pass. */
const SLIPPED: ReasonText = {
  means: explainReason('max_change').means,
  todo: 'All for the reason that stopped the run, which is shown above',
};

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

function renderBody({ run, digest, rows }: PageInput, look: RowLook): Markup {
  const charts = renderCharts(digest, run.report);
  const warnings = renderWarnings(digest.reasons, { run, look });
  return html`<body>
${rows.total === 0 ? html`` : html`<a class="skip" href="#rows">Skip to the rows</a>`}
<header class="top"><p class="brand">pricesheet <span>${run.report.command}</span></p>
<nav id="contents" aria-label="Contents">${rows.total === 0 ? html`` : html`<a href="#rows">Rows <small>${formatNumber(rows.total)}</small></a>`}${warnings.text === '' ? html`` : html`<a href="#warnings">What to check</a>`}${charts.text === '' ? html`` : html`<a href="#charts">Charts</a>`}<a href="#about">About this run</a></nav></header>
<main>
${renderVerdict(run)}
${renderTiles(run, { total: rows.total, parts: digest.parts })}
${renderRows({ digest, run, look, rows })}
${warnings}
${charts}
${renderAbout(run)}
</main>
`;
}

/** A card for each reason that comes first in some row, the most severe first: its meaning, count and advice. */
function renderWarnings(
  reasons: readonly ReasonGroup[],
  { run, look }: { readonly run: PagedRun; readonly look: RowLook },
): Markup {
  const isUrgent = ({ reason, byStatus }: ReasonGroup) =>
    [...byStatus.keys()].some(
      (status) => needsAttention(status, look.missingIsOk) || (status === 'held' && !isDecided(reason)),
    );
  const urgent = reasons
    .filter(isUrgent)
    .toSorted((one, other) => rankOf(one) - rankOf(other) || sizeOf(other) - sizeOf(one));
  const others = reasons.filter((group) => !isUrgent(group));
  const notices = run.view.notices?.texts ?? [];
  if (reasons.length === 0 && notices.length === 0) return html``;
  return html`<details id="warnings" class="fold" open><summary><h2>What to check</h2></summary>
${urgent.length === 0 ? html`<p class="note">No row needs attention.</p>` : html``}
<div class="warnings">${urgent.map((group) => renderReason(group, { run, look }))}</div>
${
  notices.length === 0
    ? html``
    : html`<h3>Notices</h3><ul class="notices">${notices.map((notice) => html`<li>${notice}</li>`)}</ul>`
}
${
  others.length === 0
    ? html``
    : html`<h3>Nothing to do</h3><ul class="notices">${others.map(
        ({ reason, count }) =>
          html`<li>${filterLink(filterOf('reason', reason), headingOf(reason, look))} ${formatNumber(count)} <code>${reason}</code></li>`,
      )}</ul>`
}</details>`;
}

/** Somebody has looked at these rows, and did not approve them. */
function isDecided(reason: Reason): boolean {
  return reason === 'not_approved';
}

function sizeOf({ foremost }: ReasonGroup): number {
  return foremost?.count ?? 0;
}

/** Of the worst of its rows, and last what only waits; among equals the most come first. */
function rankOf({ byStatus }: ReasonGroup): number {
  return Math.min(
    ...[...byStatus.keys()].map((status) => (status === 'held' ? LAST_RANK : severityRank(status))),
  );
}

const LAST_RANK = Number.MAX_SAFE_INTEGER;

function renderReason(
  { reason, byStatus, foremost }: ReasonGroup,
  { run, look }: { readonly run: PagedRun; readonly look: RowLook },
): Markup {
  if (!foremost) return html``;
  const { count, first, shared } = foremost;
  const { todo, retry } = look.adviceOn(reason) ?? {};
  const rules = retry === 'allowed' ? rulesToAllow(shared, look) : [];
  const command = retry && rules && retryCommand(run.report, run.options, rules);
  return html`<article class="warning" data-reason="${reason}"><h3>${filterLink(filterOf('reason', reason), headingOf(reason, look))} <b>${formatNumber(count)}</b></h3>
<p class="example">Line ${first.line}${first.sku === '' ? '' : `, ${first.sku}`}: ${first.message}</p><p class="todo">${todo}</p>${command === undefined ? undefined : html`<p class="command"><code tabindex="0" data-copy>${command}</code></p>`}<p class="codes"><code>${reason}</code> ${[...byStatus.keys()].join(', ')}</p></article>`;
}

/** What sends all rows of a card as they are; `undefined` if some of them are stopped by another rule still, or have to be repaired. */
function rulesToAllow(shared: Reasons | undefined, { adviceOn }: RowLook): readonly Reason[] | undefined {
  const stopping = splitReasons(shared ?? '').filter((reason) => adviceOn(reason)?.retry);
  const isEnough = shared !== undefined && stopping.every((reason) => adviceOn(reason)?.retry === 'allowed');
  return isEnough ? stopping : undefined;
}

/** A plain sentence, as far as there is one. */
function headingOf(reason: Reason, { adviceOn }: RowLook): string {
  return adviceOn(reason)?.means.replace(/\.$/, '') || reason;
}

const MARKS = { good: '✓', attention: '!', stopped: '■' } as const;

/** How the run went, in a line; its summary; and beside it the commands that follow. */
function renderVerdict({ report, view, options }: PagedRun): Markup {
  const { verdict, stop, summary } = view;
  const { mood, kind } = verdict;
  const { startedAt, finishedAt, approval } = report;
  const allowed = report.settings['allow']?.value ?? 'none';
  const line = [
    `took ${formatDuration(finishedAt - startedAt)}`,
    ...(allowed === '' || allowed === 'none' ? [] : [`allowed by --allow: ${allowed}`]),
  ];
  return html`<section id="verdict" class="verdict ${mood}" data-mood="${mood}" aria-labelledby="title">
<div class="said"><p class="kind"><span class="mark" aria-hidden="true">${MARKS[mood]}</span> ${kind}</p>
<h1 id="title">${titleOf(verdict)}</h1>
${stop ? html`<div class="stop">${stop.lines.map(({ text, code }) => html`<p>${capitalize(text)}${code === undefined ? html`` : html` <code>${code}</code>`}</p>`)}${stop.hint === undefined ? html`` : html`<p class="hint">${stop.hint}</p>`}</div>` : html``}
${verdict.caveat === undefined ? html`` : html`<p class="caveat">${verdict.caveat}</p>`}${summary.length === 0 ? html`` : html`<p class="summary">${summary.join(' ')}</p>`}</div>
${renderSteps(view.steps, options.cwd)}
<details class="run-line" data-paper><summary><span>${verdict.input}</span><span><time datetime="${new Date(startedAt).toISOString()}">${formatTime(startedAt)}</time></span>${line.map((part) => html`<span>${part}</span>`)}</summary>
${factList([
  ['Account', view.account],
  ['Folder', report.folder],
  ...(approval ? [['Approved', describeApproved(approval).join(', ')] as const] : []),
])}</details>
</section>`;
}

/** What became of the run, and what needs attention. */
function titleOf({ headline, attention }: Verdict): string {
  return [headline, attention]
    .filter((part) => part !== '')
    .map(capitalize)
    .join('. ');
}

function renderSteps(steps: readonly NextStep[], cwd: string): Markup {
  const [first, ...others] = steps.map(renderStep);
  if (!first) return html``;
  return html`<section id="steps" aria-label="What to do next"><ul class="steps">${first}</ul>
${others.length === 0 ? html`` : html`<details class="others" data-paper><summary>${count(others.length, 'other command')}</summary><ul class="steps">${others}</ul></details>`}<p class="note">Run in ${cwd}</p></section>`;
}

function renderStep({ kind, what, command }: NextStep): Markup {
  return html`<li data-kind="${kind}"><span class="what">${what}${NOTES[kind] === undefined ? html`` : html`<small>${NOTES[kind]}</small>`}</span><code tabindex="0" data-copy>${command}</code></li>`;
}

/** What a command does beyond its label. */
const NOTES: Readonly<Record<string, string>> = {
  apply: 'Sends this very plan; held rows wait, changed listings are left alone',
  send: 'Makes a new plan from the sheet and the listings as they are then',
};

/** What is seldom asked for: requests, files, how the sheet was read, settings; defaults come last. */
function renderAbout({ report, view, options }: PagedRun): Markup {
  const { pace, sheet } = report;
  const currencies = report.digest.currencies.join(', ');
  const ofWhat = (
    [
      ['Job', sheet.job ?? ''],
      ['Amounts in', currencies],
    ] as const
  ).filter(([, text]) => text !== '');
  const rate = pace.setting === 'auto' ? 'auto' : `${pace.setting} a second at most`;
  const settings = Object.entries(report.settings).toSorted(
    ([, one], [, other]) => Number(one.from === 'default') - Number(other.from === 'default'),
  );
  return html`<details id="about" class="fold"><summary><h2>About this run</h2></summary>
<div class="columns">
<div><h3>Requests</h3>${factList([...ofWhat, ...view.facts, ['Rate', rate]])}
<div class="files"><h3>Files of the run</h3><p class="note">In ${report.folder}</p><dl class="facts">${options.files.map(
    ([name, about]) => html`<div><dt data-file="${name}">${name}</dt><dd>${about}</dd></div>`,
  )}</dl></div></div>
<div>${sheet.reading && renderReading(sheet.reading, sheet.sha256)}</div>
<div><h3>Settings</h3><table class="plain"><caption>Without the API key, which is in no file</caption><thead><tr><th scope="col">Setting</th><th scope="col">Value</th><th scope="col">From</th></tr></thead><tbody>${settings.map(
    ([name, { value, from }]) =>
      html`<tr class="${from === 'default' ? 'dim' : ''}"><th scope="row">${name}</th><td>${value ?? 'none'}</td><td>${from}</td></tr>`,
  )}</tbody></table></div>
</div>
<p class="note">Made by pricesheet ${options.version}</p></details>`;
}

function factList(facts: readonly Fact[]): Markup {
  return html`<dl class="facts">${facts.map(([label, text]) => html`<div><dt>${label}</dt><dd>${text}</dd></div>`)}</dl>`;
}

/** How a sheet was read, as `summary.json` has it, and which header became which field. */
function renderReading({ columns, ...reading }: ReadingJson, sha256: string): Markup {
  const facts = Object.entries(reading).flatMap(([key, value]): readonly Fact[] => {
    const text = toText(value);
    return text === '' ? [] : [[capitalize(key.replaceAll('_', ' ')), text]];
  });
  const headers = Object.entries(columns);
  return html`<h3>How the file was read</h3>${factList([...facts, ['SHA-256', sha256]])}
<table class="plain"><caption>${count(headers.length, 'column that means', 'columns that mean')} something</caption><thead><tr><th scope="col">Field</th><th scope="col">Header in the file</th></tr></thead><tbody>${headers.map(
    ([field, header]) => html`<tr><th scope="row">${field}</th><td>${header}</td></tr>`,
  )}</tbody></table>`;
}

function toText(value: ReadingJson[keyof ReadingJson]): string {
  if (value === undefined) return '';
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value !== 'object') return value === '\t' ? 'tab' : String(value);
  return Object.entries(value)
    .map(([key, item]) => `${key} "${item}"`)
    .join(', ');
}
