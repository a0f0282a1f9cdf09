import type { ExportCase } from './export-case.ts';

export const ERP_EXPORTS: readonly ExportCase[] = [];
