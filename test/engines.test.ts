import { describe, expect, it } from 'vitest';
import { blocksOf, readPage } from './support/pages.ts';

/** That its links, commands and flags exist is tested with every other page. */
const PAGE = readPage('docs/engines.md');

describe('the page about engines', () => {
  it('shows how shards, their merge and one apply are run', () => {
    const text = ['sh', 'ini', 'yaml'].flatMap((language) => blocksOf(PAGE, language)).join('\n');
    const commands = [...text.matchAll(/\bpricesheet (sync|diff|apply|undo|merge)\b/g)].map(
      ([, name]) => name,
    );
    expect(new Set(commands)).toEqual(new Set(['sync', 'diff', 'merge', 'apply']));
    expect([...text.matchAll(/--shard /g)].length).toBeGreaterThanOrEqual(4);
    expect(text).toContain('20%%');
  });

  it('has each index begin at 1', () => {
    const [kubernetes = '', matrix = ''] = blocksOf(PAGE, 'yaml');
    expect(kubernetes).toContain('--shard "$((JOB_COMPLETION_INDEX + 1))/4"');
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
  });
});
