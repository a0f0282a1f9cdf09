import { defineConfig } from 'vitest/config';

/** What takes Node.js for Windows, and Wine: `npm run windows`. */
export default defineConfig({
  test: {
    include: ['test/windows/*.windows.ts'],
    globalSetup: ['test/windows/set-up.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    maxWorkers: 1,
  },
});
