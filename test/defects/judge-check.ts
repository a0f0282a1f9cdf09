import type { TestCheck } from './defect.ts';

/** `fails` is by an assertion; whatever else keeps a check from passing is `broken`, and proves nothing. */
export type Verdict =
  | { readonly kind: 'passes' }
  | { readonly kind: 'fails' }
  | { readonly kind: 'broken'; readonly why: string };

/** What became of the tests of some files. */
export type TestReport = readonly FileReport[];

export interface FileReport {
  /** From the root of the project. */
  readonly file: string;
  /** What kept the file as a whole from being run. */
  readonly errors: readonly string[];
  readonly tests: readonly TestResult[];
}

interface TestResult {
  /** With the names of what it stands in, a blank between each. */
  readonly name: string;
  readonly state: 'passed' | 'failed' | 'skipped' | 'pending';
  readonly errors: readonly { readonly name: string; readonly message: string }[];
}

/** What a test run says of one check. */
export function judgeCheck({ file, name }: TestCheck, report: TestReport): Verdict {
  const found = report.find((candidate) => candidate.file === file);
  if (!found) return broken('there is no such test file');
  if (found.tests.length === 0)
    return broken(`the file can’t be run: ${firstLine(found.errors[0] ?? 'no tests in it')}`);
  const tests = found.tests.filter((test) => test.name.includes(name));
  if (tests.length === 0) return broken('no test has this name');
  const failed = tests.filter(({ state }) => state === 'failed');
  const errors = failed.flatMap((test) => test.errors);
  if (errors.some(isAssertion)) return { kind: 'fails' };
  if (failed.length > 0)
    return broken(`it fails by no assertion: ${errors[0]?.name}: ${firstLine(errors[0]?.message ?? '')}`);
  return tests.every(({ state }) => state === 'passed')
    ? { kind: 'passes' }
    : broken('it was skipped, or is yet to be written');
}

function broken(why: string): Verdict {
  return { kind: 'broken', why };
}

/** Properties of fast-check wrap the assertion that did not hold. */
function isAssertion({ name, message }: TestResult['errors'][number]): boolean {
  return name === 'AssertionError' || message.startsWith('Property failed after ');
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}
