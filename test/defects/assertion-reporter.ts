import { writeFileSync } from 'node:fs';
import process from 'node:process';
import type { Reporter, TestModule } from 'vitest/node';
import type { TestReport } from './judge-check.ts';

/** Names the file that the report goes to. */
export const REPORT_VARIABLE = 'DEFECTS_REPORT';

/** Tells failing by an assertion from failing by anything else, which the reporters of vitest don't. */
export default class AssertionReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    writeFileSync(process.env[REPORT_VARIABLE] ?? '', JSON.stringify(toReport(modules)));
  }
}

function toReport(modules: readonly TestModule[]): TestReport {
  return modules.map((module) => ({
    file: module.relativeModuleId,
    errors: module.errors().map(({ message }) => message),
    tests: [...module.children.allTests()].map((test) => {
      const { state, errors = [] } = test.result();
      const name = test.fullName.replaceAll(' > ', ' ');
      return {
        name,
        state,
        errors: errors.map((error) => ({ name: error.name ?? '', message: error.message })),
      };
    }),
  }));
}
