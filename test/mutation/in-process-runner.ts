import { register as registerHooks } from 'node:module';
import { basename, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { INSTRUMENTER_CONSTANTS, type InstrumenterContext } from '@stryker-mutator/api/core';
import { declareFactoryPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import {
  type CompleteDryRunResult,
  DryRunStatus,
  determineHitLimitReached,
  type MutantRunOptions,
  type MutantRunResult,
  type TestResult,
  type TestRunner,
  TestStatus,
  toMutantRunResult,
} from '@stryker-mutator/api/test-runner';
import fc from 'fast-check';
import { type RegisteredTest, register, takeFinishing } from './vitest-in-process.ts';

/** Environment variable with the tests of the room: `{ files, leftOut }` as JSON. */
export const TESTS_VARIABLE = 'MUTATION_TESTS';

/** A test that has waited for so long waits for what a mistake keeps from coming: no test here waits for a time. */
const MAX_IDLE_MS = 1000;

const IN_PROCESS = new URL('./vitest-in-process.ts', import.meta.url).href;

/**
 * Has the tests import what is here in the place of vitest, and gives what is loaded under a number modules of its own: a module that was loaded
 * while a mistake was planted in it is loaded for that mistake alone.
 */
const HOOKS = `
const inProcess = ${JSON.stringify(IN_PROCESS)};
export async function resolve(name, context, next) {
  if (name === 'vitest' && context.parentURL !== inProcess) return { url: inProcess, shortCircuit: true };
  const found = await next(name, context);
  const [load] = /[?]load=[0-9]+$/.exec(context.parentURL ?? '') ?? [];
  const isOurs = found.url.startsWith('file:') && !found.url.includes('/node_modules/') && found.url !== inProcess;
  return load && isOurs ? { ...found, url: found.url + load } : found;
}`;

interface IdentifiedTest extends RegisteredTest {
  readonly id: string;
}

/** Runs tests in this process, which Stryker starts: once to see what each of them reaches, then those that reach a mistake. */
class InProcessRunner implements TestRunner {
  readonly #planted: InstrumenterContext;
  /** Of modules that were loaded without a mistake. */
  #tests: readonly IdentifiedTest[] | undefined;
  #loads = 0;
  readonly #room: { readonly files: readonly string[]; readonly leftOut: readonly string[] };
  /** Once a test was given up, what it left behind may fail while another one runs. */
  #hasGivenUp = false;
  #stray: unknown;

  constructor() {
    this.#room = JSON.parse(process.env[TESTS_VARIABLE] ?? '');
    const scope = globalThis as unknown as Record<string, InstrumenterContext | undefined>;
    this.#planted = scope[INSTRUMENTER_CONSTANTS.NAMESPACE] ??= {};
  }

  /** A mistake in what a module does while it is loaded has it loaded again. */
  capabilities() {
    return { reloadEnvironment: true };
  }

  async init() {
    registerHooks(`data:text/javascript,${encodeURIComponent(HOOKS)}`);
    for (const event of ['uncaughtException', 'unhandledRejection']) {
      process.on(event, (error: unknown) => {
        this.#stray ??= error;
      });
    }
  }

  async dryRun(): Promise<CompleteDryRunResult> {
    const results: TestResult[] = [];
    for (const test of await this.#loadAll()) {
      this.#planted.currentTestId = test.id;
      results.push(await this.#run(test, Number.POSITIVE_INFINITY));
      delete this.#planted.currentTestId;
    }
    const { mutantCoverage } = this.#planted;
    return {
      status: DryRunStatus.Complete,
      tests: results,
      ...(mutantCoverage && { mutantCoverage }),
    };
  }

  async mutantRun(options: MutantRunOptions): Promise<MutantRunResult> {
    const { activeMutant, hitLimit } = options;
    delete this.#planted.activeMutant;
    if (options.mutantActivation === 'runtime') await this.#loadAll();
    this.#planted.hitCount = 0;
    if (hitLimit !== undefined) this.#planted.hitLimit = hitLimit;
    this.#planted.activeMutant = activeMutant.id;
    const results: TestResult[] = [];
    for await (const test of this.#testsFor(options)) {
      const result = await this.#run(test, MAX_IDLE_MS);
      results.push(result);
      if (result.status === TestStatus.Failed) break;
    }
    const endless = determineHitLimitReached(this.#planted.hitCount, hitLimit);
    return toMutantRunResult(endless ?? { status: DryRunStatus.Complete, tests: results });
  }

  async #loadAll(): Promise<readonly IdentifiedTest[]> {
    if (this.#tests) return this.#tests;
    const tests: IdentifiedTest[] = [];
    for (const file of this.#room.files) tests.push(...(await this.#load(file, 0)));
    this.#tests = tests;
    return tests;
  }

  /** Those that reach the mistake; or all, loaded with it, those of the same name first. */
  async *#testsFor({ activeMutant, testFilter, mutantActivation }: MutantRunOptions) {
    if (mutantActivation === 'runtime') {
      const asked = testFilter && new Set(testFilter);
      for (const test of await this.#loadAll()) if (!asked || asked.has(test.id)) yield test;
      return;
    }
    const own = `/${basename(activeMutant.fileName, '.ts')}.test.ts`;
    const files = this.#room.files.toSorted((a, b) => Number(b.endsWith(own)) - Number(a.endsWith(own)));
    const load = ++this.#loads;
    for (const file of files) yield* await this.#load(file, load).catch(toFailedLoad);
  }

  async #load(file: string, load: number): Promise<readonly IdentifiedTest[]> {
    const from = (path: string) => import(`${pathToFileURL(resolve(path)).href}?load=${load}`);
    await from('test/support/set-runs.ts');
    // The same cases each time: a score that changes by chance can't be compared with anything.
    fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 1 });
    const registered = await register(resolve(file), () => from(file));
    return registered
      .map((test, index) => ({ ...test, id: `${file}#${index} ${test.name}` }))
      .filter(({ name }) => !this.#room.leftOut.some((part) => name.includes(part)));
  }

  async #run({ id, name, file, before, body }: IdentifiedTest, maxIdleMs: number): Promise<TestResult> {
    const began = performance.now();
    this.#stray = undefined;
    const errors: unknown[] = [];
    const attempt = async (step: () => unknown) => {
      try {
        await step();
      } catch (error) {
        errors.push(error);
      }
    };
    await attempt(() =>
      this.#unlessStuck(async () => {
        for (const hook of before) await hook();
        await body();
      }, maxIdleMs),
    );
    for (const hook of takeFinishing()) await attempt(hook);
    if (this.#stray !== undefined && !this.#hasGivenUp) errors.push(this.#stray);
    const result = { id, name, fileName: file, timeSpentMs: performance.now() - began };
    return errors.length === 0
      ? { ...result, status: TestStatus.Success }
      : { ...result, status: TestStatus.Failed, failureMessage: describeError(errors[0]) };
  }

  /** Time in which this process had work to do but no turn of the processor is not counted. */
  async #unlessStuck(step: () => Promise<void>, maxIdleMs: number): Promise<void> {
    const { idle } = performance.eventLoopUtilization();
    let timer: NodeJS.Timeout | undefined;
    const stuck = new Promise<never>((_, reject) => {
      timer = setInterval(() => {
        if (performance.eventLoopUtilization().idle - idle < maxIdleMs) return;
        this.#hasGivenUp = true;
        reject(new Error('The test waits for what does not come'));
      }, 100);
    });
    try {
      await Promise.race([step(), stuck]);
    } finally {
      clearInterval(timer);
    }
  }
}

/** Where a module can't be loaded, no test can pass. */
function toFailedLoad(error: unknown): readonly IdentifiedTest[] {
  const body = () => {
    throw error;
  };
  return [{ id: 'load', name: 'load', file: 'load', before: [], body }];
}

function describeError(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function createRunner() {
  return new InProcessRunner();
}
createRunner.inject = [] as const;

export const strykerPlugins = [declareFactoryPlugin(PluginKind.TestRunner, 'in-process', createRunner)];
