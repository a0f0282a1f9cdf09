import { execFileSync } from 'node:child_process';
import { inflateSync } from 'node:zlib';

/** How many pieces of text each page of a PDF of Chromium shows. */
export function printedPages(pdf: Buffer): readonly number[] {
  const text = pdf.toString('latin1');
  const pages = [...text.matchAll(/\/Type\s*\/Page\b[\s\S]*?\/Contents (\d+) 0 R/g)];
  return pages.map(([, id]) => {
    const head = new RegExp(
      `(?:^|\\n)${id} 0 obj\\s*<<[\\s\\S]*?/Length (\\d+)[\\s\\S]*?>>\\s*stream\\r?\\n`,
    ).exec(text);
    if (!head) throw new Error(`The PDF has no object ${id}`);
    const from = head.index + head[0].length;
    const drawn = inflateSync(pdf.subarray(from, from + Number(head[1]))).toString('latin1');
    return drawn.match(/\bT[jJ]\b/g)?.length ?? 0;
  });
}

/** The text of each page, laid out as on paper, by pdftotext of poppler-utils. */
export function textsOfPages(pdf: Buffer): readonly string[] {
  const text = execFileSync('pdftotext', ['-layout', '-', '-'], { input: pdf, encoding: 'utf8' });
  return text.split('\f').slice(0, -1);
}
