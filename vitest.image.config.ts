import { defineConfig } from 'vitest/config';

/** What takes tools for containers, and root: `npm run image`. */
export default defineConfig({
  test: {
    include: ['test/container/*.image.ts'],
    testTimeout: 120_000,
    hookTimeout: 600_000,
    maxWorkers: 1,
  },
});
