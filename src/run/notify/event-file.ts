import { messageOf, UsageError } from '../../domain/errors.ts';
import type { Disk } from '../../domain/ports.ts';
import { openLines, readFirstJson } from '../disk/line-file.ts';

/**
 * Opens a file of events that grows while the run goes on. Only one that is empty, or has events of an earlier run, is begun again: any other was named by mistake.
 *
 * Errors: `UsageError`.
 */
export function openEventFile(path: string, disk: Disk) {
  const file = open(path, disk);
  return {
    /** Is on disk before it returns. */
    append: (line: string): void => {
      try {
        file.append(line);
      } catch {
        // Closing it says so again.
      }
    },
    /** Returns why the file is not whole, if it is not. Nothing of the run depends on it. */
    close: (): string | undefined => {
      try {
        file.close();
        return undefined;
      } catch (error) {
        return `The events are incomplete: ${messageOf(error)}`;
      }
    },
  };
}

function open(path: string, disk: Disk) {
  try {
    const found = disk.lstatSync(path, { throwIfNoEntry: false });
    if (found && !(found.isFile() && (found.size === 0 || isOfEvents(path, disk))))
      throw new UsageError([`Cannot write the events to "${path}": it is there, and holds something else`], {
        hint: 'Name another file, or remove it',
      });
    if (found) disk.rmSync(path, { force: true });
    return openLines(path, disk);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError([`Cannot write the events: ${messageOf(error)}`], {
      hint: 'Name a file in a folder that you may write to',
    });
  }
}

function isOfEvents(path: string, disk: Disk): boolean {
  const first = readFirstJson(path, disk);
  return typeof first === 'object' && first !== null && 'event' in first && first.event === 'started';
}
