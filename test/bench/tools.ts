import { spawnSync } from 'node:child_process';

/** Debian's own, whatever comes first on the path: its package aiohttp belongs to it. */
export const PYTHON = '/usr/bin/python3';

export type Tool = 'nginx' | 'aiohttp';

const NEEDS: Readonly<
  Record<Tool, { readonly check: readonly [string, ...string[]]; readonly from: string }>
> = {
  nginx: { check: ['nginx', '-v'], from: 'nginx' },
  aiohttp: { check: [PYTHON, '-c', 'import aiohttp'], from: 'python3-aiohttp' },
};

const found = new Map<Tool, boolean>();

/** Which of the tools are missing and where they come from, as a clause; none where all are there. */
export function whatLacks(...tools: readonly Tool[]): string | undefined {
  const missing = tools.filter((tool) => !isThere(tool));
  if (missing.length === 0) return undefined;
  return `not installed: ${missing.join(', ')} (apt-get install ${missing.map((tool) => NEEDS[tool].from).join(' ')})`;
}

function isThere(tool: Tool): boolean {
  const known = found.get(tool);
  if (known !== undefined) return known;
  const [command, ...argv] = NEEDS[tool].check;
  const there = spawnSync(command, argv, { stdio: 'ignore' }).status === 0;
  found.set(tool, there);
  return there;
}
