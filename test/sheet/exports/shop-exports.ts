import type { ExportCase } from './export-case.ts';

export const SHOP_EXPORTS: readonly ExportCase[] = [];
