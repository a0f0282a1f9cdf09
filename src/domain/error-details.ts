/** All that helps to fix a bug: what was thrown, with the places in the program that led there if it knows them. */
export function errorDetails(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
