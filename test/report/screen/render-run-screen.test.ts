import { describe, expect, it } from 'vitest';
import { remarkMayArrive } from '../../../src/domain/effects.ts';
import type { Reason, Reasons } from '../../../src/domain/reasons.ts';
import type { Outcome } from '../../../src/domain/stages.ts';
import { renderRunScreen } from '../../../src/report/screen/render-run-screen.ts';
import type { RunReport } from '../../../src/report/tally/run-report.ts';
import type { ScreenStyle } from '../../../src/report/text/screen-style.ts';
import { createPaint } from '../../../src/report/text/screen-style.ts';
import { ASCII, UNICODE } from '../../../src/report/text/words.ts';
import { type ViewOptions, viewRun } from '../../../src/report/view/run-view.ts';
import { aGiven, aListing, anUpdate, aRow, cents, sku } from '../../support/builders.ts';
import { anOutcome, aReport, attentionOf, EVERY_STATUS, manyOutcomes } from '../support.ts';

const plain = createPaint(false);
const LOOK = { paint: plain, glyphs: UNICODE, folder: 'runs/r1' };

/** Both of what it says and of how it is drawn. */
const draw = (report: RunReport, options: ViewOptions & ScreenStyle) =>
  renderRunScreen(viewRun(report, options), options);

/** On a terminal that has room for everything. */
const screen = (report: RunReport, folder = 'runs/r1', rows = 100) => draw(report, { ...LOOK, rows, folder });

const PLANNED = [
  anOutcome(
    anUpdate(
      { cost: cents(660), minimum_price: cents(900), maximum_price: null, strategy: 's-2', repricing: false },
      aListing({ values: { strategy: 's-1' } }),
    ),
  ),
  anOutcome(
    anUpdate(
      { cost: cents(5), manual_price: cents(123_456) },
      aListing({ sku: sku('POSTER-A2'), values: { cost: cents(0) } }),
    ),
  ),
];

const INTERRUPTED = { code: 'interrupted', rules: [], message: 'Interrupted by SIGINT' } as const;

/** The updates that were planned, none of them sent. */
function skippedFor(reason: Outcome['reason']) {
  return PLANNED.map((outcome) => ({ ...outcome, status: 'skipped', reason }) as const);
}

function stoppedBy(rules: readonly Reason[], said: { readonly message: string; readonly hint: string }) {
  return { code: 'guard', rules, ...said } as const;
}

