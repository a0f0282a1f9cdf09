import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { resolve } from 'node:path';
import process from 'node:process';
import { isPinned } from './run-child.ts';
import { PYTHON } from './tools.ts';

/** What was measured on, a sentence each; nothing that tells whose machine it is. */
export function describeMachine(): readonly string[] {
  const { version } = JSON.parse(readFileSync(resolve(import.meta.dirname, '../../package.json'), 'utf8'));
  const gigabytes = (totalmem() / 2 ** 30).toFixed(0);
  return [
    `pricesheet ${version}`,
    `${availableParallelism()} core${availableParallelism() === 1 ? '' : 's'} of ${cpus()[0]?.model.trim() ?? 'an unknown processor'}, ${gigabytes} GiB of memory, ${process.platform}`,
    `Node ${process.versions.node}, Python ${ask(PYTHON, '-c', 'import platform; print(platform.python_version())')}, aiohttp ${versionOf('aiohttp')}, ${ask('nginx', '-v').replace('nginx version: ', '')}`,
    isPinned()
      ? 'Clients ran on one core and servers on another'
      : 'Clients and servers shared the cores: taskset is missing, or there is one core only',
    `Load at the start: ${loadavg()
      .map((load) => load.toFixed(2))
      .join(', ')}`,
  ];
}

function versionOf(module: string): string {
  return ask(PYTHON, '-c', `import ${module}; print(${module}.__version__)`);
}

/** The first line that a command says. */
function ask(command: string, ...argv: readonly string[]): string {
  const { stdout, stderr, status, error } = spawnSync(command, argv, { encoding: 'utf8' });
  if (error || (status !== 0 && command === PYTHON)) return 'missing';
  return `${stdout}${stderr}`.trim().split('\n')[0] ?? '';
}
