import { spawnSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { ROOT, readPage } from '../support/pages.ts';
import { tempFolder } from '../support/temp-folder.ts';

/** What an engine has to do with each exit code: see docs/engines.md, "Exit codes, for engines". */
const ACTIONS = {
  0: 'done',
  1: 'again',
  2: 'person',
  3: 'done',
  4: 'person',
  5: 'person',
  6: 'again',
  7: 'again',
  129: 'again',
  130: 'again',
  143: 'again',
} as const;

const HAS_PYTHON = spawnSync('python3', ['--version']).status === 0;

const SUMMARY = '{"counts": {"outcomes": 3, "attention": 1, "by_status": {"updated": 2, "invalid": 1}}}';

/** Has Python run the example once for each exit code. */
const SCRIPT = `import sys
sys.dont_write_bytecode = True
engines, engine, example, folder, *codes = sys.argv[1:]
sys.path.insert(0, engines)
like = __import__(f"like_{engine}")
for code in codes:
    open(f"{folder}/code", "w").write(code)
    print("judged:", code, like.judge(example, folder))
`;

/** Runs an example on a small copy of its engine, with a program in the place of ours that ends with these codes. */
function judgeAll(engine: string): Readonly<Record<string, string>> {
  const folder = tempFolder();
  const program = join(folder, 'pricesheet');
  writeFileSync(
    program,
    `#!/bin/sh\n[ "$1 $2" = "sync costs.csv" ] || exit 99\necho '${SUMMARY}'\nexit "$(cat code)"\n`,
  );
  chmodSync(program, 0o755);
  const places = [
    join(import.meta.dirname, 'engines'),
    engine,
    join(ROOT, `examples/${engine}/prices.py`),
    folder,
  ];
  // An example runs the program in its own folder, which is `folder` here, or else where the engine would start it.
  const { stdout, stderr } = spawnSync('python3', ['-c', SCRIPT, ...places, ...Object.keys(ACTIONS)], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: `${folder}:${process.env['PATH']}` },
  });
  const judged = [...stdout.matchAll(/^judged: (\d+) (\w+)$/gm)].map(([, code = '', action = '']) => [
    code,
    action,
  ]);
  return judged.length > 0 ? Object.fromEntries(judged) : { stderr };
}

describe.skipIf(!HAS_PYTHON)('the examples in Python, if it is installed', () => {
  it.each(['airflow', 'dagster', 'temporal'])(
    '%s runs again what may end better, and nothing else',
    (engine) => {
      expect(judgeAll(engine)).toEqual(ACTIONS);
    },
  );
});

const BATCH_FILES = ['job-definition.json', 'array-job-definition.json'];

function readDefinition(name: string) {
  return JSON.parse(readPage(`examples/aws-batch/${name}`).text);
}

describe.each(BATCH_FILES)('the example for AWS Batch, %s', (name) => {
  const { retryStrategy, containerProperties } = readDefinition(name);

  /** Source: "EvaluateOnExit" in the API reference of AWS Batch: a glob pattern for the decimal exit code; the first match decides. */
  function judgeExit(code: number): string {
    if (code === 0) return 'done';
    const fits = (pattern: string | undefined, text: string) =>
      pattern === undefined ||
      (pattern.endsWith('*') ? text.startsWith(pattern.slice(0, -1)) : text === pattern);
    for (const { onExitCode, onReason, action } of retryStrategy.evaluateOnExit)
      if (fits(onExitCode, String(code)) && fits(onReason, 'Essential container in task exited'))
        return action === 'EXIT' ? 'person' : 'again';
    return 'again';
  }

  it('runs again what may end better, and nothing else', () => {
    expect(retryStrategy.evaluateOnExit.length).toBeLessThanOrEqual(5);
    expect(retryStrategy.attempts).toBeGreaterThan(1);
    // `--attention ok` makes it a 0.
    for (const [code, action] of Object.entries(ACTIONS))
      if (code !== '3') expect([code, judgeExit(Number(code))]).toEqual([code, action]);
    expect(containerProperties.command).toContain('--attention=ok');
  });

  it('has no root, and writes to its volume only', () => {
    expect(containerProperties).toMatchObject({ user: '65532:65532', readonlyRootFilesystem: true });
    const [{ containerPath, sourceVolume }] = containerProperties.mountPoints;
    expect(containerProperties.volumes.map(({ name }: { name: string }) => name)).toEqual([sourceVolume]);
    const paths = containerProperties.environment.slice(1).map(({ value }: { value: string }) => value);
    for (const path of paths) expect(path.startsWith(`${containerPath}/`)).toBe(true);
  });
});

describe('the examples with an image', () => {
  it('run the same command as the one for Kubernetes, which is run in test/container', () => {
    const job = parse(readPage('examples/kubernetes/one-account/cronjob.yaml').text);
    const [{ args }] = job.spec.jobTemplate.spec.template.spec.containers;
    expect(readDefinition('job-definition.json').containerProperties.command).toEqual(args);
    const [, nomad = ''] =
      /^ +args += (\[.*\])$/m.exec(readPage('examples/nomad/prices.nomad.hcl').text) ?? [];
    expect(JSON.parse(nomad)).toEqual(args);
  });

  it('differ for an array job in what makes it one, and in the memory of a shard', () => {
    const [{ containerProperties: one, ...ofOne }, { containerProperties: array, ...ofArray }] =
      BATCH_FILES.map(readDefinition);
    const ofShards = ['--shard=auto', '--currency=usd'];
    expect(array.command.filter((word: string) => !ofShards.includes(word))).toEqual(one.command);
    expect(array.command).toEqual(expect.arrayContaining(ofShards));
    const { command: _one, resourceRequirements: _some, ...others } = one;
    expect(array).toMatchObject(others);
    expect({ ...ofArray, jobDefinitionName: ofOne.jobDefinitionName }).toEqual(ofOne);
  });
});
