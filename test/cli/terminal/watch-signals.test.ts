import { afterEach, describe, expect, it, vi } from 'vitest';
import { watchSignals } from '../../../src/cli/terminal/watch-signals.ts';
import { exitCodeOf } from '../../../src/run/job/exit-code.ts';

type Name = 'SIGINT' | 'SIGTERM' | 'SIGHUP' | 'SIGBREAK';

afterEach(() => {
  vi.restoreAllMocks();
});

/** Watches, and gives what only this watch added to the process: nobody else is to hear a signal of these tests. */
function watch({ onSecond }: { readonly onSecond?: () => never } = {}) {
  const before = (name: Name) => new Set(process.listeners(name));
  const known = {
    SIGINT: before('SIGINT'),
    SIGTERM: before('SIGTERM'),
    SIGHUP: before('SIGHUP'),
    SIGBREAK: before('SIGBREAK'),
  };
  const heard: string[] = [];
  const watching = watchSignals({
    onFirst: (name) => heard.push(name),
    onSecond: onSecond ?? ((name) => heard.push(`${name} again`)),
  });
  const added = (name: Name) => process.listeners(name).filter((listener) => !known[name].has(listener));
  return {
    ...watching,
    heard,
    added,
    send: (name: Name) => {
      for (const listener of added(name)) listener(name);
    },
  };
}

describe('watchSignals', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
    ['SIGBREAK', 130],
  ] as const)('turns the first %s into an orderly end', (name, code) => {
    const { signal, send, heard, stop } = watch();
    const exit = vi.spyOn(process, 'exit').mockImplementation(() => undefined as never);
    send(name);
    stop();
    expect(signal.aborted).toBe(true);
    expect(exitCodeOf(signal.reason)).toBe(code);
    expect(heard).toEqual([name]);
    expect(exit).not.toHaveBeenCalled();
  });

  it.each([
    ['SIGINT', 'SIGINT', 130],
    ['SIGINT', 'SIGTERM', 143],
    ['SIGTERM', 'SIGINT', 130],
    ['SIGBREAK', 'SIGBREAK', 130],
  ] as const)('ends at once with the second: %s, then %s', (first, second, code) => {
    const { send, heard, stop } = watch();
    const exit = vi.spyOn(process, 'exit').mockImplementation(() => {
      heard.push('left');
      throw new Error('left');
    });
    send(first);
    expect(() => send(second)).toThrow('left');
    stop();
    expect(exit).toHaveBeenCalledExactlyOnceWith(code);
    expect(heard).toEqual([first, `${second} again`, 'left']);
  });

  it.each(['SIGHUP', 'SIGINT', 'SIGTERM'] as const)('goes on in order after %s, then SIGHUP', (first) => {
    const { signal, send, heard, stop } = watch();
    const exit = vi.spyOn(process, 'exit').mockImplementation(() => undefined as never);
    send(first);
    send('SIGHUP');
    stop();
    expect(exit).not.toHaveBeenCalled();
    expect(heard).toEqual([first]);
    expect(signal.reason).toMatchObject({ signal: first });
  });

  it('ends with the second also where nothing can be said any more', () => {
    const { send, stop } = watch({
      onSecond: () => {
        throw new Error('gone');
      },
    });
    const exit = vi.spyOn(process, 'exit').mockImplementation(() => {
      throw new Error('left');
    });
    send('SIGINT');
    expect(() => send('SIGINT')).toThrow('left');
    stop();
    expect(exit).toHaveBeenCalledExactlyOnceWith(130);
  });

  it('leaves nothing behind', () => {
    const { added, stop } = watch();
    expect(added('SIGINT')).toHaveLength(1);
    stop();
    expect([added('SIGINT'), added('SIGTERM'), added('SIGHUP'), added('SIGBREAK')]).toEqual([[], [], [], []]);
  });
});
