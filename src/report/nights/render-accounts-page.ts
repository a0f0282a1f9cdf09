import { html, type Markup } from '../page/markup.ts';
import type { PageAssets } from '../page/page-policy.ts';
import { describeJobs, headline, moodOf, nameOf } from '../screen/describe-nights.ts';
import { describeTime } from '../screen/describe-run-end.ts';
import { describeAccount } from '../screen/render-history-all.ts';
import { type AccountNights, NIGHTS, stateOfAccount } from '../tally/arrange-nights.ts';
import { STATE_SIGNS } from '../tally/night-state.ts';
import type { AccountsFacts } from './nights-facts.ts';
import { renderEnd, renderFrame, renderNotices, renderOpening, renderTop } from './page-frame.ts';
import { renderLegend, renderStrip } from './render-strip.ts';

/** The page about many accounts, in blocks: a line for each job, the worst first. Hooks: as `renderNightsPage`, and `#accounts`. */
export function renderAccountsPage(
  facts: AccountsFacts,
  style: { readonly assets: PageAssets; readonly redact: (text: string) => string },
): Generator<string> {
  const { accounts, now } = facts;
  const states = accounts.map((account) => ({ state: stateOfAccount(account) }));
  const title = headline(states);
  const [worst] = states;
  const mood = worst ? moodOf(worst.state) : ('attention' as const);
  const verdict = { mood, title, points: [describeJobs(states)] };
  const body = html`<body>
<a class="skip" href="#accounts">Skip to the accounts</a>
${renderTop('history of all accounts')}
<main>
${renderOpening({ verdict, now, facts: html`` })}
<section id="accounts" tabindex="-1" aria-labelledby="accounts-title"><h2 id="accounts-title">${NIGHTS} nights of each account, the worst first</h2>
${renderLegend(accounts.flatMap(({ job }) => job ?? []))}
<ol class="accounts">${accounts.map((account) => renderAccount(account, facts))}</ol>
</section>
${renderNotices(facts.notices)}
${renderEnd(facts.version)}
</main>
`;
  return renderFrame({ title, body }, style);
}

function labelOf({ folder, job }: AccountNights): string {
  return job ? `${folder}, ${nameOf(job)}` : folder;
}

function renderAccount(account: AccountNights, { pages, reports }: AccountsFacts): Markup {
  const { folder, job } = account;
  const state = stateOfAccount(account);
  const page = pages.get(account);
  const { sign, word } = STATE_SIGNS[state];
  const name = page === undefined ? html`${folder}` : html`<a href="${page}">${folder}</a>`;
  const strip = job ? renderStrip(job, { reports, name: labelOf(account) }) : html``;
  return html`<li class="account" data-state="${state}"><div class="line"><h3><span class="sign night ${state}" aria-hidden="true">${sign}</span><span class="vh">${word}: </span> ${name}${job ? html` <small>${nameOf(job)}</small>` : html``}</h3>
<p class="now">${describeAccount(account)}</p>
<p class="times">${job ? html`Last success <b>${job.lastSuccess ? describeTime(job.lastSuccess.started_at) : 'none known'}</b>` : html``}</p></div>${strip}</li>`;
}
