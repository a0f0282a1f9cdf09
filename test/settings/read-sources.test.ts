import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSources } from '../../src/settings/read-sources.ts';
import { folderWith } from '../cli/support.ts';

describe('readSources', () => {
  it.each([
    ['--dotenv', { envFile: 'none.env' }, '"none.env" can\'t be read: there is no such file'],
    ['--config', { config: 'none.json' }, '"none.json" can\'t be read: there is no such file'],
  ])('tells where the file that %s names is not there', (_name, files, problem) => {
    expect(readSources({ flags: files, env: {}, cwd: folderWith() }).problems).toEqual([problem]);
  });

  it.each([
    ['a line that would take the next one along', 'A=1\ngarbage line\nB=2\n', 2],
    ['the same, with a blank line and a comment between', 'A=1\r\n\r\n  garbage\r\n# B\r\nB=2\r\n', 3],
    ['the last line', 'A=1\ngarbage', 2],
    ['a name of two words', '# mine\nSOME NAME=1\n', 2],
    ['the key alone', 'key-4f9Q\n', 1],
  ])('refuses in .env %s, and does not repeat it', (_name, text, line) => {
    const { problems } = readSources({ flags: {}, env: {}, cwd: folderWith({ '.env': text }) });
    expect(problems).toEqual([
      `Line ${line} of ".env" is not a setting; a line has to be NAME=value, a comment after #, or blank`,
    ]);
  });

  it('takes from .env what Node.js takes', () => {
    const text = '# mine\nexport A=1\n B = two words # and a comment\nC="a\nb c\nd"\nD-E.f=\n\n';
    const { problems, dotenv } = readSources({ flags: {}, env: {}, cwd: folderWith({ '.env': text }) });
    expect({ problems, values: dotenv.values }).toEqual({
      problems: [],
      values: { A: '1', B: 'two words', C: 'a\nb c\nd', 'D-E.f': '' },
    });
  });

  it('does without .env where it is a folder', () => {
    const cwd = folderWith();
    mkdirSync(join(cwd, '.env'));
    const { problems, dotenv } = readSources({ flags: {}, env: {}, cwd });
    expect({ problems, dotenv: dotenv.values }).toEqual({ problems: [], dotenv: {} });
  });

  it.each([
    ['that --dotenv names', '.env', { envFile: '.env' }],
    ['of a name like the working folder’s', '.', { config: '.' }],
    ['that --config names', 'my.json', { config: 'my.json' }],
    ['of the usual name for the config', 'pricesheet.json', {}],
  ])('tells where there is a folder instead of the file %s', (_name, name, files) => {
    const cwd = folderWith();
    mkdirSync(join(cwd, name), { recursive: true });
    expect(readSources({ flags: files, env: {}, cwd }).problems).toEqual([
      `"${name}" can't be read: it is a folder`,
    ]);
  });

  it.each([
    ['A="b c"\n', 'b c'],
    ['# note\nA=b # note\n', 'b'],
    ['export A=b\n', 'b'],
    ['A=b\r\nC=d\r\n', 'b'],
    ['A=b', 'b'],
    ['\ufeffA=b\n', 'b'],
    ['A=b=c\n', 'b=c'],
  ])('reads a .env of %j', (text, expected) => {
    const { dotenv } = readSources({ flags: {}, env: {}, cwd: folderWith({ '.env': text }) });
    expect(dotenv.values['A']).toBe(expected);
  });

  it('leaves the environment as it is', () => {
    const env = { B: 'x' };
    readSources({ flags: {}, env, cwd: folderWith({ '.env': 'A=b\n' }) });
    expect(env).toEqual({ B: 'x' });
    expect(process.env['A']).toBeUndefined();
  });

  describe('of the jobs in the config file', () => {
    const readJob = (config: unknown, job?: string) =>
      readSources({
        flags: {},
        env: {},
        cwd: folderWith({ 'pricesheet.json': JSON.stringify(config) }),
        job,
      });

    const CONFIG = {
      rate: 5,
      jobs: {
        costs: { delimiter: ';', 'max-change': 80, map: { sku: 'Material', cost: '' } },
        other: { decimal: ',' },
      },
    };

    it('takes the section of the job at hand, apart from the rest', () => {
      const { job, config, jobs, problems } = readJob(CONFIG, 'costs');
      expect(problems).toEqual([]);
      expect(config.values).toEqual({ rate: '5' });
      expect(job.values).toEqual({ delimiter: ';', 'max-change': '80', map: '{"sku":"Material","cost":""}' });
      expect(job.nameOf('delimiter')).toBe('"delimiter" of the job "costs" in pricesheet.json');
      expect([...jobs.keys()]).toEqual(['costs', 'other']);
    });

    it.each([
      ['no job', undefined],
      ['a job without a section', 'nightly'],
      ['a job that is called like something of every object', 'constructor'],
      ['a job that is called like its prototype', '__proto__'],
    ])('takes none for %s', (_name, job) => {
      expect(readJob(CONFIG, job).job.values).toEqual({});
    });

    it.each([
      [
        'jobs that are a list',
        { jobs: [] },
        '"jobs" in pricesheet.json is not a JSON object with a section for each job',
      ],
      [
        'jobs that are text',
        { jobs: 'costs' },
        '"jobs" in pricesheet.json is not a JSON object with a section for each job',
      ],
      [
        'a job that is text',
        { jobs: { costs: 'x' } },
        'the job "costs" in pricesheet.json is not a JSON object',
      ],
      [
        'a setting that is a list',
        { jobs: { costs: { allow: [] } } },
        '"allow" in the job "costs" in pricesheet.json is neither text nor a number nor true or false',
      ],
    ])('refuses %s', (_name, config, problem) => {
      expect(readJob(config, 'costs').problems).toEqual([problem]);
    });

    it('takes columns as an object or as text, for all jobs too', () => {
      expect(readJob({ map: { sku: 'Teil', cost: 'Preis, netto' } }).config.values['map']).toBe(
        '{"sku":"Teil","cost":"Preis, netto"}',
      );
      expect(readJob({ map: 'sku=Teil' }).config.values['map']).toBe('sku=Teil');
    });
  });
});
