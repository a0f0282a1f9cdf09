import process from 'node:process';
import { compare, type Group } from './figure.ts';
import { alternate } from './measure.ts';
import { cleanEnv, PROGRAM } from './pricesheet.ts';
import { expectSuccess, runChild } from './run-child.ts';

const TIMEOUT_MS = 30_000;

/** G12: `--help` as a whole process, beside a Node that does nothing. */
export const startUp: Group = {
  ids: ['G12'],
  measure: async ({ full, folder }) => {
    const start =
      (...argv: readonly string[]) =>
      async () => {
        const options = { cwd: folder, env: cleanEnv(folder), timeoutMs: TIMEOUT_MS };
        return expectSuccess(await runChild([process.execPath, ...argv], options), argv.join(' ')).ms;
      };
    const times = await alternate(full ? 41 : 15, { ours: start(PROGRAM, '--help'), node: start('-e', '') });
    return [
      compare({
        id: 'G12',
        name: '--help, whole process',
        ours: times.ours,
        yardstick: times.node,
        against: "node -e ''",
        unit: 'ms',
        must: { most: 1.4 },
        aim: { most: 1.2 },
      }),
    ];
  },
};
