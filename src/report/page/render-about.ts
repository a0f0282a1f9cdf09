import { count } from '../../domain/count.ts';
import type { PageFacts } from './describe-page.ts';
import { html, type Markup } from './markup.ts';
import { factList } from './render-verdict.ts';

/** What is seldom asked for: requests, files, how the sheet was read, settings. */
export function renderAbout(facts: PageFacts): Markup {
  const { requests, settings, version } = facts;
  return html`<details id="about" class="fold"><summary><h2>About this run</h2></summary>
<div class="columns">
<div><h3>Requests</h3>${factList(requests)}
${renderFiles(facts)}</div>
<div>${renderReading(facts)}</div>
<div><h3>Settings</h3><table class="plain"><caption>Without the API key, which is in no file</caption><thead><tr><th scope="col">Setting</th><th scope="col">Value</th><th scope="col">From</th></tr></thead><tbody>${settings.map(
    ({ name, value, from }) =>
      html`<tr class="${from === 'default' ? 'dim' : ''}"><th scope="row">${name}</th><td>${value}</td><td>${from}</td></tr>`,
  )}</tbody></table></div>
</div>
<p class="note">Made by pricesheet ${version}</p></details>`;
}

/** Names, which the script makes links of where the page is in the folder of its run. */
function renderFiles({ files, folder }: PageFacts): Markup {
  return html`<div class="files"><h3>Files of the run</h3><p class="note">In ${folder}</p><dl class="facts">${files.map(
    ([name, about]) => html`<div><dt data-file="${name}">${name}</dt><dd>${about}</dd></div>`,
  )}</dl></div>`;
}

function renderReading({ reading, columns }: PageFacts): Markup {
  if (reading.length === 0) return html``;
  return html`<h3>How the file was read</h3>${factList(reading)}
<table class="plain"><caption>${count(columns.length, 'column that means', 'columns that mean')} something</caption><thead><tr><th scope="col">Field</th><th scope="col">Header in the file</th></tr></thead><tbody>${columns.map(
    ([field, header]) => html`<tr><th scope="row">${field}</th><td>${header}</td></tr>`,
  )}</tbody></table>`;
}
