/** The variable that names it. */
export const WEBHOOK = 'PRICESHEET_WEBHOOK';

/** A webhook for people, without the part of its address that lets anybody post there. */
export function showWebhook(text: string): string {
  if (!URL.canParse(text)) return '…';
  const { protocol, origin } = new URL(text);
  return protocol === 'https:' || protocol === 'http:' ? `${origin}/…` : '…';
}

/** What is posted where nobody said which. */
export function formatOf(url: string): 'json' | 'slack' {
  return /^hooks\.slack(?:-gov)?\.com$/.test(new URL(url).hostname) ? 'slack' : 'json';
}
