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

  describe('of the jobs in the config file', () => {
    const readJob = (config: unknown, job?: string) =>
      readSources({
        flags: {},
        env: {},
        cwd: folderWith({ 'pricesheet.json': JSON.stringify(config) }),
        job,
      });

    const NO_OBJECT = 'pricesheet.json is not a JSON object';
    const CONFIG = { rate: 5, jobs: { costs: { delimiter: ';' }, other: { decimal: ',' } } };

    it.each([
      ['no job', undefined],
      ['a job without a section', 'nightly'],
      ['a job that is called like something of every object', 'constructor'],
      ['a job that is called like its prototype', '__proto__'],
    ])('takes none for %s', (_name, job) => {
      expect(readJob(CONFIG, job).job.values).toEqual({});
    });

    it.each([
      ['jobs that are a list', { jobs: [] }, `"jobs" in ${NO_OBJECT} with a section for each job`],
      ['text for jobs', { jobs: 'costs' }, `"jobs" in ${NO_OBJECT} with a section for each job`],
      ['text for a job', { jobs: { costs: 'x' } }, 'the job "costs" in pricesheet.json is not a JSON object'],
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
