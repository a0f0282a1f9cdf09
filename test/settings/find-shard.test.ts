import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findShard, isAutoShard } from '../../src/settings/find-shard.ts';
import { runs } from '../support/runs.ts';

type Environment = Readonly<Record<string, string>>;

const kubernetes = (index: string): Environment => ({ JOB_COMPLETION_INDEX: index });
const nomad = (index: string): Environment => ({ NOMAD_ALLOC_INDEX: index });
const batch = (index: string, size: string): Environment => ({
  AWS_BATCH_JOB_ARRAY_INDEX: index,
  AWS_BATCH_JOB_ARRAY_SIZE: size,
});
const slurm = (id: string, [lowest, highest, count]: readonly [string, string, string]): Environment => ({
  SLURM_ARRAY_TASK_ID: id,
  SLURM_ARRAY_TASK_MIN: lowest,
  SLURM_ARRAY_TASK_MAX: highest,
  SLURM_ARRAY_TASK_COUNT: count,
});

describe('the shard that an engine means', () => {
  it.each([
    ['the first task of Kubernetes', 'auto/4', kubernetes('0'), '1/4'],
    ['its last', 'auto/4', kubernetes('3'), '4/4'],
    ['the first of AWS Batch', 'auto', batch('0', '4'), '1/4'],
    ['its last', 'auto', batch('3', '4'), '4/4'],
    ['AWS Batch, and the same count', 'auto/4', batch('1', '4'), '2/4'],
    ['AWS Batch, whose size is not set', 'auto/4', { AWS_BATCH_JOB_ARRAY_INDEX: '1' }, '2/4'],
    ['Slurm from 1', 'auto', slurm('1', ['1', '4', '4']), '1/4'],
    ['its last', 'auto', slurm('4', ['1', '4', '4']), '4/4'],
    ['Slurm from 0', 'auto', slurm('0', ['0', '3', '4']), '1/4'],
    ['Slurm, and the same count', 'auto/4', slurm('3', ['0', '3', '4']), '4/4'],
    ['Nomad', 'auto/4', nomad('2'), '3/4'],
    ['one part that is asked for', 'auto/1', nomad('0'), '1/1'],
    ['an empty variable of another engine', 'auto/4', { ...nomad('2'), JOB_COMPLETION_INDEX: '' }, '3/4'],
  ])('%s: %s', (_name, text, env, shard) => {
    expect(findShard(text, env)).toEqual({ ok: true, value: shard });
  });

  it.each([
    ['no engine', 'auto/4', {}, /none of JOB_COMPLETION_INDEX \(Kubernetes\), AWS_BATCH_JOB_ARRAY_INDEX/],
    [
      'several engines',
      'auto/4',
      { ...kubernetes('1'), ...nomad('2') },
      /several engines: JOB_COMPLETION_INDEX is "1", NOMAD_ALLOC_INDEX is "2"/,
    ],
    ['Kubernetes without a count', 'auto', kubernetes('1'), /Kubernetes does not give: auto\/4/],
    ['Nomad without a count', 'auto', nomad('1'), /Nomad does not give: auto\/4/],
    [
      'AWS Batch without its size',
      'auto',
      { AWS_BATCH_JOB_ARRAY_INDEX: '1' },
      /needs AWS_BATCH_JOB_ARRAY_SIZE, which is not set \(AWS_BATCH_JOB_ARRAY_INDEX is "1"\)/,
    ],
    ['an index beyond the count', 'auto/4', kubernetes('4'), /among 4 parts .* JOB_COMPLETION_INDEX is "4"/],
    ['an index beyond the size', 'auto', batch('4', '4'), /AWS_BATCH_JOB_ARRAY_INDEX is "4"/],
    ['another count', 'auto/5', batch('1', '4'), /names 5 parts, and AWS_BATCH_JOB_ARRAY_SIZE is "4"/],
    ['a negative index', 'auto/4', kubernetes('-1'), /whole number, and JOB_COMPLETION_INDEX is "-1"/],
    ['an index in words', 'auto/4', nomad('one'), /whole number, and NOMAD_ALLOC_INDEX is "one"/],
    ['a fraction', 'auto', batch('1', '4.5'), /whole number, and AWS_BATCH_JOB_ARRAY_SIZE is "4\.5"/],
    ['a size of none', 'auto', batch('0', '0'), /at least two parts/],
    ['more parts than there can be', 'auto', batch('1', '1001'), /at most 1000 parts/],
    [
      'one task submitted again',
      'auto',
      slurm('3', ['3', '3', '1']),
      /at least two parts.*larger array pass I\/N/,
    ],
    ['some tasks submitted again', 'auto', slurm('3', ['3', '4', '2']), /begins at 0 or 1.*TASK_MIN is "3"/],
    ['an array with gaps', 'auto', slurm('5', ['1', '7', '4']), /without gaps.*TASK_MAX is "7".* 4 parts/],
    ['a lower index than the lowest', 'auto', slurm('0', ['1', '4', '4']), /SLURM_ARRAY_TASK_ID is "0"/],
    [
      'Slurm without a range',
      'auto/4',
      { SLURM_ARRAY_TASK_ID: '1' },
      /needs SLURM_ARRAY_TASK_MIN and SLURM_ARRAY_TASK_MAX/,
    ],
    ['no number', 'auto/x', kubernetes('1'), /neither auto nor auto\/N/],
    ['an index beside auto', 'auto/0', kubernetes('1'), /neither auto nor auto\/N/],
    ['too many parts', 'auto/1001', kubernetes('1'), /at most 1000 parts/],
  ])('is refused for %s', (_name, text, env: Environment, why) => {
    expect(findShard(text, env)).toEqual({ ok: false, why: expect.stringMatching(why) });
  });

  it('is another one for each task, and each part has one', () => {
    const array = fc.record({ of: fc.integer({ min: 2, max: 1000 }), lowest: fc.constantFrom(0, 1) });
    fc.assert(
      fc.property(array, ({ of, lowest }) => {
        const tasks = Array.from({ length: of }, (_, at) => at);
        const parts = tasks.map((at) => `${at + 1}/${of}`);
        const valuesOf = (text: string, envOf: (at: number) => Environment) =>
          tasks.map((at) => findShard(text, envOf(at))).map((found) => found.ok && found.value);
        const range = [`${lowest}`, `${lowest + of - 1}`, `${of}`] as const;
        expect(valuesOf(`auto/${of}`, (at) => kubernetes(`${at}`))).toEqual(parts);
        expect(valuesOf(`auto/${of}`, (at) => nomad(`${at}`))).toEqual(parts);
        expect(valuesOf('auto', (at) => batch(`${at}`, `${of}`))).toEqual(parts);
        expect(valuesOf('auto', (at) => slurm(`${at + lowest}`, range))).toEqual(parts);
      }),
      { numRuns: runs(50) },
    );
  });
});

describe('text that means such a shard', () => {
  it.each([
    ['auto', true],
    ['auto/4', true],
    ['auto/', true],
    ['2/4', false],
    ['automatic', false],
    ['Auto', false],
    [undefined, false],
    [true, false],
  ])('%s: %s', (text, expected) => {
    expect(isAutoShard(text)).toBe(expected);
  });
});
