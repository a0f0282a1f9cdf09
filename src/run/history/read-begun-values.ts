import type { Disk } from '../../domain/ports.ts';
import type { AgreedValues } from './agreed-values.ts';
import { readBegun } from './begun-run.ts';
import { tryHistory } from './describe-trouble.ts';
import { folderOfBegun } from './folder-of-begun.ts';

/**
 * Takes over what the folder of a run says that is under way, or was killed, and is not in the history yet. A dry run holds no lock, so
 * it can't add that run; without this, it would take what the run has sent for changes by somebody else.
 */
export function readBegunValues(part: string, agreed: AgreedValues, disk: Disk): void {
  // The run itself, or the next one, says what is wrong with the folder.
  tryHistory(
    () => {
      const begun = readBegun(part, disk);
      const lines = (begun && folderOfBegun(begun, disk)?.lines([])) ?? [];
      for (const line of lines) if (line.kind === 'agreed') agreed.read(line);
    },
    undefined,
    () => {},
  );
}
