import type { Shell } from '../../domain/quote-word.ts';
import { formatCommand } from '../../report/text/format-command.ts';
import { wrapText } from '../../report/text/text-width.ts';
import type { CommandSpec, Example } from '../context/command-spec.ts';

const INDENT = ' '.repeat(2);
const BELOW = ' '.repeat(6);

/** The end of a command's help: what people use it for, each with the whole command line. Units: columns. */
export function renderExamples(
  { name, examples }: Pick<CommandSpec, 'name' | 'examples'>,
  width: number,
): string {
  return renderAll(
    examples.map((example) => [name, example]),
    width,
  );
}

/** The same for the help of the program: the first example of each of these commands. */
export function renderFirstExamples(
  commands: readonly Pick<CommandSpec, 'name' | 'examples'>[],
  width: number,
): string {
  return renderAll(
    commands.flatMap(({ name, examples: [first] }) => (first ? [[name, first] as const] : [])),
    width,
  );
}

function renderAll(
  examples: readonly (readonly [command: string, example: Example])[],
  width: number,
): string {
  const lines = examples.flatMap(([command, example]) => [
    ...wrapText(example[0], width - INDENT.length).map((line) => INDENT + line),
    ...wrapCommand(formatExample(command, example, 'posix'), width - BELOW.length).map(
      (line) => BELOW + line,
    ),
  ]);
  return ['Examples:', ...lines].join('\n');
}

/** An example as a command line of this shell. */
export function formatExample(command: string, [, ...words]: Example, shell: Shell): string {
  const [first = '', ...rest] = words;
  const given = first.startsWith('-') ? [command, '', ...words] : [command, first, ...rest];
  return formatCommand(given, shell);
}

/** A line that is too long for the terminal goes on below, as a shell reads it. */
function wrapCommand(command: string, room: number): readonly string[] {
  if (command.length <= room) return [command];
  const lines = wrapText(command, room - ' \\'.length);
  return lines.map((line, at) => (at === lines.length - 1 ? line : `${line} \\`));
}
