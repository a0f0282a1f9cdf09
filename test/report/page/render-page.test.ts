import { describe, expect, it } from 'vitest';
import type { ReadingJson } from '../../../src/domain/documents/summary.ts';
import { type Reasons, readReason, readReasons } from '../../../src/domain/reasons.ts';
import { toPageRow } from '../../../src/report/page/page-row.ts';
import { PageTally } from '../../../src/report/page/page-tally.ts';
import { toPagedRun } from '../../../src/report/page/paged-run.ts';
import { renderPage } from '../../../src/report/page/render-page.ts';
import { printable } from '../../../src/report/text/printable.ts';
import { aListing, anUpdate, cents, sku } from '../../support/builders.ts';
import { listed } from '../../support/listed.ts';
import { NAUGHTY_TEXTS } from '../../support/naughty-text.ts';
import { elementsOf, linksOf, readPage } from '../../support/read-page.ts';
import { anOutcome, aReport, EVERY_STATUS } from '../support.ts';

const ASSETS = { script: 'let a;', style: 'a{}', scriptHash: 'sha256-x', styleHash: 'sha256-y' };
const OPTIONS = {
  shape: { delimiter: ',', decimalSign: '.', moneyUnit: 'major', clearToken: 'null' },
  version: '1.2.3',
  cwd: '/srv/prices',
  folder: 'runs/r1',
  files: [['results.csv', 'the outcome of every row']],
} as const;

type ReportFields = Parameters<typeof aReport>[0];

function render(
  { outcomes = [], ...fields }: NonNullable<ReportFields> = {},
  redact = (text: string) => text,
) {
  const tally = new PageTally({ missingIsOk: false });
  for (const [n, outcome] of outcomes.entries()) tally.add(toPageRow(outcome, n));
  const run = toPagedRun(aReport({ outcomes, ...fields }), OPTIONS);
  const rows = { pieces: [], count: outcomes.length, total: outcomes.length };
  const input = { run, digest: tally.result(), rows };
  return [...renderPage(input, { assets: ASSETS, redact })].join('');
}

const between = (html: string, from: string, to: string): string =>
  html.slice(html.indexOf(from), html.indexOf(to, html.indexOf(from)));
const textOf = (html: string): string =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&#39;/g, "'")
    .replace(/&quot;/g, '"')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
    .trim();

const planned = anOutcome(anUpdate({ cost: cents(660) }));

const failed = { ...planned, status: 'failed', reason: 'http_402', attempts: 1 } as const;
const DRY = { dryRun: true, command: 'diff', outcomes: [planned] } as const;
const GUARD = { code: 'guard', rules: ['max_updates'], message: '9 listings would be updated' } as const;

describe('the verdict', () => {
  const verdictOf = (fields: ReportFields) =>
    textOf(between(render(fields), '<section id="verdict"', '</h1>'));

  it.each<[string, ReportFields, string]>([
    ['a dry run', { ...DRY }, '✓ Dry run 1 listing would change. Nothing needs attention'],
    ['a dry run that a rule stops', { ...DRY, stop: GUARD }, '■ Would be stopped Nothing would be sent'],
    ['a run with rows to look at', { outcomes: [failed] }, '! Done Nothing updated. 1 row needs attention'],
  ])('of %s', (_name, fields, expected) => {
    expect(verdictOf(fields)).toBe(expected);
  });
});

