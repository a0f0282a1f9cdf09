import { describe, expect, it } from 'vitest';
import type { FaultRule } from '../../src/sandbox/faults.ts';
import { openStage } from '../support/open-stage.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { anAccount } from '../support/test-sandbox.ts';

const LISTINGS = 500;
/** Where the list seems to end. */
const EARLY = 300;
const UNLISTED = 1500;
const { listings: ALL } = anAccount(Array.from({ length: LISTINGS }, () => ({})));
/** Items that were never listed come before the listed ones, as in an export of everything. */
const SHEET = `sku,cost\n${Array.from({ length: UNLISTED }, (_, index) => `ITEM-${index},6.00\n`).join('')}${ALL.map(({ sku }) => `${sku},6.00\n`).join('')}`;

/** The page behind a listing, as a rule has it. */
function pageBehind(at: number, rule: Omit<FaultRule, 'match'>): FaultRule {
  const query = { starting_after: ALL[at - 1]?.id ?? '', sku: false } as const;
  return { ...rule, match: { method: 'GET', path: '/listings', query } };
}

function answer(data: typeof ALL): NonNullable<FaultRule['answer']> {
  return { status: 200, body: { object: 'list', has_more: false, data: structuredClone([...data]) } };
}

const LAST_PAGE = answer(ALL.slice(EARLY - 100, EARLY));

async function onStage(rules: readonly FaultRule[] = []) {
  const env = { XDG_STATE_HOME: tempFolder() };
  const stage = await openStage(ALL, SHEET, { faults: { rules }, env });
  let nights = 0;
  /** As cron runs it. */
  const night = async (...argv: readonly string[]) => {
    const out = `night-${++nights}`;
    const { code, stdout, stderr } = await stage.run(
      ...['sync', 'costs.csv', '--missing', 'ok', '--quiet', '--out', out],
      ...argv,
    );
    const { notices, counts, requests } = stage.readRun(out).summary;
    return { code, stdout, stderr, notices, counts: counts.by_status, requests };
  };
  return { ...stage, night };
}
const ALL_FOUND = { unchanged: LISTINGS, not_found: UNLISTED };

describe('a list of listings that ends early', () => {
  it('for good is found out by lookups, and a scan that they contradict is forgotten', async () => {
    const { night } = await onStage([
      pageBehind(EARLY - 100, { skip: 1, answer: LAST_PAGE }),
      // What is looked behind the end by.
      pageBehind(EARLY - 1, { answer: answer(ALL.slice(EARLY - 1, EARLY)) }),
    ]);
    // Pages that are fetched at once begin in the middle, and would see what is behind the end.
    await night('PRICESHEET_CONCURRENCY=1');
    for (let nights = 2; nights <= 3; nights++) {
      const { code, counts, notices } = await night('PRICESHEET_CONCURRENCY=1');
      expect({ code, counts }).toMatchObject({ code: 0, counts: ALL_FOUND });
      // Whether one request at a time keeps the rate depends on the machine.
      expect(
        notices.filter((notice) => !notice.startsWith('The setting "concurrency", 1, limited the speed')),
      ).toEqual([
        expect.stringMatching(/^The account could not be paged.*is listed, and was on none of the 5 pages$/),
      ]);
    }
  });
});

describe('an account that has shrunk', () => {
  const gone = (from: number) => ALL.slice(from).map(({ id }) => id);

  it.each([
    ['more than a tenth', 449, true],
    ['a tenth', 450, false],
  ])('is reported with --quiet as well where it lost %s', async (_name, left, isReported) => {
    const { sandbox, night } = await onStage();
    await night();
    for (const id of gone(left)) sandbox.removeListing(id);
    const notice = `The account has ${left} listings, and had ${LISTINGS} when it was paged last: check that the service does not leave listings out; SKUs of the missing listings count as not listed`;
    const { code, stdout, stderr, notices, counts } = await night();
    expect({ code, stderr, counts }).toMatchObject({
      code: 0,
      stderr: '',
      counts: { unchanged: left, not_found: UNLISTED + LISTINGS - left },
    });
    expect(stdout.replace(/^pricesheet: \S+: /, '')).toBe(isReported ? `${notice}\n` : '');
    expect(notices.includes(notice)).toBe(isReported);
    expect((await night()).stdout).toBe('');
  });
});
