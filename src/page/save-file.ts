import { element } from './element.ts';

/** Lets the browser save a file that was made in the page. */
export function saveFile(name: string, parts: readonly BlobPart[]): void {
  const blob = new Blob([...parts], { type: 'text/csv' });
  const link = element('a', { href: URL.createObjectURL(blob), download: name });
  link.click();
  URL.revokeObjectURL(link.href);
}