describe('the page', () => {
  const failed = (reason: Reasons, status: 'failed' | 'invalid' | 'skipped') =>
    anOutcome(planned.entry, { status, reason, attempts: 1 });
  const reasonsOf = (html: string) => [...html.matchAll(/data-reason="(\w+)"/g)].map(([, reason]) => reason);

  it('has what may have taken effect and what failed first, then what stopped the run and what was blocked, before what is more', () => {
    const html = render({
      outcomes: [
        ...EVERY_STATUS,
        ...Array.from({ length: 3 }, () => failed('money_word', 'invalid')),
        ...Array.from({ length: 2 }, () => failed('http_400', 'failed')),
      ],
    });
    expect(reasonsOf(html).slice(0, 6)).toEqual(
      listed('answer_lost, http_400, http_402, changed_since, interrupted, max_change'),
    );
  });

  it('has held rows among what is to be checked, last, unless somebody has decided on them', () => {
    const held = (reason: string) =>
      anOutcome({
        ...anUpdate({ cost: cents(660) }),
        kind: 'held',
        reason: readReasons(reason),
        message: 'x',
      });
    const html = render({ outcomes: [held('hold_over'), held('hold_over'), failed('http_400', 'failed')] });
    expect(reasonsOf(html)).toEqual(['http_400', 'hold_over']);
    expect(html).toContain('Needs your attention <b>1</b>, waits for a person <b>2</b>');
    expect(html).not.toContain('Nothing to do</h3>');
    const decided = render({ outcomes: [held('not_approved')] });
    expect(reasonsOf(decided)).toEqual([]);
    expect(decided).toContain('Nothing to do</h3>');
  });

  it('gives no advice of its own for rows that were blocked because all amounts are off', () => {
    const far = anOutcome(planned.entry, { status: 'blocked', reason: 'max_change', message: 'x' });
    const cardOf = (rule: 'scale_slip' | 'max_updates') => {
      const stop = { code: 'guard', rules: [rule], message: 'x' } as const;
      return textOf(between(render({ outcomes: [far], stop }), 'data-reason="max_change"', '</article>'));
    };
    expect(cardOf('scale_slip')).toContain(
      'All for the reason that stopped the run, which is shown above: scale_slip.',
    );
    expect(cardOf('scale_slip')).not.toContain('pricesheet');
    expect(cardOf('max_updates')).toContain('--allow max_change');
  });

  it('has a command with rules to allow only if it sends all rows of the card', () => {
    const allowedFor = (...reasons: readonly Reasons[]) => {
      const outcomes = reasons.map((reason) =>
        anOutcome(planned.entry, { status: 'blocked', reason, message: 'x' }),
      );
      const card = textOf(between(render({ outcomes }), 'data-reason="max_change"', '</article>'));
      return /--allow ([\w,]+)/.exec(card)?.[1];
    };
    expect(allowedFor('max_change;below_cost', 'max_change;below_cost')).toBe('max_change,below_cost');
    expect(allowedFor('max_change;below_cost', 'max_change')).toBeUndefined();
    expect(allowedFor('zero_price;max_change')).toBeUndefined();
  });

  it('has the rows that matter most without a script, with each field before and after', () => {
    const html = render({ outcomes: EVERY_STATUS });
    const lines = [...html.matchAll(/<tr data-line="(\d+)"/g)].map(([, line]) => Number(line));
    expect(lines).toEqual([10, 11, 12, 13, 14, 6, 8, 9, 2, 3, 15, 4, 5, 7]);
    const first = textOf(between(html, '<tr data-line="2"', '</tr>'));
    expect(first).toContain('6.00 → to 6.50 +8.3 %');
    const blocked = textOf(between(html, '<tr data-line="10"', '</tr>'));
    expect(blocked).toContain('10.00 → would have become 10.50 +5.0 %');
    const held = textOf(between(html, '<tr data-line="15"', '</tr>'));
    expect(held).toContain('10.00 → would have become 10.50 +5.0 %');
  });

  it('has tiles within those of a status: of drift, of prices that have to move, and of values that go', () => {
    const live = { currentPrice: 1100, currentShipping: 100, values: { repricing: true } };
    const rise = anUpdate({ minimum_price: cents(1300) }, aListing(live));
    const html = render({ outcomes: [...EVERY_STATUS, anOutcome(rise)], command: 'diff', dryRun: true });
    const parts = [...html.matchAll(/<a href="#([^"]*)"[^>]*class="tile part (\w+)">(.*?)<\/a>/g)];
    expect(parts.map(([, filter, style, text = '']) => [filter, style, textOf(text)])).toEqual([
      ['status=goes_out&amp;price=rise', 'price', "1 price has to rise minimum above today's"],
      ['status=goes_out&amp;size=cleared', 'clears', '1 cleared a value is taken away'],
      ['status=needs_you&amp;reason=drifted', 'drift', '1 drifted changed by somebody else'],
    ]);
  });

  it('says how many rows it leaves out, and where they are', () => {
    const { sheet } = aReport();
    const run = toPagedRun(aReport({ sheet: { ...sheet, rows: 1_000_000 } }), OPTIONS);
    const digest = new PageTally({ missingIsOk: false }).result();
    const rows = { pieces: [], count: 200_000, total: 1_000_000 };
    const html = [...renderPage({ run, digest, rows }, { assets: ASSETS, redact: (text) => text })].join('');
    expect(html).toContain('This page holds 200,000 of 1,000,000 rows');
    expect(html).toContain('800,000 are left out; all are in results.csv');
    expect(render({ outcomes: [planned] })).not.toContain('left out');
  });

  const sheet = { ...aReport().sheet, rows: 2 };

  it('counts entries, and says so, where a row matches several listings', () => {
    const html = textOf(render({ outcomes: EVERY_STATUS, sheet }));
    expect(html).toContain('14 entries of 2 rows: a row has one for each listing that it matches');
    expect(html).toContain('8 entries need attention, 1 entry waits for a person');
    expect(html).toContain('All 14 entries, most important first');
    expect(html).toContain('Rows of the file, once for each listing that they match,');
    expect(textOf(render({ outcomes: EVERY_STATUS }))).not.toContain('entries');
  });

  it('lets nothing in but its own script and style', () => {
    const { policy } = readPage(render());
    expect(policy).toBe(
      "default-src 'none'; script-src 'sha256-x'; style-src 'sha256-y'; base-uri 'none'; form-action 'none'",
    );
  });

  it('takes the key out of all that it says', () => {
    const html = render({ folder: '/runs/s3cret', outcomes: [planned], notices: ['s3cret'] }, (text) =>
      text.replaceAll('s3cret', '[key]'),
    );
    expect(html).not.toContain('s3cret');
    expect(html).toContain('/runs/[key]');
  });
});

