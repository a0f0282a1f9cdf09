import { quoteWord } from './quote-word.ts';

/** The variable of a shell that holds the key: the command itself never does. */
const KEY = '"$PRICESHEET_API_KEY:"';

/**
 * A request as a `curl` line for bash and zsh. `url` is whole, with its query escaped as URLs are; nothing in it is
 * read by the shell or by curl.
 */
export function formatCurl(method: string, url: string): string {
  const verb = method === 'GET' ? '' : ` -X ${method}`;
  return `curl -gsS${verb} -u ${KEY} ${quoteWord(url)}`;
}
