import * as disk from 'node:fs';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Secret } from '../../../src/domain/secret.ts';
import { openLog } from '../../../src/run/folder/open-log.ts';
import { createRunFolder, RUN_FILES } from '../../../src/run/folder/run-folder.ts';
import { tempFolder } from '../../support/temp-folder.ts';

function openFile() {
  const folder = createRunFolder({ cwd: tempFolder(), startedAt: 0, disk, sheetName: 'x' });
  const file = folder.openLines(RUN_FILES.log);
  return { file, read: () => readFileSync(folder.pathOf(RUN_FILES.log), 'utf8') };
}

function open(level: 'info' | 'debug' = 'info', key = 'secret-key-1') {
  const { file, read } = openFile();
  return { log: openLog(file, { level, redact: new Secret(key).redact }), read };
}

describe('openLog', () => {
  it('writes one JSON object a line, with level, time, event and fields', () => {
    const { log, read } = open();
    log.info('run started', { rows: 3 });
    log.warn('request did not succeed', { httpStatus: 500 });
    log.error('it broke');
    const lines = read().split('\n').slice(0, -1);
    expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
      { level: 'info', time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/), msg: 'run started', rows: 3 },
      { level: 'warn', time: expect.any(String), msg: 'request did not succeed', httpStatus: 500 },
      { level: 'error', time: expect.any(String), msg: 'it broke' },
    ]);
  });

  it('writes debug lines only where they are asked for', () => {
    const quiet = open('info');
    quiet.log.debug('request');
    expect(quiet.read()).toBe('');
    const talkative = open('debug');
    talkative.log.debug('request');
    expect(talkative.read()).toContain('"request"');
  });

  describe('never writes the key', () => {
    it.each([
      ['a plain one', 'secret-key-1'],
      ['one that a URL writes otherwise', 'sk/+=&%?#é'],
      ['one of quotes and backslashes, which JSON writes otherwise', 'sk"live\\1'],
      ['one that ends a base64 group', 'abcd'],
      ['one that is also a pattern', 'sk.*$1'],
    ])('%s', (_name, key) => {
      const { log, read } = open('debug', key);
      const basic = Buffer.from(`${key}:`).toString('base64');
      log.info(`event ${key}`, {
        key,
        url: `https://x.example/?key=${encodeURIComponent(key)}`,
        header: `Basic ${basic}`,
        deep: [{ message: `it said "${key}"` }],
        [key]: 'as a name',
      });
      const text = read();
      // As the file holds it, and as a reader of its JSON sees it.
      for (const seen of [text, String(Object.entries(JSON.parse(text) as object))]) {
        expect(seen).not.toContain(key);
        expect(seen).not.toContain(JSON.stringify(key).slice(1, -1));
        expect(seen).not.toContain(basic);
        expect(seen).not.toContain(encodeURIComponent(key));
      }
      expect((JSON.parse(text) as Record<string, unknown>)['key']).not.toBe(key);
    });

    it('not even where it is handed over whole', () => {
      const { log, read } = open('debug', 'secret-key-1');
      log.info('settings', { apiKey: new Secret('secret-key-1') });
      expect(read()).not.toContain('secret-key-1');
    });
  });
});
