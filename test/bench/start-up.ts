import process from 'node:process';
import { cpuMsOfChildren, createCpuLog } from './cpu-log.ts';
import { compare, type Group } from './figure.ts';
import { alternate } from './measure.ts';
import { cleanEnv, PROGRAM } from './pricesheet.ts';
import { expectSuccess, runChild } from './run-child.ts';

const TIMEOUT_MS = 30_000;

/** G12: `--help` as a whole process, beside a Node that does nothing. */
export const startUp: Group = {
  ids: ['G12'],
  measure: async ({ full, folder }) => {
    const cpu = createCpuLog();
    const start =
      (name: string, ...argv: readonly string[]) =>
      async () => {
        const before = cpuMsOfChildren();
        const options = { cwd: folder, env: cleanEnv(folder), timeoutMs: TIMEOUT_MS };
        const { ms } = expectSuccess(await runChild([process.execPath, ...argv], options), name);
        cpu.add(name, cpuMsOfChildren() - before);
        return ms;
      };
    const times = await alternate(full ? 41 : 15, {
      ours: start('ours', PROGRAM, '--help'),
      node: start("node -e ''", '-e', ''),
    });
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
        notes: cpu.tell(),
      }),
    ];
  },
};
