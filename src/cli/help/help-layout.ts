import type { Shell } from '../../domain/quote-word.ts';
import { formatCommand } from '../../report/text/format-command.ts';
import { widthOf, wrapText } from '../../report/text/text-width.ts';
import type { CommandSpec, Example } from '../context/command-spec.ts';

/** Units: columns of the screen, for every `width` here. */

const INDENT = '  ';
const BELOW = ' '.repeat(6);
/** With less room than that beside its name, what a flag means is easier to read below it. */
const LEAST_BESIDE = 40;
/** Short names leave enough room beside them at any width. */
const NARROW_COLUMN = 16;

/** Names and what they mean. */
export function layOut(items: readonly (readonly [name: string, meaning: string])[], width: number): string {
  const widest = Math.max(...items.map(([name]) => name.length));
  return items.map(([name, meaning]) => renderItem({ name, widest, meaning, width })).join('\n');
}

interface Item {
  readonly name: string;
  /** The longest name of the list. */
  readonly widest: number;
  readonly meaning: string;
  readonly width: number;
}

/** What a name means beside it where there is room, as in the list of a wide screen, or else below it. */
function renderItem({ name, widest, meaning, width }: Item): string {
  const column = INDENT.length + widest + INDENT.length;
  if (meaning === '') return INDENT + name;
  if (width - column >= LEAST_BESIDE || column <= NARROW_COLUMN)
    return hang(INDENT + name.padEnd(widest) + INDENT, meaning, width);
  return [INDENT + name, ...wrapBelow(meaning, width)].join('\n');
}

/** Text behind a label, wrapped beside it. */
function hang(label: string, text: string, width: number): string {
  const indent = ' '.repeat(widthOf(label));
  const [first = '', ...more] = wrapText(text, width - indent.length);
  return [label + first, ...more.map((line) => indent + line)].join('\n');
}

function wrapBelow(text: string, width: number): readonly string[] {
  return wrapText(text, width - BELOW.length).map((line) => BELOW + line);
}

/** The end of a command's help, or of the program's: what people use it for, each with the whole command line. */
export function renderExamples(
  specs: readonly Pick<CommandSpec, 'name' | 'examples'>[],
  width: number,
): string {
  const lines = specs.flatMap(({ name, examples }) =>
    examples.flatMap((example) => [
      ...wrapText(example[0], width - INDENT.length).map((line) => INDENT + line),
      ...wrapCommand(formatExample(name, example, 'posix'), width),
    ]),
  );
  const isOne = specs.length === 1 && specs[0]?.examples.length === 1;
  return [isOne ? 'Example:' : 'Examples:', ...lines].join('\n');
}

/** An example as a command line of this shell. */
export function formatExample(command: string, [, typed]: Example, shell: Shell): string {
  const words = typed?.split(' ') ?? [];
  return formatCommand(typed?.startsWith('-') ? [command, '', ...words] : [command, ...words], shell);
}

/** A line that is too long for the terminal goes on below, as a shell reads it. */
function wrapCommand(command: string, width: number): readonly string[] {
  if (BELOW.length + command.length <= width) return [BELOW + command];
  const lines = wrapBelow(command, width - ' \\'.length);
  return lines.map((line, at) => (at === lines.length - 1 ? line : `${line} \\`));
}
