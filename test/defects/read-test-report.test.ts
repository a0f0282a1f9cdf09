import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { tempFolder } from '../support/temp-folder.ts';
import { judgeCheck } from './judge-check.ts';
import { readTestReport } from './read-test-report.ts';

it('judges checks by what a whole test run said', () => {
  const folder = tempFolder();
  const path = join(folder, 'report.json');
  const test = (fullName: string, status: string) => ({ fullName, status, failureMessages: [] });
  const tests = [test('scan finds all', 'passed'), test('scan ends', 'skipped')];
  const testResults = [{ name: join(folder, 'test', 'scan.test.ts'), message: '', assertionResults: tests }];
  writeFileSync(path, JSON.stringify({ testResults }));
  const report = readTestReport(path, folder);
  const kindOf = (file: string, name: string) => judgeCheck({ file, name }, report).kind;
  expect(kindOf('test/scan.test.ts', 'finds all')).toBe('passes');
  expect(kindOf('test/scan.test.ts', 'ends')).toBe('broken');
  expect(kindOf('test/scan.test.ts', 'goes on')).toBe('broken');
  expect(kindOf('test/other.test.ts', 'finds all')).toBe('broken');
});
