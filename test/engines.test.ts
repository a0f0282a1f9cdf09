import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runInProcess } from './support/run-in-process.ts';
import { tempFolder } from './support/temp-folder.ts';

const PAGE = readFileSync(resolve(import.meta.dirname, '../docs/engines.md'), 'utf8');

/** The text between fences of a language. */
function blocksOf(language: string): readonly string[] {
  return [...PAGE.matchAll(new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 'gs'))].map(
    ([, block = '']) => block,
  );
}

/** Every command line of the program on the page: the command, and its flags. */
function commandsOf(text: string): readonly (readonly [command: string, flags: readonly string[]])[] {
  const joined = text.replaceAll(/\n\s+(?=--)/g, ' ');
  return [...joined.matchAll(/\bpricesheet (sync|diff|apply|undo|merge)\b([^\n|;`]*)/g)].map(
    ([, command = '', rest = '']) => [command, [...rest.matchAll(/--[\w-]+/g)].map(String)] as const,
  );
}

describe('the page about engines', () => {
  it('names no flag that its command does not know', async () => {
    const cwd = tempFolder();
    const found = [...blocksOf('sh'), ...blocksOf('ini'), ...blocksOf('yaml')].flatMap(commandsOf);
    expect(new Set(found.map(([command]) => command))).toEqual(new Set(['sync', 'diff', 'merge', 'apply']));
    expect(found.filter(([, flags]) => flags.includes('--shard')).length).toBeGreaterThanOrEqual(4);
    for (const [command, flags] of found) {
      const { stdout: help } = await runInProcess([command, '--help'], { cwd, env: {} });
      for (const flag of flags) expect(help, `${command} ${flag}`).toContain(`${flag} `);
    }
  });

  it('has no bare percent sign in a unit, which would be taken for a specifier', () => {
    const [service = ''] = blocksOf('ini');
    expect(service).toContain('20%%');
    expect(service.replaceAll('%%', '').match(/%[^idS]/g)).toBeNull();
  });

  it('has each index begin at 1', () => {
    const [kubernetes = '', matrix = ''] = blocksOf('yaml');
    expect(kubernetes).toContain('--shard "$((JOB_COMPLETION_INDEX + 1))/4"');
    expect([
      kubernetes.match(/completions: (\d+)/)?.[1],
      kubernetes.match(/parallelism: (\d+)/)?.[1],
    ]).toEqual(['4', '4']);
    expect(matrix).toContain('shard: [1, 2, 3, 4]');
  });

  it('lets an engine run again what may fare better, and nothing else', () => {
    expect(PAGE).toContain('RestartPreventExitStatus=2 4 5\n');
    expect(PAGE).toContain('SuccessExitStatus=3\n');
    expect(PAGE).toContain('values: [2, 3, 4, 5]\n');
  });
});
