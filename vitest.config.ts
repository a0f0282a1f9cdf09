import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** They put something in the place of a module, or change the process that they run in. */
const ALONE = ['test/sheet/read-source.test.ts', 'test/cli/settings/read-sources.test.ts'];

/** What holds no state between tests: its files share a process, which saves a minute of loading the same modules. */
const TOGETHER = [
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
  'cli',
].map((folder) => `test/${folder}/**/*.test.ts`);

export default defineConfig({
  test: {
    testTimeout: 60_000,
    // Many tests wait for a network that fails or for a process of their own, so there is room for one more than cores.
    maxWorkers: availableParallelism() + 1,
    projects: [
      { extends: true, test: { name: 'together', isolate: false, include: TOGETHER, exclude: ALONE } },
      { extends: true, test: { name: 'alone', include: ALONE } },
      // A folder that is new belongs here until somebody says that it holds no state.
      { extends: true, test: { name: 'others', include: ['test/**/*.test.ts'], exclude: TOGETHER } },
    ],
  },
});
