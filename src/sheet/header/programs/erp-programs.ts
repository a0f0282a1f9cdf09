import type { ProgramNames } from './program-names.ts';

/** Accounting and ERP programs, in alphabetical order. Each heading's source stands above its entry. */
export const ERP_PROGRAMS: readonly ProgramNames[] = [];
