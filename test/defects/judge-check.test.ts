import { describe, expect, it } from 'vitest';
import { judgeCheck, type TestReport } from './judge-check.ts';

const file = 'test/run/undo.test.ts';
const check = { file, name: 'gives back' };

type State = TestReport[number]['tests'][number]['state'];

/** A report of one file with tests as `[name, state, name of the error, message of the error]`. */
function report(...tests: readonly (readonly [string, State, string?, string?])[]): TestReport {
  return [
    {
      file,
      errors: [],
      tests: tests.map(([name, state, error, message = 'x']) => ({
        name,
        state,
        errors: error === undefined ? [] : [{ name: error, message }],
      })),
    },
  ];
}

const unreadable: TestReport = [
  { file, errors: ['Transform failed with 1 error:\nUnexpected token'], tests: [] },
];

describe('judgeCheck', () => {
  it.each<readonly [string, TestReport, object]>([
    ['all pass', report(['undo gives back', 'passed'], ['undo gives back nulls', 'passed']), passes()],
    ['others were not asked', report(['undo gives back', 'passed'], ['undo a', 'skipped']), passes()],
    ['others fail', report(['undo gives back', 'passed'], ['undo a', 'failed', 'AssertionError']), passes()],
    ['one fails', report(['gives back', 'passed'], ['gives back b', 'failed', 'AssertionError']), fails()],
    ['a property fails', report(['gives back', 'failed', 'Error', 'Property failed after 1 tests']), fails()],
    [
      'the code throws',
      report(['gives back', 'failed', 'TypeError']),
      broken('by no assertion: TypeError: x'),
    ],
    ['time runs out', report(['gives back', 'failed', 'Error', 'Test timed out']), broken('Test timed out')],
    ['it is skipped', report(['undo gives back', 'skipped']), broken('skipped')],
    ['one is skipped', report(['gives back', 'passed'], ['gives back b', 'skipped']), broken('skipped')],
    ['no test is called so', report(['undo a', 'passed']), broken('no test has this name')],
    ['there is no such file', [], broken('no such test file')],
    ['the file does not load', unreadable, broken('can’t be run: Transform failed with 1 error:')],
  ])('%s', (_name, said, expected) => {
    expect(judgeCheck(check, said)).toEqual(expected);
  });
});

function passes(): object {
  return { kind: 'passes' };
}

function fails(): object {
  return { kind: 'fails' };
}

function broken(why: string): object {
  return { kind: 'broken', why: expect.stringContaining(why) };
}
