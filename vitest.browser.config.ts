import { defineConfig } from 'vitest/config';

/** What takes a real browser: `npm run browser`. */
export default defineConfig({
  test: {
    include: ['test/browser/**/*.browser.ts'],
    testTimeout: 120_000,
    hookTimeout: 240_000,
    maxWorkers: 1,
  },
});
