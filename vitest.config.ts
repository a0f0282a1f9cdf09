import { availableParallelism } from 'node:os';
import process from 'node:process';
import { defineConfig } from 'vitest/config';

/** They put something in the place of a module, or change the process that they run in. */
const ALONE = ['test/sheet/open-source.test.ts'];

/** What holds no state between tests: its files share a process, which saves a minute of loading the same modules. */
const TOGETHER = [
  ...[
    'domain',
    'sheet',
    'resolve',
    'plan',
    'execute',
    'report',
    'page',
    'run',
    'service',
    'sandbox',
    'settings',
    'api',
    'cli',
  ].map((folder) => `test/${folder}/**/*.test.ts`),
  'test/examples/*.test.ts',
  'test/release/*.test.ts',
  'test/architecture.test.ts',
  'test/build-stamp.test.ts',
  'test/container/*.test.ts',
  'test/gone.test.ts',
  'test/interface-agreement.test.ts',
  'test/language.test.ts',
  'test/pages.test.ts',
  'test/planted/mistakes.test.ts',
  'test/tiers.test.ts',
];

/** Whole runs with a service, which also write a page out of `dist`: most of the time for few of the tests. */
const RUNS = [
  'test/api/program/events.test.ts',
  'test/api/program/library.test.ts',
  'test/cli/main.test.ts',
  'test/cli/process-stdio.test.ts',
  'test/run/*.test.ts',
  'test/run/job/open-earlier-run.test.ts',
  'test/run/lookup/open-lookup.test.ts',
  'test/run/page/write-index.test.ts',
  'test/run/sheet/last-columns.test.ts',
  'test/run/sheet/save-mapping.test.ts',
  'test/run/steps/describe-run.test.ts',
  'test/run/steps/write-run-files.test.ts',
];

/** What is measured over thousands of requests and sheets, so that rates can be told from chance, and what tries as many texts. */
const MEASURED = [
  'test/plan/implausible-columns.test.ts',
  'test/service/pacer-simulation.test.ts',
  'test/sheet/fuzz.test.ts',
];

/** What tries whole files in thousands of ways, waits for deadlines, or sends over real sockets: a second or more for each file. */
const THOROUGH = [
  'domain/csv-cells',
  'domain/secret',
  'report/files/csv-file',
  'report/files/render-retry',
  'report/files/render-undo',
  'resolve/listing-index',
  'run/folder/plan-file',
  'run/sheet/row-source',
  'sandbox/faults',
  'service/exchange',
  'service/open-service',
  'service/reply',
  'service/transport',
  'sheet/exports',
  'sheet/money-locales',
  'sheet/parse-money',
  'sheet/parse-records',
  'sheet/scan-sheet',
].map((name) => `test/${name}.test.ts`);

/**
 * What starts programs by the dozen, waits for networks, works through millions of rows, or plays several runs in each test for what files and
 * screens say of them: `.ci/run` has it.
 */
const LONG = [
  'test/e2e/approve-properties.test.ts',
  'test/e2e/approve.test.ts',
  'test/e2e/around-amounts.test.ts',
  'test/e2e/built-program.test.ts',
  'test/e2e/commands.test.ts',
  'test/e2e/completion.test.ts',
  'test/e2e/demo.test.ts',
  'test/e2e/driven.test.ts',
  'test/e2e/earlier-sheets.test.ts',
  'test/e2e/early-end.test.ts',
  'test/e2e/explain.test.ts',
  'test/e2e/export.test.ts',
  'test/e2e/exports.test.ts',
  'test/e2e/files-of-others.test.ts',
  'test/e2e/folder-settings.test.ts',
  'test/e2e/follow-up.test.ts',
  'test/e2e/history-page.test.ts',
  'test/e2e/history-truth.test.ts',
  'test/e2e/history.test.ts',
  'test/e2e/hostile-text.test.ts',
  'test/e2e/check-terminal.test.ts',
  'test/e2e/init.test.ts',
  'test/e2e/latest.test.ts',
  'test/e2e/locks.test.ts',
  'test/e2e/lost-rows.test.ts',
  'test/e2e/many-runs.test.ts',
  'test/e2e/network.test.ts',
  'test/e2e/newest.test.ts',
  'test/e2e/notes.test.ts',
  'test/e2e/promise.test.ts',
  'test/e2e/prune.test.ts',
  'test/e2e/properties.test.ts',
  'test/e2e/reasons.test.ts',
  'test/e2e/rebuild.test.ts',
  'test/e2e/renderer-faults.test.ts',
  'test/e2e/report-page.test.ts',
  'test/e2e/review-page.test.ts',
  'test/e2e/rotated-key.test.ts',
  'test/e2e/sandbox-dotenv.test.ts',
  'test/e2e/settle-screens.test.ts',
  'test/e2e/settled.test.ts',
  'test/e2e/signals.test.ts',
  'test/e2e/spreadsheets.test.ts',
  'test/e2e/terminal.test.ts',
  'test/e2e/undo-since-killed.test.ts',
  'test/e2e/undo-since.test.ts',
  'test/e2e/unlisted-strategy.test.ts',
  'test/e2e/webhook.test.ts',
  'test/e2e/whose-night.test.ts',
  'test/e2e/words.test.ts',
  'test/json-schemas.test.ts',
  'test/library.test.ts',
  'test/package.test.ts',
  'test/printed-commands.test.ts',
  'test/run/large-sheets.test.ts',
  'test/run/late-answers.test.ts',
  'test/run/lookup/open-lookup.test.ts',
  'test/simulation/simulation.test.ts',
];

