/** The variable that names it. */
export const WEBHOOK = 'PRICESHEET_WEBHOOK';

/** A webhook for people: whoever knows more of its address than where it leads can post there. */
export function showWebhook(text: string): string {
  if (!URL.canParse(text)) return '…';
  const { protocol, origin } = new URL(text);
  return protocol === 'https:' || protocol === 'http:' ? `${origin}/…` : '…';
}

/** What is posted where nobody said which. */
export function formatOf(url: string): 'json' | 'slack' {
  return /^hooks\.slack(?:-gov)?\.com$/.test(new URL(url).hostname) ? 'slack' : 'json';
}
