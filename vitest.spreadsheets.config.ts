import { defineConfig } from 'vitest/config';

/** What takes a real spreadsheet: `npm run spreadsheets`. */
export default defineConfig({
  test: {
    include: ['test/spreadsheets/**/*.spreadsheet.ts'],
    testTimeout: 120_000,
    hookTimeout: 240_000,
    maxWorkers: 1,
  },
});
