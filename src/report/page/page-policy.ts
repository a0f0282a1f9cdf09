export interface PageStyle {
  readonly style: string;
  /** Shape: `sha256-…`, in base64. */
  readonly styleHash: string;
}

/** Script and style of a page, and the hashes by which they are let in. */
export interface PageAssets extends PageStyle {
  readonly script: string;
  /** Likewise. */
  readonly scriptHash: string;
}

/** Only the page's own script and style are let in, by their hashes, and nothing is loaded. Source: Content Security Policy Level 3. */
export function policyOf({ scriptHash, styleHash }: PageStyle & Partial<PageAssets>): string {
  const script = scriptHash === undefined ? '' : ` script-src '${scriptHash}';`;
  return `default-src 'none';${script} style-src '${styleHash}'; base-uri 'none'; form-action 'none'`;
}
