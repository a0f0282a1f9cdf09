import { describe, expect, it } from 'vitest';
import type { RunRecord } from '../../../src/domain/run-record.ts';
import type { NightsFacts } from '../../../src/report/nights/nights-facts.ts';
import { renderNightsPage } from '../../../src/report/nights/render-nights-page.ts';
import { arrangeNights, type JobNights } from '../../../src/report/tally/arrange-nights.ts';
import { FAILED, IN_NEED, STOPPED } from '../../support/ninety-nights.ts';
import { aRecord } from '../../support/some-history.ts';

const NOW = Date.parse('2026-11-20T03:00:00Z');
const ASSETS = { script: '0', style: '', scriptHash: 'sha256-S', styleHash: 'sha256-T' };
const NOTHING = { rows: [], skus: 0, runs: 0, changes: 0, since: undefined, isCut: false };

function aJob(last: Partial<RunRecord> = {}, fields: Partial<RunRecord> = {}): JobNights {
  const records = Array.from({ length: 40 }, (_, ago) => {
    const started_at = new Date(Date.parse('2026-11-20T02:15:00Z') - ago * 86_400_000).toISOString();
    return aRecord({ ...fields, ...(ago === 0 ? last : {}), started_at });
  });
  return arrangeNights({ records, unfinished: undefined }, NOW);
}

function render(fields: Partial<NightsFacts> = {}, redact = (text: string) => text): string {
  const facts: NightsFacts = {
    version: '1',
    now: NOW,
    jobs: [aJob()],
    chronic: [],
    chronicNights: 3,
    changes: NOTHING,
    reports: new Map(),
    cutAt: undefined,
    notices: [],
    shell: 'posix',
    ...fields,
  };
  return [...renderNightsPage(facts, { assets: ASSETS, redact })].join('');
}

const titleOf = (page: string): string => /<h1[^>]*>(.*?)<\/h1>/.exec(page)?.[1] ?? '';
const moodOf = (page: string): string => /data-mood="(\w+)"/.exec(page)?.[1] ?? '';

describe('the page about ninety nights', () => {
  it.each([
    ['good', 'The last run is done: 212 updated, nothing needs attention', {}],
    ['attention', 'The last run is done: 57 updated, 2 rows need attention, none of them new', IN_NEED],
    ['stopped', 'The last run failed with exit code 2: the sheet could not be used', FAILED],
    ['stopped', 'The last run was stopped by rows_dropped, with exit code 4', STOPPED],
    ['stopped', 'The last run was killed before it ended', { exit_code: null, verdict: 'killed' }],
  ] as const)('says first how it is: %s, "%s"', (mood, title, last) => {
    const page = render({ jobs: [aJob(last)] });
    expect([moodOf(page), titleOf(page)]).toEqual([mood, title]);
  });

  it('says of several jobs how many need a look, and which', () => {
    const jobs = [aJob(FAILED, { job: 'prices' }), aJob(IN_NEED), aJob({}, { job: 'stock' })];
    const page = render({ jobs });
    expect([moodOf(page), titleOf(page)]).toEqual(['stopped', '2 of 3 jobs need a look']);
    expect(page).toContain(
      '<li>prices: The last run failed with exit code 2: the sheet could not be used</li>',
    );
    expect(page.match(/<section class="job"/g)).toHaveLength(3);
  });

  it('links a run to its report only if it is given one', () => {
    const job = aJob();
    const [first] = job.records;
    if (!first) throw new Error('There are runs');
    const page = render({ jobs: [job], reports: new Map([[first, '2026%20x/report.html']]) });
    expect(page.match(/href="[^#][^"]*"/g)).toEqual([
      'href="2026%20x/report.html"',
      'href="2026%20x/report.html"',
    ]);
  });

  it('lets in nothing but its own script and style, and runs no text', () => {
    const text = `"'><script>alert(1)</script><img src=x onerror=alert(2)>\u202e`;
    const chronic = {
      job: text,
      kind: 'attention',
      since: null,
      nights: 3,
      line: 2,
      sku: text,
      listing_id: null,
      what: text,
      why: text,
    } as const;
    const changed = {
      job: text,
      sku: text,
      runs: 1,
      changes: 1,
      fields: [],
      newest: '2026-11-20T02:15:00.000Z',
    };
    const stopped = { code: text, rules: [text], message: text };
    const job = aJob(
      { ...FAILED, stopped, command: text as 'sync' },
      { job: text, account: { base_url: text, key_fingerprint: text } },
    );
    const page = render({
      jobs: [job, aJob()],
      chronic: [chronic],
      changes: { ...NOTHING, rows: [changed], skus: 1, runs: 1, changes: 1, since: '2026-11-20' },
      reports: new Map(job.records.map((record) => [record, `x/${text}`])),
      notices: [text],
    });
    expect(page).toContain(
      `content="default-src 'none'; script-src 'sha256-S'; style-src 'sha256-T'; base-uri 'none'; form-action 'none'"`,
    );
    expect(page.match(/<script/g)).toHaveLength(1);
    expect(page).not.toMatch(/<img|\u202e|style="/);
    expect(page.match(/ on\w+="/g)).toBeNull();
  });

  it('shows no key that slipped into a text', () => {
    const job = aJob({ ...FAILED, stopped: { code: 'sheet', rules: [], message: 'sk_live_1' } });
    expect(render({ jobs: [job] })).toContain('sk_live_1');
    expect(render({ jobs: [job] }, (text) => text.replaceAll('sk_live_1', '***'))).not.toContain('sk_live_1');
  });

  it('shows no more lines of runs than a page can have', () => {
    const records = Array.from({ length: 900 }, (_, n) =>
      aRecord({ started_at: new Date(NOW - n * 3_600_000).toISOString() }),
    );
    const page = render({
      jobs: [arrangeNights({ records, unfinished: undefined }, NOW)],
      cutAt: records.at(-1)?.started_at,
    });
    expect(page.match(/<tr data-state/g)).toHaveLength(400);
    expect(page).toContain('500 older lines not shown; runs before 2026-10-13 16:00 were not read');
  });

  it('is made without a run, too', () => {
    expect(titleOf(render({ jobs: [] }))).toBe('The history has no runs');
  });
});
