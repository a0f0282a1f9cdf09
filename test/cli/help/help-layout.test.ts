import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../../../src/cli/commands/command-table.ts';
import type { CommandSpec } from '../../../src/cli/context/command-spec.ts';
import { formatExample, renderExamples } from '../../../src/cli/help/help-layout.ts';
import { buildProgram } from '../../../src/cli/program.ts';
import { readSettings } from '../../../src/settings/read-settings.ts';
import type { Options } from '../../../src/settings/read-sources.ts';
import { runMain, someSources, someStdio } from '../support.ts';

/** The words of a command line without any that only a shell understands. */
function splitWords(line: string): readonly string[] {
  return [...line.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => quoted ?? word);
}

/** Parses a command line with the program's own table, and gives the flags that it found. Errors: those of commander. */
function parse(argv: readonly string[]): Options {
  const program = buildProgram({ stdio: someStdio().stdio, onMask: () => {}, onExit: () => {} });
  const command = program.commands.find((each) => each.name() === argv[0]);
  if (!command) throw new Error(`There is no command ${argv[0]}`);
  command.action(() => {});
  program.parse([...argv], { from: 'user' });
  return command.opts();
}

const EXAMPLES = COMMANDS.flatMap((spec) =>
  spec.examples.map((example): [string, CommandSpec] => [formatExample(spec.name, example, 'posix'), spec]),
);

describe('the examples of help', () => {
  it.each(COMMANDS.map((spec) => [spec.name, spec] as const))(
    '%s has two or three, at the end of its help',
    async (name, spec) => {
      expect([2, 3]).toContain(spec.examples.length);
      const { stdout } = await runMain([name, '--help']);
      const end = stdout.slice(stdout.indexOf('\nExamples:\n') + 1);
      expect(end).toBe(`${renderExamples([spec], 80)}\n`);
      const lines = end.replaceAll(' \\\n     ', '').split('\n');
      for (const example of spec.examples) {
        expect(lines).toContain(`  ${example[0]}`);
        expect(lines).toContain(`      ${formatExample(name, example, 'posix')}`);
      }
    },
  );

  it.each(EXAMPLES)('%s is a command line that the program takes', (line, spec) => {
    const [program, ...argv] = splitWords(line);
    expect(program).toBe('pricesheet');
    const flags = parse(argv);
    const table = Object.assign({}, ...spec.settings.map(([, settings]) => settings));
    const sources = someSources({
      flags,
      env: { PRICESHEET_BASE_URL: 'https://shop.example/v1', PRICESHEET_API_KEY: 'some-key' },
    });
    expect(() => readSettings(table, sources)).not.toThrow();
  });

  it('are parsed for real: a flag that another command has, or a missing argument, is refused', () => {
    expect(() => parse(['check', 'costs.csv', '--exit-code'])).toThrow(/unknown option/);
    expect(() => parse(['explain', 'latest'])).toThrow(/missing required argument/);
  });

  it('end the help of the program too: what somebody does first', async () => {
    const { stdout } = await runMain(['--help']);
    const [, end = ''] = stdout.split('\nExamples:\n');
    const commands = [...end.matchAll(/^ {6}(pricesheet [a-z]+).*$/gm)];
    expect(commands.map(([, command]) => command)).toEqual(
      ['init', 'diff', 'sync', 'sandbox'].map((name) => `pricesheet ${name}`),
    );
    for (const [line] of commands) expect(EXAMPLES.map(([example]) => example)).toContain(line.trim());
  });

  it('are each said once', () => {
    const lines = EXAMPLES.map(([line]) => line);
    expect([...new Set(lines)]).toEqual(lines);
  });

  it('go on below in a narrow terminal, as a shell reads them', () => {
    const spec = { name: 'diff', examples: [['what it is for', 'costs.csv --hold-over 10%']] } as const;
    expect(renderExamples([spec], 40)).toBe(`\
Examples:
  what it is for
      pricesheet diff costs.csv \\
      --hold-over 10%`);
  });
});
