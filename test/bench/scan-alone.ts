import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { READING } from '../support/some-run.ts';
import { importBuilt } from './built.ts';

/**
 * Reads a sheet to typed rows and keeps none of them, its checksum and everything that is told from it included. Prints
 * milliseconds, those of them on a processor, and rows.
 *
 *     scan-alone.ts SHEET
 */
const { openSource } =
  await importBuilt<typeof import('../../src/sheet/read-source.ts')>('sheet/read-source.js');
const { scanSheet } =
  await importBuilt<typeof import('../../src/sheet/read-sheet.ts')>('sheet/read-sheet.js');

const start = performance.now();
const cpu = process.cpuUsage();
const source = await openSource(process.argv[2] ?? '', { cwd: process.cwd(), stdin: process.stdin });
let rows = 0;
await scanSheet(source, READING, (row) => {
  if (row.kind === 'row') rows++;
});
const { user, system } = process.cpuUsage(cpu);
process.stdout.write(`${performance.now() - start} ${(user + system) / 1000} ${rows}\n`);
