import { basename, dirname, join } from 'node:path';
import { HISTORY } from './find-histories.ts';

/** The name of the page about all nights. */
const INDEX = 'index.html';

/** Where it is: beside the folder `.history`, among the run folders; in a folder of another name, which is there for the history alone. */
export function indexPath(history: string): string {
  return join(basename(history) === HISTORY ? dirname(history) : history, INDEX);
}
