import { element } from './element.ts';

/** How long "Copied" is shown. */
const SHOWN_MS = 2000;

/** A button that copies what an element says. */
export function copyButton(source: HTMLElement): HTMLButtonElement {
  const said = element('span', { role: 'status' }, 'Copy');
  const button = element('button', { type: 'button', class: 'copy' }, said);
  let later: ReturnType<typeof setTimeout> | undefined;
  button.addEventListener('click', () => {
    void copy(source).then((isCopied) => {
      said.textContent = isCopied ? 'Copied' : 'Press Ctrl+C';
      clearTimeout(later);
      later = setTimeout(() => {
        said.textContent = 'Copy';
      }, SHOWN_MS);
    });
  });
  return button;
}

/** Pages from a disk may have no clipboard: then the text is selected and copied as a person would. */
async function copy(source: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(source.textContent ?? '');
    return true;
  } catch {
    getSelection()?.selectAllChildren(source);
    return document.execCommand('copy');
  }
}
