import { tryTo } from '../domain/try-to.ts';

type Child = Node | string | undefined;

type Attributes = Readonly<Record<string, string | undefined>>;

/** An element with attributes and children; strings become text nodes, never markup. */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes))
    if (value !== undefined) made.setAttribute(key, value);
  made.append(...children.filter((child) => child !== undefined));
  return made;
}

/** An element that the page must have. */
export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no #${id}`);
  return found as T;
}

/** Links the other files of the run if the page is in its folder, and was not mailed. */
export function linkFiles(folder: string): void {
  if (!isIn(folder, location.pathname)) return;
  for (const name of document.querySelectorAll<HTMLElement>('[data-file]')) {
    const file = name.dataset['file'] ?? '';
    name.replaceChildren(element('a', { href: `./${encodeURIComponent(file)}` }, file));
  }
}

/** Whether the folder of an address has the name of the run's folder: where that is on another machine may differ. */
export function isIn(folder: string, pathname: string): boolean {
  const [name] = folder.split(/[\\/]/).slice(-1);
  const [parent = ''] = pathname.split('/').slice(-2);
  return tryTo(() => decodeURIComponent(parent)) === name;
}

/** A time as the reader's clock and calendar have it. Units: epoch milliseconds. */
export function localTime(at: number): string {
  return new Date(at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
}

/** Puts the reader's time beside each time of the page, which is UTC. */
export function addLocalTimes(): void {
  for (const time of document.querySelectorAll('time'))
    time.append(`, ${localTime(Date.parse(time.dateTime))} where you are`);
}

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
