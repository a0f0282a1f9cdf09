import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import type { PageRow } from '../../src/report/page/page-row.ts';
import type { ApprovalFacts } from '../../src/report/page/paged-run.ts';

/** A `report.html` taken apart, as a browser would without running anything. */
export interface ReadPage {
  readonly policy: string;
  /** Hashes of what is to be let in, in the words of the policy. */
  readonly hashes: { readonly script: string; readonly style: string };
  /** All that is neither script nor style nor data. */
  readonly markup: string;
  /** The text of the rows, unpacked. */
  readonly rowTexts: readonly string[];
  /** In the order of the sheet. */
  readonly rows: readonly PageRow[];
  readonly facts: {
    readonly total: number;
    readonly carried: number;
    readonly fields: readonly string[];
    readonly strategyNames: readonly (readonly [id: string, name: string])[];
    readonly approval?: (ApprovalFacts & { readonly total: number }) | undefined;
  };
}

export function readPage(html: string): ReadPage {
  const find = (pattern: RegExp): string => pattern.exec(html)?.[1] ?? '';
  const rowTexts = [
    ...html.matchAll(/<script type="application\/gzip;base64" data-rows>([^<]*)<\/script>/g),
  ].map(([, base64 = '']) => gunzipSync(Buffer.from(base64, 'base64')).toString('utf8'));
  return {
    policy: find(/<meta http-equiv="Content-Security-Policy" content="([^"]*)">/),
    hashes: {
      script: hashOf(find(/<script>([\s\S]*?)<\/script>/)),
      style: hashOf(find(/<style>([\s\S]*?)<\/style>/)),
    },
    markup: html.replace(/<(script|style)\b[^>]*>[\s\S]*?<\/\1>/g, ''),
    rowTexts,
    rows: rowTexts.flatMap((text): PageRow[] => JSON.parse(text)).sort((one, other) => one.n - other.n),
    facts: JSON.parse(find(/<script type="application\/json" id="facts">([\s\S]*?)<\/script>/)),
  };
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

/** Elements of the page, by their names and attributes' names. */
export function elementsOf(
  markup: string,
): readonly { readonly name: string; readonly attributes: readonly string[] }[] {
  return [...markup.matchAll(/<([a-z][^\s/>]*)((?:\s+[^\s=>]+(?:="[^"]*")?)*)\s*\/?>/gi)].map(
    ([, name = '', attributes = '']) => ({
      name: name.toLowerCase(),
      attributes: [...attributes.matchAll(/\s+([^\s=>]+)(?:="[^"]*")?/g)].map(
        ([, attribute = '']) => attribute,
      ),
    }),
  );
}

/** Where the page's links lead. */
export function linksOf(markup: string): readonly string[] {
  return [...markup.matchAll(/\bhref="([^"]*)"/g)].map(([, href = '']) => href);
}
