/** Lets everything run that is waiting for nothing but its turn. */
export function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Lets others have their turn until something is so; a test that waits in vain runs into its own time limit. */
export async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await turn();
}