/** Drawings of screens whose words other tests compare: `.ci/full` has them. */
const PICTURES = ['test/pictures/pictures.test.ts'];

/** What starts programs or reads `dist`: `test/tiers.test.ts` finds what is missing here. */
const PROCESSES = [
  // By shellcheck and systemd-analyze.
  'test/examples/s*.test.ts',
  'test/interface-agreement.test.ts',
  'test/cli/help/prebuilt-help.test.ts',
  'test/domain/quote-word.test.ts',
  'test/run/disk/line-file.test.ts',
  'test/run/lock/system-probes.test.ts',
  'test/sandbox/start-sandbox.test.ts',
  'test/sheet/open-source.test.ts',
];

/**
 * Four tiers: `fast` leaves out whole runs, the thorough, rates, programs and what is outside of these folders; `test` leaves out rates and what takes
 * long; `gate` has every test but that of the pictures, and `full` also tries properties as often as they say: see `test/support/runs.ts`.
 */
export function projectsOf(mode: string) {
  const left =
    {
      fast: [...RUNS, ...THOROUGH, ...MEASURED, ...PROCESSES, ...LONG, ...PICTURES],
      test: [...MEASURED, ...LONG, ...PICTURES],
      gate: PICTURES,
      full: [],
    }[mode] ?? [];
  // End to end is most of the program, so that it shares a process with what has loaded its parts.
  const shared = mode === 'fast' ? TOGETHER : [...TOGETHER, 'test/e2e/**/*.test.ts'];
  const together = { name: 'together', isolate: false, include: shared, exclude: [...ALONE, ...left] };
  const alone = { name: 'alone', include: ALONE, exclude: left };
  // A folder that is new belongs here until somebody says that it holds no state.
  const others = { name: 'others', include: ['test/**/*.test.ts'], exclude: [...shared, ...ALONE, ...left] };
  return mode === 'fast' ? [together, alone] : [together, alone, others];
}

/** What takes a program that a machine may not have, one file at a time: `vitest run --mode browser`. No tier has it. */
const WITH_OTHERS: Readonly<Record<string, object>> = {
  /** A real browser. */
  browser: { include: ['test/browser/**/*.browser.ts'], hookTimeout: 240_000 },
  /** GNU parallel, systemd, and the servers of queues that the examples use. */
  engines: { include: ['test/engines/*.engine.ts'] },
  /** Tools for containers, and root. */
  image: { include: ['test/container/*.image.ts'], hookTimeout: 600_000 },
  /** A real spreadsheet. */
  spreadsheets: { include: ['test/spreadsheets/**/*.spreadsheet.ts'], hookTimeout: 240_000 },
  /** Node.js for Windows, and Wine. */
  windows: {
    include: ['test/windows/*.windows.ts'],
    globalSetup: ['test/windows/set-up.ts'],
    hookTimeout: 120_000,
  },
};

export default defineConfig(({ mode }) => {
  const others = WITH_OTHERS[mode];
  if (others) return { test: { testTimeout: 120_000, maxWorkers: 1, ...others } };
  // This file is read again for each project, without the mode.
  process.env['TEST_TIER'] ??= mode;
  return toConfig(process.env['TEST_TIER']);
});

function toConfig(tier: string) {
  return {
    test: {
      // The gate runs beside other suites, maybe on a slower machine; the full tier tries every case of a property.
      testTimeout: { fast: 60_000, test: 60_000, gate: 240_000 }[tier] ?? 1_800_000,
      // Many tests wait for a network that fails or for a process of their own, so there is room for one more than cores.
      maxWorkers: availableParallelism() + (tier === 'fast' ? 0 : 1),
      // Half of what the fast tier takes is to read modules. CI starts with an empty cache and reads it once.
      experimental: { fsModuleCache: tier === 'fast' || tier === 'test' },
      env: { TEST_TIER: tier },
      setupFiles: ['test/support/set-runs.ts'],
      projects: projectsOf(tier).map((test) => ({ extends: true as const, test })),
    },
  };
}
