import { readFileSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { z } from 'zod';
import type { TestReport } from './judge-check.ts';

const schema = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      message: z.string(),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.enum(['passed', 'failed', 'skipped', 'pending', 'todo', 'disabled']),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
});

/** Reads what vitest's JSON reporter wrote of a run in the project at `root`. */
export function readTestReport(path: string, root: string): TestReport {
  const { testResults } = schema.parse(JSON.parse(readFileSync(path, 'utf8')));
  return testResults.map(({ name, message, assertionResults }) => ({
    file: relative(root, name).split(sep).join('/'),
    errors: message === '' ? [] : [message],
    tests: assertionResults.map(({ fullName, status, failureMessages }) => ({
      name: fullName,
      state: status === 'todo' || status === 'disabled' ? 'skipped' : status,
      errors: (failureMessages ?? []).map((text) => ({ name: '', message: text })),
    })),
  }));
}
