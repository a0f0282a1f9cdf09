import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PROGRAM, runProgram } from '../support/run-program.ts';
import { TEMP_ROOT } from '../support/temp-root.ts';

const COMMANDS = [
  ...['init', 'sync', 'diff', 'apply', 'undo', 'check', 'export', 'explain', 'history', 'doctor', 'sandbox'],
  ...['list', 'completion'],
];

const scripts = new Map<string, string>();
/** A folder to work in, with runs, the scripts as files, and in `bin` the program by its name. */
let cwd = '';

beforeAll(() => {
  cwd = mkdtempSync(join(TEMP_ROOT, 'pricesheet-'));
  for (const shell of ['bash', 'zsh', 'fish']) {
    const argv = [PROGRAM, 'completion', shell];
    const script = spawnSync(process.execPath, argv, { cwd, env: {}, encoding: 'utf8' });
    expect([script.status, script.stderr]).toEqual([0, '']);
    scripts.set(shell, script.stdout);
    writeFileSync(join(cwd, `completion.${shell}`), script.stdout);
  }
  mkdirSync(join(cwd, 'bin'));
  writeFileSync(join(cwd, 'bin/pricesheet'), `#!/bin/sh\nexec '${process.execPath}' '${PROGRAM}' "$@"\n`);
  chmodSync(join(cwd, 'bin/pricesheet'), 0o755);
  for (const run of ['runs/2026-11-20-costs', 'runs/2026-11-21 more costs', 'elsewhere'])
    mkdirSync(join(cwd, run), { recursive: true });
});
afterAll(() => rmSync(cwd, { recursive: true }));

