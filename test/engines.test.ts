import { describe, expect, it } from 'vitest';
import { findShard } from '../src/settings/find-shard.ts';
import { blocksOf, readPage, sectionOf } from './support/pages.ts';

/** That its links, commands and flags exist is tested with every other page. */
const PAGE = readPage('docs/engines.md');

describe('the page about engines', () => {
  it('shows how shards, their merge and one apply are run', () => {
    const text = ['sh', 'ini', 'yaml'].flatMap((language) => blocksOf(PAGE, language)).join('\n');
    const commands = [...text.matchAll(/\bpricesheet (sync|diff|apply|undo|merge)\b/g)].map(
      ([, name]) => name,
    );
    expect(new Set(commands)).toEqual(new Set(['sync', 'diff', 'merge', 'apply']));
    expect([...text.matchAll(/--shard[ =]/g)].length).toBeGreaterThanOrEqual(4);
    expect(text).toContain('20%%');
  });

  it('has each task find its part, of as many as there are tasks', () => {
    const [kubernetes = '', matrix = ''] = blocksOf(PAGE, 'yaml');
    expect(kubernetes).toContain('- --shard=auto/4\n');
    expect([
      kubernetes.match(/completions: (\d+)/)?.[1],
      kubernetes.match(/parallelism: (\d+)/)?.[1],
    ]).toEqual(['4', '4']);
    expect(matrix).toContain('shard: [1, 2, 3, 4]');
  });

  it('lets an engine run again what may fare better, and nothing else', () => {
    expect(PAGE.text).toContain('RestartPreventExitStatus=2 4 5\n');
    expect(PAGE.text).toContain('SuccessExitStatus=3\n');
    expect(PAGE.text).toContain('values: [2, 3, 4, 5]\n');
    // What AWS Batch does is in test/examples/workflow-engines.test.ts.
    expect(PAGE.text).toContain('`EXIT` on 2, 4, 5, then `RETRY`');
  });

  it('says what to pass for each engine that --shard auto knows, as the program takes it', () => {
    const rows = [...sectionOf(PAGE, '### The shard of a task').matchAll(/^\| (.+) \| (.+) \| (.+) \|$/gm)];
    const found = rows.slice(2).map(([, engine = '', given = '', passed = '']) => {
      const names = [...given.matchAll(/`([A-Z_]+)`/g)].map(([, name = '']) => name);
      const [, text = ''] = /--shard (auto(?:\/\d)?)/.exec(passed) ?? [];
      const env = Object.fromEntries(names.map((name) => [name, name.endsWith('SIZE') ? '4' : '1']));
      // Which array it is.
      const range = { SLURM_ARRAY_TASK_MIN: '1', SLURM_ARRAY_TASK_MAX: '4', SLURM_ARRAY_TASK_COUNT: '4' };
      const shard = findShard(text, engine.startsWith('Slurm') ? { ...env, ...range } : env);
      return [engine.split(',')[0], shard.ok && shard.value];
    });
    expect(found).toEqual([
      ['Kubernetes', '2/4'],
      ['AWS Batch', '2/4'],
      ['Slurm', '1/4'],
      ['Nomad', '2/4'],
    ]);
  });
});
