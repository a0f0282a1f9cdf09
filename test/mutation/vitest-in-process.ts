/**
 * What the tests of the rooms use of vitest: they are registered once and can then be run repeatedly in one process, which is what makes thousands of
 * mistakes affordable. A run of vitest for each would take a second and a half.
 */
import { format } from 'node:util';

type Body = () => unknown;

export interface RegisteredTest {
  readonly file: string;
  readonly name: string;
  readonly body: Body;
  /** From the outermost block to that of the test. */
  readonly before: readonly Body[];
}

interface Block {
  readonly name: string;
  readonly before: Body[];
  readonly outer: Block | undefined;
  readonly isSkipped: boolean;
}

type Define = (name: string | Named, ...rest: readonly unknown[]) => void;
type Named = (...args: never) => unknown;

// `expect` asks the worker of vitest for its state while it is loaded; there is none here.
Object.assign(globalThis, { __vitest_worker__: { config: {}, environment: {}, providedContext: {} } });
export const { expect, vi } = await import('vitest');

let tests: RegisteredTest[] = [];
let finishing: Body[] = [];
let file = '';
const OUTERMOST: Block = { name: '', before: [], outer: undefined, isSkipped: false };
let block = OUTERMOST;

/** The tests of a file. */
export async function register(
  path: string,
  load: () => Promise<unknown>,
): Promise<readonly RegisteredTest[]> {
  file = path;
  tests = [];
  block = OUTERMOST;
  await load();
  return tests;
}

/** What the test that ran last has asked for when it is finished, last request first. */
export function takeFinishing(): readonly Body[] {
  const asked = finishing;
  finishing = [];
  return asked.toReversed();
}

export const describe = chain((isSkipped) => (name, ...rest) => {
  const outer = block;
  block = {
    name: `${outer.name}${textOf(name)} `,
    before: [],
    outer,
    isSkipped: isSkipped || outer.isSkipped,
  };
  bodyIn(rest)();
  block = outer;
});

export const it = chain((isSkipped) => (name, ...rest) => {
  if (isSkipped || block.isSkipped) return;
  const blocks: Block[] = [];
  for (let at: Block | undefined = block; at; at = at.outer) blocks.unshift(at);
  const before = blocks.flatMap((each) => each.before);
  tests.push({ file, name: `${block.name}${textOf(name)}`, body: bodyIn(rest), before });
});

export function beforeEach(body: Body): void {
  block.before.push(body);
}

export function onTestFinished(body: Body): void {
  finishing.push(body);
}

function chain(toDefine: (isSkipped: boolean) => Define) {
  const define = withEach(toDefine(false));
  const skip = withEach(toDefine(true));
  return Object.assign(define, {
    skip,
    skipIf: (is: unknown) => (is ? skip : define),
    runIf: (is: unknown) => (is ? define : skip),
  });
}

function withEach(define: Define) {
  const each =
    (table: readonly unknown[]): Define =>
    (name, ...rest) => {
      const body = bodyIn(rest) as (...args: readonly unknown[]) => unknown;
      const isSpread = table.every(Array.isArray);
      for (const row of table) {
        const args = isSpread ? (row as readonly unknown[]) : [row];
        define(fill(textOf(name), args), () => body(...args));
      }
    };
  return Object.assign((...[name, ...rest]: Parameters<Define>) => define(name, ...rest), { each });
}

/** Two tests may get the same name here: their numbers distinguish them. */
function fill(name: string, args: readonly unknown[]): string {
  let at = 0;
  return name.replaceAll(/%[sdijoO]/g, (mark) => format(mark, args[at++]));
}

function textOf(name: string | Named): string {
  return typeof name === 'string' ? name : name.name;
}

function bodyIn(rest: readonly unknown[]): Body {
  const body = rest.find((part) => typeof part === 'function');
  if (!body) throw new Error('There is nothing to run');
  return body as Body;
}
