import { element } from './element.ts';

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
  try {
    return decodeURIComponent(parent) === name;
  } catch {
    return false;
  }
}
