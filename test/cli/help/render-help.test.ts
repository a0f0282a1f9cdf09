import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../../../src/cli/commands/command-table.ts';
import { type CommandSpec, formatExample } from '../../../src/cli/context/command-spec.ts';
import { parseCommandLine } from '../../../src/cli/main.ts';
import { readSettings } from '../../../src/settings/read-settings.ts';
import type { Options } from '../../../src/settings/read-sources.ts';
import { runMain, someSources, someStdio } from '../support.ts';

/** The words of a command line without any that only a shell understands. */
function splitWords(line: string): readonly string[] {
  return [...line.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => quoted ?? word);
}

/** Parses a command line with the program's own tables, and gives the flags that it found. Errors: `UsageError`. */
function parse(argv: readonly string[]): Options {
  const line = parseCommandLine(argv, someStdio().stdio);
  if (line.kind !== 'run') throw new Error(`${argv.join(' ')} asks for ${line.kind}`);
  return line.options;
}

const EXAMPLES = COMMANDS.map((spec): [string, CommandSpec] => [formatExample(spec, 'posix'), spec]);

describe('the examples of help', () => {
  it.each(EXAMPLES)('%s is in the help of its command', async (line, { name, example: [about] }) => {
    for (const flag of ['--help', '--help-all'])
      expect((await runMain([name, flag])).stdout).toContain(`\nExample:\n  ${about}\n      ${line}\n`);
  });

  it.each(EXAMPLES)('%s is a command line that the program takes', (line, spec) => {
    const [program, ...argv] = splitWords(line);
    expect(program).toBe('pricesheet');
    const flags = parse(argv);
    const table = Object.assign({}, ...Object.values(spec.settings));
    const sources = someSources({
      flags,
      env: { PRICESHEET_BASE_URL: 'https://shop.example/v1', PRICESHEET_API_KEY: 'some-key' },
    });
    expect(() => readSettings(table, sources)).not.toThrow();
  });

  it('are in the help of the program too: what somebody does first', async () => {
    const { stdout } = await runMain(['--help']);
    const [, end = ''] = stdout.split('\nExamples:\n');
    const commands = [...end.matchAll(/^ {6}(pricesheet [a-z]+).*$/gm)];
    expect(commands.map(([, command]) => command)).toEqual(
      ['init', 'diff', 'sync'].map((name) => `pricesheet ${name}`),
    );
    for (const [line] of commands) expect(EXAMPLES.map(([example]) => example)).toContain(line.trim());
  });
});
