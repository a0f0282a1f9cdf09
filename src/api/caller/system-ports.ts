import * as systemDisk from 'node:fs';
import type { RunPorts } from '../../run/job/run.ts';
import { systemProbes } from '../../run/lock/system-probes.ts';
import { openTransport } from '../../service/transport.ts';
import type { Caller } from './caller.ts';
import { lockFolderOf, systemClock } from './machine.ts';

/** The world outside of a run as it is: this machine's clock, disk and network. */
export function systemPorts({ cwd, env }: Pick<Caller, 'cwd' | 'env'>, signal: AbortSignal): RunPorts {
  return {
    clock: systemClock,
    random: Math.random,
    disk: systemDisk,
    openTransport,
    cwd,
    signal,
    locks: { folder: lockFolderOf(env), probes: systemProbes() },
  };
}