/** Elements that the page is made of. */
const OWN = new Set(
  elementsOf(
    readPage(
      render({
        outcomes: EVERY_STATUS,
        notices: ['x'],
        stop: { code: 'bug', rules: [], message: 'one\ntwo' },
      }),
    ).markup,
  ).map(({ name }) => name),
);
const OWN_ATTRIBUTES =
  /^(?:aria-\w+|data-\w+|class|id|href|role|scope|tabindex|hidden|lang|open|datetime|charset|content|name|http-equiv|x|y|d|width|height|viewBox)$/;

describe('text from outside', () => {
  it.each(NAUGHTY_TEXTS.map(({ text }) => [text]))('%j stays text everywhere', (text) => {
    const listing = aListing({
      sku: sku(text),
      channel: text,
      platform: text,
      currency: text,
      values: { strategy: text },
    });
    const update = anUpdate({ cost: cents(660), strategy: `${text}2` }, listing);
    const failed = anOutcome(update, { status: 'failed', reason: readReasons(text), message: text });
    const html = render({
      outcomes: [anOutcome(update), failed],
      sheet: {
        path: text,
        sha256: text,
        rows: 2,
        job: text,
        reading: {
          encoding: text,
          columns: { cost: text },
          ignored_columns: [text],
          decimal_signs: { a: text },
        } as unknown as ReadingJson,
      },
      account: { base_url: text, key_fingerprint: text },
      settings: { [text]: { value: text, from: text } },
      folder: text,
      notices: [text],
      stop: { code: 'guard', rules: [readReason(text)], message: text, hint: text },
      strategyNames: new Map([[text, text]]),
    });
    const { markup, facts } = readPage(html);
    expect(facts.total).toBe(2);
    const elements = elementsOf(markup);
    expect(elements.map(({ name }) => name).filter((name) => !OWN.has(name))).toEqual([]);
    expect(
      elements.flatMap(({ attributes }) => attributes).filter((name) => !OWN_ATTRIBUTES.test(name)),
    ).toEqual([]);
    expect(linksOf(markup).filter((href) => !href.startsWith('#'))).toEqual([]);
    const shown = /<tr data-line="2"[^>]*>.*?<th[^>]*><bdi>([\s\S]*?)<\/bdi>/.exec(markup)?.[1] ?? '';
    expect(textOf(shown)).toBe(printable(text).replace(/\s+/g, ' ').trim());
  });
});
