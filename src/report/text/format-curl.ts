import { quoteWord, type Shell } from '../../domain/quote-word.ts';

/** The program, and the variable that holds the key: the command itself never does. In Windows PowerShell `curl` is something else. */
const CURL: Readonly<Record<Shell, readonly [program: string, user: string]>> = {
  posix: ['curl', '"$PRICESHEET_API_KEY:"'],
  cmd: ['curl.exe', '"%PRICESHEET_API_KEY%:"'],
  powershell: ['curl.exe', '"$($env:PRICESHEET_API_KEY):"'],
};

interface HttpRequest {
  readonly method: string;
  /** Whole, with its query escaped as URLs are. */
  readonly url: string;
}

/**
 * A request as a `curl` line for this shell. Nothing in the URL is read by the shell or by curl.
 */
export function formatCurl({ method, url }: HttpRequest, shell: Shell): string {
  const [program, user] = CURL[shell];
  const verb = method === 'GET' ? '' : ` -X ${method}`;
  return `${program} -gsS${verb} -u ${user} ${quoteWord(url, shell)}`;
}
