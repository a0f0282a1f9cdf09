let later: ReturnType<typeof setTimeout> | undefined;

/** Browsers limit how often the address may change. */
const TYPING_MS = 250;

/** Puts what is shown into the page's fragment, so that it is there again after a reload; what is typed, once that rests. */
export function remember(fragment: string, { isTyping }: { readonly isTyping: boolean }): void {
  clearTimeout(later);
  if (isTyping) later = setTimeout(() => write(fragment, 'replaceState'), TYPING_MS);
  else if (fragment !== location.hash.slice(1)) write(fragment, 'pushState');
}

/** A page without an address, as in some mail programs, can't keep its view. */
function write(fragment: string, how: 'pushState' | 'replaceState'): void {
  try {
    history[how](null, '', `#${fragment}`);
  } catch {
    // Nothing depends on it.
  }
}

/** Whether a fragment names a part of the page, as the link to the rows has it, and no view. */
export function isPlace(hash: string): boolean {
  return hash.length > 1 && !hash.includes('=');
}
