import { readFileSync } from 'node:fs';
import { median } from './measure.ts';

/** Processor time beside wall time: on a machine that others use too, it is the steadier of the two. */
export interface CpuLog {
  add(name: string, ms: number): void;
  /** A note for below the table, of `ours` beside the others; none without both. */
  tell(): readonly string[];
}

export function createCpuLog(): CpuLog {
  const seen = new Map<string, number[]>();
  return {
    add: (name, ms) => {
      const values = seen.get(name) ?? [];
      if (!Number.isNaN(ms)) seen.set(name, [...values, ms]);
    },
    tell: () => {
      const ours = seen.get('ours');
      const others = [...seen].filter(([name]) => name !== 'ours');
      if (ours === undefined || others.length === 0) return [];
      const told = others.map(([name, values]) => {
        const ratio = median(ours) / median(values);
        return `${name} ${show(values)} (ratio ${ratio.toFixed(2)})`;
      });
      return [`processor time, user and system: ours ${show(ours)}, ${told.join(', ')}`];
    },
  };
}

function show(values: readonly number[]): string {
  return `${Math.round(median(values)).toLocaleString('en-GB')} ms`;
}

const MS_PER_TICK = 10;

/**
 * Processor time of all processes that this one started and that have ended, in steps of 10 ms; NaN where there is no
 * /proc. Source: proc(5), `cutime` and `cstime`.
 */
export function cpuMsOfChildren(): number {
  try {
    // The name of the program, in brackets, may hold anything; the numbers behind it begin with the third.
    const fields = readFileSync('/proc/self/stat', 'latin1')
      .replace(/^.*\) /s, '')
      .split(' ');
    return (Number(fields[13]) + Number(fields[14])) * MS_PER_TICK;
  } catch {
    return Number.NaN;
  }
}
