import { AMAZON_EXPORTS } from './amazon-exports.ts';
import type { ExportCase } from './export-case.ts';
import { MARKETPLACE_EXPORTS } from './marketplace-exports.ts';
import { STORE_EXPORTS } from './store-exports.ts';
import { TRAP_EXPORTS } from './trap-exports.ts';

/** What shops, inventory programs, tills, marketplaces and repricers write, and the lists around them. */
export const SHOP_EXPORTS: readonly ExportCase[] = [
  ...AMAZON_EXPORTS,
  ...MARKETPLACE_EXPORTS,
  ...STORE_EXPORTS,
  ...TRAP_EXPORTS,
];
