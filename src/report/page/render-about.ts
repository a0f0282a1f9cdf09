import { count } from '../../domain/count.ts';
import type { ReadingJson } from '../../domain/documents/summary.ts';
import { capitalize } from '../text/words.ts';
import type { Fact } from '../view/run-view.ts';
import { html, type Markup } from './markup.ts';
import type { PagedRun } from './paged-run.ts';

/** What is seldom asked for: requests, files, how the sheet was read, settings; defaults come last. */
export function renderAbout({ report, view, options }: PagedRun): Markup {
  const { pace, sheet } = report;
  const rate = pace.setting === 'auto' ? 'auto' : `${pace.setting} a second at most`;
  const settings = Object.entries(report.settings).toSorted(
    ([, one], [, other]) => Number(one.from === 'default') - Number(other.from === 'default'),
  );
  return html`<details id="about" class="fold"><summary><h2>About this run</h2></summary>
<div class="columns">
<div><h3>Requests</h3>${factList([...view.facts, ['Rate', rate]])}
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

export function factList(facts: readonly Fact[]): Markup {
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
