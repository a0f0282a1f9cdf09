import { Ajv } from 'ajv';
import { parseToObject } from 'hcl2-parser';
import { describe, expect, it } from 'vitest';
import { readPage } from '../support/pages.ts';

const { text } = readPage('examples/nomad/prices.nomad.hcl');

const TEXT = { type: 'string', minLength: 1 };
const COUNT = { type: 'integer', minimum: 0 };
const YES_OR_NO = { type: 'boolean' };
const TIME = { type: 'string', pattern: '^\\d+[smh]$' };
const PATH = { type: 'string', pattern: '^(/|\\$\\{NOMAD_[A-Z_]+\\}/)' };

function object(required: readonly string[], properties: Readonly<Record<string, object>>): object {
  return { type: 'object', additionalProperties: false, required, properties };
}

/** A block that is there once: the parser makes a list of what may be repeated. */
function block(required: readonly string[], properties: Readonly<Record<string, object>>): object {
  return { type: 'array', minItems: 1, maxItems: 1, items: object(required, properties) };
}

/** A block with a label. */
function labelled(body: object): object {
  return { type: 'object', minProperties: 1, maxProperties: 1, additionalProperties: body };
}

function list(items: object): object {
  return { type: 'array', minItems: 1, items };
}

const TASK = block(['driver', 'config', 'user', 'env', 'template', 'volume_mount', 'resources'], {
  driver: { const: 'docker' },
  config: block(['image', 'args', 'readonly_rootfs', 'cap_drop'], {
    image: TEXT,
    args: list(TEXT),
    work_dir: PATH,
    readonly_rootfs: { const: true },
    cap_drop: { const: ['all'] },
  }),
  user: { const: '65532:65532' },
  env: list({ type: 'object', propertyNames: { pattern: '^[A-Z_]+$' }, additionalProperties: TEXT }),
  template: block(['data', 'destination', 'uid', 'gid', 'perms'], {
    data: TEXT,
    destination: PATH,
    uid: COUNT,
    gid: COUNT,
    perms: { const: '0400' },
    change_mode: { enum: ['noop', 'restart', 'signal', 'script'] },
  }),
  volume_mount: block(['volume', 'destination'], { volume: TEXT, destination: PATH, read_only: YES_OR_NO }),
  kill_signal: { const: 'SIGTERM' },
  kill_timeout: TIME,
  resources: block(['cpu', 'memory'], { cpu: COUNT, memory: COUNT }),
});

/**
 * The parts of a job that the example has.
 *
 * Source: the tags of `api/jobs.go`, `api/tasks.go` and `drivers/docker/config.go` in Nomad 2.0.
 */
const JOB = block(['type', 'periodic', 'group'], {
  type: { const: 'batch' },
  periodic: block(['crons', 'prohibit_overlap'], {
    crons: list({ type: 'string', pattern: '^(\\S+ ){4}\\S+$' }),
    time_zone: TEXT,
    prohibit_overlap: { const: true },
  }),
  group: labelled(
    block(['volume', 'restart', 'reschedule', 'task'], {
      volume: labelled(
        block(['type', 'source'], { type: { enum: ['host', 'csi'] }, source: TEXT, read_only: YES_OR_NO }),
      ),
      restart: block(['attempts', 'delay', 'interval', 'mode'], {
        attempts: COUNT,
        delay: TIME,
        interval: TIME,
        mode: { enum: ['fail', 'delay'] },
      }),
      reschedule: block(['attempts', 'unlimited'], { attempts: COUNT, unlimited: YES_OR_NO }),
      task: labelled(TASK),
    }),
  ),
});

const validate = new Ajv({ strict: true, strictTypes: false, strictRequired: false }).compile(
  object(['job'], { job: labelled(JOB) }),
);

/** What is wrong with a job, by the parser of HashiCorp, else by its parts. */
function findFaults(job: string): readonly string[] {
  const [parsed, error] = parseToObject(job);
  if (error !== null) return ['it is not HCL'];
  return validate(parsed)
    ? []
    : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

describe('the example for Nomad', () => {
  it('is HCL, with the blocks and arguments of a job', () => {
    expect(findFaults(text)).toEqual([]);
  });

  it.each([
    ['a block that is never closed', '    reschedule {', '    reschedule {{'],
    ['an argument of another block', 'prohibit_overlap = true', 'prohibit_overlaps = true'],
    ['a text in the place of a number', 'memory = 512', 'memory = "512 MB"'],
    ['a block in the place of an argument', 'driver = "docker"', 'driver { name = "docker" }'],
    ['a time without its unit', 'delay    = "15m"', 'delay    = "15"'],
  ])('would be refused with %s', (_, found, put) => {
    expect(text).toContain(found);
    expect(findFaults(text.replace(found, put))).not.toEqual([]);
  });

  it('takes 3 for a success, gives up within its interval, and mounts the volume of its group', () => {
    const [job] = parseToObject(text);
    const restart = find(job, 'restart');
    // Source: the restart block in Nomad's job specification.
    const waits = Number(find(restart, 'attempts')) * secondsOf(find(restart, 'delay'));
    expect(waits).toBeLessThan(secondsOf(find(restart, 'interval')));
    expect(secondsOf(find(job, 'kill_timeout'))).toBe(120);
    expect(find(find(job, 'config'), 'args')).toContain('--attention=ok');
    const volumes = Object.keys(find(job, 'volume') ?? {});
    expect(volumes).toEqual([find(find(job, 'volume_mount'), 'volume')]);
  });
});

/** What has this name in a tree, the least deep first. */
function find(tree: unknown, name: string): unknown {
  const level = [tree];
  for (const item of level) {
    if (typeof item !== 'object' || item === null) continue;
    if (Object.hasOwn(item, name)) return Reflect.get(item, name);
    level.push(...Object.values(item));
  }
  return undefined;
}

function secondsOf(time: unknown): number {
  const [, number, unit] = /^(\d+)([smh])$/.exec(String(time)) ?? [];
  return Number(number) * ({ s: 1, m: 60, h: 3600 }[String(unit)] ?? Number.NaN);
}