describe('renderRunScreen', () => {
  it('has the minus of its glyphs in messages too, and leaves that of a SKU alone', () => {
    const update = anUpdate({ cost: cents(300) }, aListing({ sku: sku('A−1') }));
    const message = 'cost moves from 6.00 to 3.00 (−50.0 %)';
    const outcomes = [anOutcome(update, { status: 'blocked', reason: 'max_change', message })];
    expect(draw(aReport({ outcomes }), { ...LOOK, glyphs: ASCII })).toMatch(/A−1 .*\(-50\.0 %\)/);
  });

  it('names no file that could not be written, and tells of each in spite of all that there is', () => {
    const unwritten = ['undo.csv', 'report.html', 'summary.json'];
    const lost = unwritten.map((file) => `Cannot write ${file}`);
    const notices = [...lost, ...Array.from({ length: 12 }, (_, n) => `Something worth knowing, no. ${n}`)];
    const outcomes = [...EVERY_STATUS, ...manyOutcomes(60)];
    const text = screen(aReport({ outcomes, notices, unwritten }), 'runs/r1', 20);
    for (const line of lost) expect(text).toContain(`  ${line}\n`);
    expect(text).not.toContain('Report  ');
    expect(text).not.toMatch(/in (?:summary\.json|the report)/);
    const whole = screen(aReport({ outcomes, notices, unwritten: ['summary.json'] }), 'runs/r1');
    expect(whole).toContain('more, in the report\n');
    expect(whole).toContain('Report  ');
  });

  it('tells a strategy that is called "null" from none', () => {
    const listing = aListing({ values: { strategy: 's-1' } });
    const outcomes = [anOutcome(anUpdate({ strategy: null }, listing))];
    const strategyNames = new Map([['s-1', 'null']]);
    expect(screen(aReport({ outcomes, strategyNames }))).toMatch(/strategy +"null" +null/);
  });

  it.each([
    ['a dry run', { command: 'diff', dryRun: true }],
    ['a run that was cut short', { stop: INTERRUPTED }],
    ['an undo that was cut short', { command: 'undo', stop: INTERRUPTED }],
    ['an apply that found the disk full', { command: 'apply', stop: { ...INTERRUPTED, code: 'disk' } }],
  ] as const)('says after %s how to send its plan, also where the sheet is gone', (_name, fields) => {
    const given = aGiven(['--rate', '5']);
    const report = aReport({ outcomes: PLANNED, isPlanned: true, given, ...fields });
    const words = 'stop' in fields ? 'send the rest of this plan' : 'send this plan';
    const step = `${words}: pricesheet apply runs/r1 --rate 5\n`;
    // A new plan comes second to the one that was looked at.
    expect(draw(report, LOOK)).toContain(`${'stop' in fields ? ' '.repeat(10) : 'Next      '}${step}`);
    const sheet = { ...report.sheet, path: '-' };
    expect(draw({ ...report, sheet }, LOOK)).toContain(`Next      ${step}`);
  });

  it.each([
    ['the plan is not whole', { dryRun: true, isPlanned: false }],
    ['nothing is left to send', { dryRun: true, outcomes: EVERY_STATUS.slice(2, 3) }],
    ['all went well', {}],
    ['the run is an apply itself', { command: 'apply', dryRun: true }],
  ] as const)('names no apply where %s', (_name, fields) => {
    const text = screen(aReport({ outcomes: PLANNED, isPlanned: true, ...fields }));
    expect(text).not.toContain('pricesheet apply runs');
  });

  describe('of a run that a guard rule stopped', () => {
    const stop = stoppedBy(['max_updates', 'scale_slip'], { message: 'No', hint: 'Do this' });
    const skipped = skippedFor('interrupted');
    const nextOf = (fields: Parameters<typeof aReport>[0]) => {
      const report = aReport({ outcomes: skipped, isPlanned: true, stop, ...fields });
      const [, next = ''] = draw(report, LOOK).split('\nNext ');
      return next.trim().split(/\n */);
    };

    it('names the command again with the rules let pass, and the apply that sends this very plan', () => {
      const given = aGiven(['--rate', '5'], { allow: ['zero_price'] });
      expect(nextOf({ given })).toEqual([
        'if this is intended: pricesheet sync in/prices.csv --rate 5 --allow zero_price,max_updates,scale_slip',
        'or, to send this plan: pricesheet apply runs/r1 --rate 5 --allow max_updates,scale_slip',
      ]);
    });

    it('repeats no run of mixed currencies in one of them: the rows of the other would be invalid', () => {
      const mixed = { ...stop, rules: ['mixed_currencies'], repair: 'add a column "currency" to' } as const;
      const next = nextOf({ stop: mixed, isPlanned: true, outcomes: PLANNED });
      expect(next.join('\n')).not.toContain('--currency');
      expect(next.slice(0, 2)).toEqual([
        'add a column "currency" to in/prices.csv, then: pricesheet sync in/prices.csv',
        "if every amount is in its listing's own currency: pricesheet sync in/prices.csv --allow mixed_currencies",
      ]);
    });

    it('repeats an undo of several runs by its flags, which no path can name', () => {
      const since = { command: 'undo', subject: ['', '--since', '2026-11-20'] } as const;
      expect(nextOf({ ...since, isPlanned: false })[0]).toBe(
        'if this is intended: pricesheet undo --since 2026-11-20 --allow max_updates,scale_slip',
      );
    });

    it('names one command for an apply, and no sheet that is gone', () => {
      const { sheet } = aReport();
      expect(nextOf({ command: 'apply', sheet: { ...sheet, path: 'runs/r0' } })).toEqual([
        'if this is intended: pricesheet apply runs/r0 --allow max_updates,scale_slip',
      ]);
      expect(nextOf({ sheet: { ...sheet, path: '-' } })).toEqual([
        expect.stringMatching(/^or, to send this plan: pricesheet apply runs\/r1/),
      ]);
    });

    it('sends people to repair rows where these are what the rule is about', () => {
      const rules = ['max_invalid'] as const;
      const next = nextOf({ stop: { ...stop, rules }, outcomes: attentionOf(EVERY_STATUS) });
      expect(next[0]).toBe('repair runs/r1/retry.csv, then: pricesheet sync runs/r1/retry.csv');
      expect(nextOf({ outcomes: attentionOf(EVERY_STATUS) }).join()).not.toContain('repair');
    });

    it('offers no row of a scale slip to be let pass by itself', () => {
      const blocked = (reason: Reasons, message: string) =>
        ({ ...anOutcome(anUpdate({ cost: cents(5) })), status: 'blocked', reason, message }) as const;
      const outcomes = [
        blocked('max_change', 'Too far'),
        blocked('max_change;below_cost', 'Too far and too low'),
        blocked('zero_price', 'It would be 0'),
      ];
      const text = screen(aReport({ outcomes, stop }));
      expect(text).not.toContain('Too far');
      expect(text).toContain('Needs attention: 3 rows, all in results.csv\n');
      expect(text).toContain(
        'It would be 0\n  and 2 blocked (max_change), all for the reason above: scale_slip\n',
      );
      expect(screen(aReport({ outcomes, stop: { ...stop, rules: ['max_updates'] } }))).toContain('Too far');
    });
  });

  it('says of a run of which only a file is missing that it finished, and not to run it again', () => {
    const stop = { code: 'disk', rules: [], message: 'Cannot write "undo.csv"', isAfterAll: true } as const;
    const text = screen(aReport({ outcomes: EVERY_STATUS.slice(0, 1), stop, isPlanned: true }));
    expect(text).toMatch(
      /^Done, but a file could not be written: in\/prices.csv, 1 row, 1 listing updated\n/,
    );
    expect(text).toContain('Next      undo this run: pricesheet undo runs/r1\n');
    expect(text).not.toMatch(/run it again|Stopped|pricesheet sync/);
  });

  it('says of a run that could not be gone through to its end what was sent, and how it goes on or back', () => {
    const lost = { code: 'disk', rules: [], message: 'Cannot read "entries.unfinished"' } as const;
    const report = aReport({ outcomes: [], stop: lost, isPlanned: true, cut: { sent: 3 } });
    const text = screen(report);
    expect(text).toMatch(/^Stopped: in\/prices.csv, \d+ rows?, 3 updates sent\n/);
    expect(text).toContain('send the rest of this plan: pricesheet apply runs/r1\n');
    expect(text).toContain('undo this run: pricesheet undo runs/r1\n');
    const done = screen({ ...report, stop: { ...lost, isAfterAll: true } });
    expect(done).toMatch(
      /^Done, but a file could not be written: in\/prices.csv, \d+ rows?, 3 updates sent\n/,
    );
    expect(done).not.toContain('pricesheet apply');
    expect(done).toContain('undo this run: pricesheet undo runs/r1\n');
  });

  describe('of rows that may still change', () => {
    const lost = anOutcome(anUpdate({ cost: cents(660) }), {
      status: 'unconfirmed',
      reason: 'answer_lost',
      message: 'the connection broke off',
      attempts: 1,
    });
    const late = (minute: string) => {
      const remark = remarkMayArrive(Date.parse(`2026-11-20T19:${minute}:00Z`));
      const { reason, message } = remark;
      const { resolved, ...update } = anUpdate({ cost: cents(660) });
      const entry = { ...update, resolved: { ...resolved, row: aRow({ notices: [remark] }) } };
      return anOutcome(entry, { status: 'unconfirmed', reason, message, attempts: 1 });
    };
    const ofRun = (fields: Parameters<typeof aReport>[0]) => {
      const report = aReport({ isPlanned: true, ...fields });
      return screen({ ...report, sheet: { ...report.sheet, path: 'runs/r0' } });
    };

    it('names the time after which to undo again, the last of them all', () => {
      const outcomes = [late('40'), late('41'), late('39'), ...Array.from({ length: 20 }, () => late('38'))];
      const text = ofRun({ command: 'undo', outcomes });
      expect(text).toContain('Next      after 19:41 UTC, undo again: pricesheet undo runs/r0\n');
      expect(text).toContain('23 unconfirmed (may_arrive): wait, then undo again\n');
      expect(text).not.toContain('retry.csv');
    });

    it('sends to apply what settles an update of a sync whose answer was lost, and to no repair', () => {
      const text = ofRun({ outcomes: [lost] });
      expect(text).toContain('settle updates that may still arrive: pricesheet apply runs/r1\n');
      expect(text).not.toContain('retry.csv');
      const [invalid] = EVERY_STATUS.filter(({ status }) => status === 'invalid');
      expect(ofRun({ outcomes: [lost, ...(invalid ? [invalid] : [])] })).toContain(
        'repair runs/r1/retry.csv',
      );
    });
  });

  it.each([
    ['undo', 'conflict', 'strategy_refused', 'the strategy is gone: choose another one'],
    [
      'undo',
      'conflict',
      'held_though_unsent',
      'already as planned: to restore the old values, sync retry.csv',
    ],
    ['undo', 'not_found', 'sku_not_listed', 'check that the key belongs to the same account'],
    ['undo', 'unconfirmed', 'answer_lost', 'outcome unknown: undo again'],
    ['sync', 'unconfirmed', 'answer_lost', 'outcome unknown: check these listings'],
    ['sync', 'not_found', 'sku_not_listed', 'check the SKUs, or pass --missing ok'],
    ['sync', 'not_found', 'sku_damaged', 'a spreadsheet has changed these SKUs: type them in again'],
    ['sync', 'blocked', 'below_cost', 'fix the amounts, or pass --allow below_cost'],
    ['apply', 'blocked', 'below_cost', 'fix the rows, or sync again with --allow below_cost'],
    ['apply', 'conflict', 'changed_meanwhile', 'check what somebody else changed'],
  ] as const)('says what can be done after %s about %s %s', (command, status, reason, advice) => {
    const outcome = anOutcome(anUpdate({ cost: cents(660) }), { status, reason, message: 'x' });
    const outcomes = Array.from({ length: 13 }, () => outcome);
    expect(screen(aReport({ command, outcomes }))).toContain(`13 ${status} (${reason}): ${advice}\n`);
  });

  it('counts what needs attention as results.csv has it, whatever is told once or with the stop', () => {
    const twins = manyOutcomes(14).flatMap((outcome) => [outcome, outcome]);
    const skipped = EVERY_STATUS.filter(({ status }) => status === 'skipped');
    const stop = { code: 'interrupted', rules: [], message: 'Interrupted by SIGINT' } as const;
    const report = aReport({ outcomes: [...twins, ...skipped], stop });
    const text = screen({ ...report, sheet: { ...report.sheet, rows: 15 } });
    expect(report.digest.attention).toBe(29);
    expect(text).toContain(
      '\nNeeds attention: 28 entries, all in results.csv\n  28 not_found (no_listing): ',
    );
    expect(text).toContain('\n  1 not sent\n');
  });

  it('counts a row that failed by what stopped the run where no other is listed, also after the question', () => {
    const message = 'GET /listings: no connection to the service: connect ECONNREFUSED';
    const ended = {
      status: 'failed',
      reason: 'lookup_failed',
      message: `${message}, after 6 attempts`,
    } as const;
    const failed = anOutcome(anUpdate({ cost: cents(660) }), ended);
    const skipped = EVERY_STATUS.filter(({ status }) => status === 'skipped');
    const stop = { code: 'service', rules: [], message } as const;
    const report = aReport({ outcomes: [failed, ...skipped], stop });
    expect(screen(report)).toContain('\n  1 failed, 1 not sent\n');
    expect(draw(report, { ...LOOK, rows: 100, asked: report })).toContain('\n  1 failed, 1 not sent\n');
  });

  describe('of a run with rules that were allowed', () => {
    const nextOf = (fields: Parameters<typeof aReport>[0], allow = 'max_updates,below_cost') => {
      const given = aGiven([], { shell: 'powershell', allow: allow.split(','), once: ['--dry-run'] });
      return draw(aReport({ isPlanned: true, given, ...fields }), LOOK);
    };

    it('allows none of them for the file of the rows that were repaired: what was allowed was one plan', () => {
      for (const allow of ['max_updates,below_cost', 'other_key'])
        expect(nextOf({ outcomes: EVERY_STATUS, command: 'apply' }, allow)).toMatch(
          /then: pricesheet sync runs\/r1\/retry.csv\n/,
        );
      expect(nextOf({ outcomes: EVERY_STATUS })).not.toContain('--allow');
    });

    it('says in the question how many updates each is against', () => {
      const notices = [{ reason: 'below_cost', message: '' }] as const;
      const outcomes = [anOutcome({ ...anUpdate({ cost: cents(1100) }), notices }, { status: 'planned' })];
      const given = aGiven([], { allow: ['below_cost', 'zero_cost'] });
      const { question } = viewRun(aReport({ outcomes, given, preview: { hasPage: true } }), LOOK);
      expect(question).toContain('Allowed: below_cost in 1 update, line 2 (MUG-01); zero_cost');
    });
  });

  it('names every rule against blocked rows, what first prices are compared with, and the command for somebody who has looked', () => {
    const first = anUpdate({ minimum_price: cents(1) }, aListing({ values: { minimum_price: null } }));
    const blocked = (reason: Reasons): Outcome =>
      anOutcome({ ...first, kind: 'blocked', status: 'blocked', reason, message: 'a penny' });
    const reasons = ['max_change', 'max_change;below_cost', 'max_change;manual_out_of_bounds'] as const;
    const outcomes = Array.from({ length: 5 }, () => reasons.map(blocked)).flat();
    const text = screen(aReport({ outcomes }));
    expect(text).toContain(
      '  15 blocked (max_change, 5 also below_cost, 5 also manual_out_of_bounds): fix the amounts, or pass --allow max_change,below_cost\n    15 set a first price, which is compared with the current price\n',
    );
    expect(text).toContain('are right: pricesheet sync runs/r1/retry.csv --allow max_change,below_cost\n');
    expect(screen(aReport({ outcomes: Array.from({ length: 15 }, () => blocked(reasons[2])) }))).toContain(
      '(max_change, manual_out_of_bounds): fix the amounts in retry.csv\n',
    );
  });

  it.each(['service', 'interrupted', 'too_many_failures', 'disk'] as const)(
    'after a stop by %s says how to run it again, and not to repair rows',
    (code) => {
      const stop = { code, rules: [], message: 'Cannot go on' } as const;
      const given = aGiven(['--match', 'all'], { allow: ['zero_price'] });
      const text = draw(aReport({ outcomes: EVERY_STATUS, stop, given }), LOOK);
      expect(text).toContain(
        'Next      run it again: pricesheet sync in/prices.csv --match all --allow zero_price\n',
      );
      expect(text).not.toContain('retry.csv');
    },
  );

  it.each([['undo'], ['apply']] as const)('offers an %s that was declined again', (command) => {
    const report = aReport({ command, outcomes: PLANNED, declined: true });
    const sheet = { ...report.sheet, path: 'runs/r0' };
    expect(screen({ ...report, sheet })).toContain(`Next      send it: pricesheet ${command} runs/r0\n`);
  });

  it('names no command that reads standard input a second time', () => {
    const sheet = { path: '-', sha256: '', rows: 2, job: undefined, reading: undefined };
    const stop = { code: 'service', rules: [], message: 'Cannot go on' } as const;
    for (const report of [aReport({ outcomes: PLANNED, dryRun: true }), aReport({ outcomes: PLANNED, stop })])
      expect(screen({ ...report, sheet })).not.toMatch(/Next|pricesheet/);
  });
});
