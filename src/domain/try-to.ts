/** What an act gives, or `undefined` where it fails, for what nobody has to hear of. */
export function tryTo<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
