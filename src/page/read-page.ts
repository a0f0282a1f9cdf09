import type { PageRow } from '../report/page/page-row.ts';
import type { ScriptFacts } from '../report/page/render-page.ts';

export type PageApproval = NonNullable<ScriptFacts['approval']>;

export function readFacts(): ScriptFacts {
  return JSON.parse(document.getElementById('facts')?.textContent ?? '');
}

/** The rows that the page holds, in the order of the sheet. Unpacked blocks are removed from the page. */
export async function readRows(): Promise<readonly PageRow[]> {
  const blocks = [...document.querySelectorAll<HTMLScriptElement>('script[data-rows]')];
  const pieces = await Promise.all(blocks.map((block) => unpack(block.textContent ?? '')));
  for (const block of blocks) block.remove();
  return pieces.flat().sort((one, other) => one.n - other.n);
}

async function unpack(base64: string): Promise<readonly PageRow[]> {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  // A loop: a separate text for each character would take a third of the time until the page can be used.
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return JSON.parse(await new Response(stream).text());
}
