/** Flag of Node.js that gives the program's locks the ids 1, 2, …: they are part of file names, and strace only knows whole names. */
export const FIXED_NAMES = `--import=data:text/javascript,${encodeURIComponent(`
  import crypto from 'node:crypto';
  import { syncBuiltinESMExports } from 'node:module';
  let number = 0;
  crypto.randomUUID = () => '${fixedId('').slice(0, -12)}' + String(++number).padStart(12, '0');
  syncBuiltinESMExports();
`)}`;

/** The id with this number. */
export function fixedId(number: number | string): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}
