import { foldHeader } from '../fold-header.ts';
import { namesIn } from '../names-in.ts';
import { ERP_PROGRAMS } from './erp-programs.ts';
import type { ProgramNames } from './program-names.ts';
import { SHOP_PROGRAMS } from './shop-programs.ts';

/** Every program whose exports are known. */
export const PROGRAMS: readonly ProgramNames[] = [...ERP_PROGRAMS, ...SHOP_PROGRAMS];

interface Marks {
  readonly program: ProgramNames;
  readonly headings: readonly string[];
}

/** By the first heading of each set, so that a row of cells asks of few sets. */
let byFirst: ReadonlyMap<string, readonly Marks[]> | undefined;

/** The program that wrote a header: of several, the one of which most headings are there. */
export function findProgram(header: readonly string[]): ProgramNames | undefined {
  byFirst ??= indexMarks();
  const cells = new Set(header.map(foldHeader));
  let best: Marks | undefined;
  for (const cell of cells) {
    for (const marks of byFirst.get(cell) ?? []) {
      const isBetter = marks.headings.length > (best?.headings.length ?? 0);
      if (isBetter && marks.headings.every((heading) => cells.has(foldHeader(heading)))) best = marks;
    }
  }
  return best?.program;
}

function indexMarks(): ReadonlyMap<string, readonly Marks[]> {
  const index = new Map<string, Marks[]>();
  for (const program of PROGRAMS) {
    for (const headings of program.marks.map(namesIn)) {
      const first = foldHeader(headings[0] ?? '');
      index.set(first, [...(index.get(first) ?? []), { program, headings }]);
    }
  }
  return index;
}