/** Without the files that a shell of the user's own would begin with, and with no terminal to read from. */
function runShell(shell: string, ...argv: readonly string[]) {
  const env = {
    PATH: `${join(cwd, 'bin')}:${process.env['PATH']}`,
    HOME: cwd,
    XDG_CONFIG_HOME: cwd,
    XDG_DATA_HOME: cwd,
  };
  const { status, stdout, stderr } = spawnSync(shell, argv, {
    cwd,
    env,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

/** What bash proposes for the last of these words. */
function proposedByBash(...words: readonly string[]): readonly string[] {
  const script = `source completion.bash
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
_pricesheet
printf '%s\\0' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = runShell('bash', '--norc', '-c', script, 'bash', 'pricesheet', ...words);
  expect(stderr).toBe('');
  return stdout
    .split('\0')
    .filter((word) => word !== '')
    .sort();
}

describe('pricesheet completion bash', () => {
  it('is taken by bash, which registers it', () => {
    const script = 'source completion.bash && complete -p pricesheet';
    const stdout = 'complete -o bashdefault -o default -F _pricesheet pricesheet\n';
    expect(runShell('bash', '--norc', '-u', '-c', script)).toEqual({ status: 0, stdout, stderr: '' });
  });

  it.each([
    ['', `${COMMANDS.join(' ')} help --help --help-all --version`],
    ['s', 'sync sandbox'],
    ['list ', 'strategies channels'],
    ['sync --max-c', '--max-change --max-clears'],
    ['sync --resolve ', 'auto sku scan'],
    ['sync --rate ', 'auto'],
    // Of an undo it takes one word alone.
    ['sync --allow max_cl', 'max_clears'],
    ['undo --allow ', 'other_key'],
    ['export --fields m', 'minimum_price maximum_price manual_price'],
    ['sync --max-change ', ''],
    ['sync cos', ''],
    ['export --out ', ''],
    ['explain elsewhere ', ''],
    ['completion ', 'bash zsh fish'],
    ['nonsense ', ''],
    ['history pr', 'prune'],
    ['help ', COMMANDS.join(' ')],
  ])('proposes for "%s" what there is', (line, proposed) => {
    const words = proposed.split(' ').filter((word) => word !== '');
    expect(proposedByBash(...line.split(' '))).toEqual(words.sort());
  });

  it.each(COMMANDS)('proposes every flag of %s that its help names', async (command) => {
    expect(proposedByBash(command, '-')).toEqual(await flagsInHelp(command));
  });
});

async function flagsInHelp(command: string): Promise<readonly string[]> {
  const { stdout } = await runProgram([command, '--help-all'], { cwd, env: {} });
  const flags = [...stdout.matchAll(/^ {2}(?:-h, )?(--[\w-]+)/gm)].map(([, flag = '']) => flag);
  expect(flags.length).toBeGreaterThan(4);
  return [...new Set(flags)].sort();
}

/** Whether a shell is there. Where it isn't, that is said out loud: what is not looked at may be broken. */
function isThere(shell: string): boolean {
  const found = spawnSync(shell, ['--version']).status === 0;
  if (!found)
    process.stderr.write(
      `NOT TESTED: ${shell} is not installed, so its completion was not tried; apt-get install ${shell}\n`,
    );
  return found;
}

describe.skipIf(!isThere('zsh'))('pricesheet completion zsh', () => {
  it('is taken by zsh, with its own completion begun and without', () => {
    const run = (script: string) => runShell('zsh', '-f', '-c', script);
    const syntax = run('zsh -n completion.zsh && source completion.zsh');
    expect(syntax).toEqual({ status: 0, stdout: '', stderr: '' });
    const begin = 'autoload -U compinit; compinit -u -D; source completion.zsh';
    const begun = run(`${begin}; print -r -- $_comps[pricesheet]; whence -w _pricesheet`);
    const stdout = '_bash_complete -o default -o bashdefault -F _pricesheet\n_pricesheet: function\n';
    expect(begun).toEqual({ status: 0, stdout, stderr: '' });
  });
});

describe.skipIf(!isThere('fish'))('pricesheet completion fish', () => {
  it.each([
    ['pricesheet sy', ['sync']],
    ['pricesheet sync --max-c', ['--max-change', '--max-clears']],
    ['pricesheet sync --resolve ', ['auto', 'scan', 'sku']],
    ['pricesheet sync --resolve=s', ['--resolve=scan', '--resolve=sku']],
    ['pricesheet sync completion.f', ['completion.fish']],
    ['pricesheet undo runs/2026-11-20', ['runs/2026-11-20-costs/']],
    ['pricesheet undo else', ['elsewhere/']],
    ['pricesheet sync --out=else', ['--out=elsewhere/']],
    ['pricesheet sync --config completion.f', ['completion.fish']],
    ['pricesheet completion ', ['bash', 'fish', 'zsh']],
  ])('proposes for "%s" what there is', (line, proposed) => {
    expect(proposedByFish(line).map(([word]) => word)).toEqual([...proposed].sort());
  });

  it.each(COMMANDS)('proposes every flag of %s in its help, and says what each means', async (command) => {
    const proposed = proposedByFish(`pricesheet ${command} -`);
    expect(proposed.map(([word]) => word)).toEqual(await flagsInHelp(command));
    expect(proposed.filter(([, about]) => !about)).toEqual([]);
  });
});

/** Words, and what is said of them. */
function proposedByFish(line: string): readonly (readonly string[])[] {
  const script = 'source completion.fish; complete -C $argv[1]';
  const { stdout, stderr } = runShell('fish', '--no-config', '-c', script, line);
  expect(stderr).toBe('');
  const lines = new Set(stdout.split('\n').filter((each) => each !== ''));
  return [...lines].sort().map((each) => each.split('\t'));
}

describe('pricesheet completion', () => {
  it('says nothing beside the script when a shell begins, and wraps it in JSON', async () => {
    const env = { PRICESHEET_RAET: '1' };
    expect((await runProgram(['completion', 'bash'], { cwd, env })).stderr).toBe('');
    const { stdout } = await runProgram(['completion', 'fish', '--json'], { cwd, env });
    const script = scripts.get('fish');
    expect(JSON.parse(stdout)).toEqual({ version: 1, exit_code: 0, shell: 'fish', script });
  });
});
