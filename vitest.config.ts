import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 60_000,
    // Many tests wait for a network that fails or for a process of their own, so there is room for one more than cores.
    maxWorkers: availableParallelism() + 1,
  },
});
