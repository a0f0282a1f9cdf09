import type { RunRecord } from '../../domain/run-record.ts';
import type { HistoryFinding } from './history-finding.ts';

/** A file of a run, as far as it could be read. */
export interface SeenRun {
  /** Relative to the folder of the history. */
  readonly file: string;
  /** By its name. */
  readonly id: string;
  /** `undefined` if it is damaged, or of a newer version. */
  readonly record: RunRecord | undefined;
  /** `undefined` if it is damaged. */
  readonly seal: string | undefined;
}

interface Around {
  /** Of runs whose files were set aside as damaged. */
  readonly setAside: ReadonlySet<string>;
}

/** Whether each run of a job finds the run that it names as the one before it, as it was then. */
export function verifyChain(runs: readonly SeenRun[], { setAside }: Around): readonly HistoryFinding[] {
  const byId = new Map(runs.map((run) => [run.id, run]));
  const first = runs.reduce((least, { id }) => (id < least ? id : least), runs[0]?.id ?? '');
  return runs.flatMap(({ file, record }): readonly HistoryFinding[] => {
    const link = record?.previous;
    if (!link) return [];
    const before = byId.get(link.id);
    if (!before) return setAside.has(link.id) ? [] : [findGap(file, link.id, first)];
    if (before.seal === undefined || before.seal === link.sha256) return [];
    return [before.record?.previous === null ? rewritten(before.file, file) : broken(before.file, file)];
  });
}

/** Somebody who cuts off the oldest months has done so knowingly. */
function findGap(file: string, id: string, first: string): HistoryFinding {
  if (id < first)
    return {
      file,
      kind: 'begins',
      message: `the run before it, "${id}", is no longer in the history, which begins here`,
      advice: 'Nothing, if older months were removed on purpose; otherwise import them from a copy',
    };
  return {
    file,
    kind: 'gap',
    message: `the run before it, "${id}", is missing from the history`,
    advice: 'Add it from its run folder with history rebuild, or from a copy with history import',
  };
}

/** What is added from a run folder names no run before it. */
function rewritten(file: string, after: string): HistoryFinding {
  return {
    file,
    kind: 'rewritten',
    message: `it is not the file that the run after it names ("${after}"), as when it was added from its run folder`,
    advice: 'Nothing, if it was; otherwise compare it with its run folder, or with a copy',
  };
}

function broken(file: string, after: string): HistoryFinding {
  return {
    file,
    kind: 'broken_chain',
    message: `it is not the file that the run after it names ("${after}"): somebody replaced it`,
    advice:
      'Compare it with a copy, or with its run folder; history rebuild adds the run again once the file is moved away',
  };
}
