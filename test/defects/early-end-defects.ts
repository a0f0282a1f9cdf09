import type { Defect } from './defect.ts';
import { EARLY_END, FORMULA_CELL, SCAN_ACCOUNT } from './test-files.ts';

/** Believing what a service, a sheet or a spreadsheet only seems to say. */
export const EARLY_END_DEFECTS: readonly Defect[] = [
  {
    name: 'early-end-believed',
    file: 'src/resolve/scan/walk-pages.ts',
    find: 'return knownEnd !== undefined && knownEnd.last?.toLowerCase() === last?.toLowerCase();',
    put: 'return knownEnd === undefined || knownEnd.last?.toLowerCase() !== last?.toLowerCase();',
    cost: 'A page says by mistake that it is the last one, and every listing behind it counts as not listed.',
    caughtBy: [
      { file: SCAN_ACCOUNT, name: 'an end that comes too early is not believed: a page in the middle' },
    ],
  },
  {
    name: 'shrunken-account-unnoticed',
    file: 'src/run/lookup/shrunken-account.ts',
    find: '(1 - USUAL_LOSS)',
    put: '(0 - USUAL_LOSS)',
    cost: 'A list that always ends early halves the account, and nobody is notified.',
    caughtBy: [
      { file: 'test/run/lookup/shrunken-account.test.ts', name: 'reports a loss of more than a tenth' },
    ],
  },
  {
    name: 'contradicted-scan-remembered',
    file: 'src/run/lookup/open-lookup.ts',
    find: 'const confirmed = await confirmMissing(',
    put: 'paging.remember(scanned);\n      const confirmed = await confirmMissing(',
    cost: 'A scan that lookups contradict becomes the measure: the next night takes the same loss for usual.',
    caughtBy: [{ file: EARLY_END, name: 'a scan that they contradict is forgotten' }],
  },
  {
    name: 'empty-first-page-believed',
    file: 'src/resolve/scan/walk-pages.ts',
    find: 'if (!page.hasMore && isKnownEnd(last)) return { last };',
    put: 'if (!page.hasMore && (isKnownEnd(last) || last === undefined)) return { last };',
    cost: 'A first page comes empty once, and the whole account counts as not listed.',
    caughtBy: [{ file: SCAN_ACCOUNT, name: 'is not believed of an empty first page' }],
  },
  {
    name: 'retry-after-by-own-clock',
    file: 'src/service/service-time.ts',
    find: 'return date ?? now;',
    put: 'return now ?? date;',
    cost: 'On a machine whose clock is off by minutes, a busy service is asked again at once, or the run waits far too long.',
    caughtBy: [{ file: 'test/service/reply.test.ts', name: 'in an answer with a date: by that' }],
  },
  {
    name: 'key-cut-by-a-piece',
    file: 'src/sheet/key-finder.ts',
    find: 'this.#tail = text.slice(-MAX_ACROSS);',
    put: 'this.#tail = text.slice(text.length);',
    cost: 'A key that lies across two pieces of a sheet stands in plan and retry.csv.',
    caughtBy: [{ file: 'test/sheet/key-finder.test.ts', name: 'finds a key that is cut after 5 characters' }],
  },
  {
    name: 'formula-behind-a-semicolon',
    file: 'src/domain/formula-cell.ts',
    find: 'if (INNER_STARTER.test(text)) for',
    put: 'if (INNER_STARTER.test(text) && pending[0] === 0) for',
    cost: 'A SKU with a formula behind a semicolon runs in the spreadsheet of whoever opens results.csv.',
    caughtBy: [{ file: FORMULA_CELL, name: 'begins no field with a formula' }],
  },
  {
    name: 'proxy-password-as-a-host',
    file: 'src/settings/read-proxy.ts',
    find: "hash}`.includes('@')",
    put: "hash}`.startsWith('@')",
    cost: 'The beginning of a proxy password is shown as the proxy that can not be reached, in logs and messages.',
    caughtBy: [{ file: 'test/settings/read-proxy.test.ts', name: 'refuses "http://svc:2024/secret@host"' }],
  },
];
