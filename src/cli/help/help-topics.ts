import { wrapText } from '../../report/text/text-width.ts';
import { layOut } from './help-layout.ts';

/** Pages of help that are about no single command, and what each is about. */
export const TOPICS = {
  sheet: 'the columns, cells and amounts of a price sheet',
  guards: 'the rules that block a row or stop a run, and how to let one pass',
  'exit-codes': 'what each exit code means',
  cron: 'how to run it every night',
} as const;

export type Topic = keyof typeof TOPICS;

/** The topic that a command line asks for, if it asks for one. */
export function findTopic([command, name, ...rest]: readonly string[]): Topic | undefined {
  if (command !== 'help' || rest.length > 0) return undefined;
  return (Object.keys(TOPICS) as Topic[]).find((topic) => topic === name);
}

/** The list of them, for the end of the program's own help. */
export function listTopics(width: number): string {
  const title = wrapText('Topics, shown by "pricesheet help TOPIC":', width);
  return [...title, layOut(Object.entries(TOPICS), width)].join('\n');
}
