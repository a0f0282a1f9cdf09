import type { ProgramNames } from './program-names.ts';

/** Shop systems, channel managers and marketplaces, in alphabetical order. Each heading's source stands above its entry. */
export const SHOP_PROGRAMS: readonly ProgramNames[] = [];
