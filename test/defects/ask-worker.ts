import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import process from 'node:process';
import type { Answer, Question } from './check-worker.ts';
import { copyAgain, removeCopy } from './copy-project.ts';

/** A defect may make a test or a command run forever. Beside other suites the simulation takes minutes. */
const MAX_MS = 900_000;

const WORKER = join(import.meta.dirname, 'check-worker.ts');
const MAX_OUTPUT = 500;

export interface Worker {
  ask(question: Question): Promise<Answer>;
  close(): void;
}

interface Started {
  readonly child: ChildProcess;
  readonly copy: string;
  output(): string;
}

const running = new Set<Started>();

/** A process that answers one question at a time. It is replaced, and its copy with it, where it hangs, dies, or leaves files behind. */
export function openWorker(clean: string): Worker {
  let started: Promise<Started> | undefined;

  async function ask(question: Question): Promise<Answer> {
    started ??= start(clean);
    const worker = await started;
    const answer = await waitForAnswer(worker, question);
    if (!answer.isClean) close();
    return answer;
  }

  function close(): void {
    void started?.then(stop);
    started = undefined;
  }

  return { ask, close };
}

async function start(clean: string): Promise<Started> {
  const copy = copyAgain(clean);
  // Its own group, so that what it starts can be killed with it. Regular expressions need the advanced serialization.
  const child = fork(WORKER, [copy, clean], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: true,
    serialization: 'advanced',
  });
  let output = '';
  const keepEnd = (chunk: Buffer) => {
    output = `${output}${chunk}`.slice(-MAX_OUTPUT);
  };
  child.stdout?.on('data', keepEnd);
  child.stderr?.on('data', keepEnd);
  const started = { child, copy, output: () => output.trim() };
  running.add(started);
  const [message] = await Promise.race([once(child, 'message'), once(child, 'exit')]);
  if (message !== 'ready') throw new Error(`Cannot start a worker for defects: ${started.output()}`);
  return started;
}

function waitForAnswer({ child, output }: Started, question: Question): Promise<Answer> {
  return new Promise((resolve) => {
    const end = (answer: Answer) => {
      clearTimeout(timer);
      child.off('message', end).off('exit', giveUp);
      resolve(answer);
    };
    const giveUp = () => {
      const why = `the tests did not come to an end: ${output()}`;
      end({ verdicts: question.checks.map(() => ({ kind: 'broken', why })), isClean: false });
    };
    const timer = setTimeout(giveUp, MAX_MS);
    child.once('message', end).once('exit', giveUp);
    child.send(question);
  });
}

function stop(started: Started): void {
  running.delete(started);
  killGroup(started.child.pid);
  removeCopy(started.copy);
}

function killGroup(pid = 0): void {
  try {
    if (pid > 0) process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}

/** Kills all workers and what they have started. */
export function stopWorkers(): void {
  for (const started of running) stop(started);
}

/** Hands items to workers as each becomes free. */
export async function askAll<T, R>(
  items: readonly T[],
  workers: readonly Worker[],
  ask: (item: T, worker: Worker) => Promise<R>,
): Promise<readonly R[]> {
  const queue = items.values();
  const results: R[] = [];
  await Promise.all(
    workers.map(async (worker) => {
      for (const item of queue) results.push(await ask(item, worker));
    }),
  );
  return results;
}
