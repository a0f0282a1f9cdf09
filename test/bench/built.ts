import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const DIST = resolve(import.meta.dirname, '../../dist');

/**
 * A module as it was built: what users run. The loader that runs these benchmarks wraps every function that is made
 * inside another one, which costs time that the program doesn't take.
 */
export async function importBuilt<T>(path: string): Promise<T> {
  return (await import(pathToFileURL(resolve(DIST, path)).href)) as T;
}
