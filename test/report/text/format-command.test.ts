import { describe, expect, it } from 'vitest';
import { formatCommand } from '../../../src/report/text/format-command.ts';
import { formatCurl } from '../../../src/report/text/format-curl.ts';

describe('formatCommand', () => {
  it.each([
    ['posix', "pricesheet apply 'runs\\my costs' --allow max_change,below_cost --max-updates 20%"],
    ['cmd', 'pricesheet apply "runs\\my costs" --allow "max_change,below_cost" --max-updates 20%'],
    ['powershell', 'pricesheet apply "runs\\my costs" --allow "max_change,below_cost" --max-updates "20%"'],
  ] as const)('is for %s', (shell, expected) => {
    const words = ['apply', 'runs\\my costs', '--allow', 'max_change,below_cost', '--max-updates', '20%'];
    expect(formatCommand(words, shell)).toBe(expected);
  });
});

describe('formatCurl', () => {
  const url = 'https://service.example/v1/listings?sku=a%20b%2Fc';

  it.each([
    ['posix', `curl -gsS -u "$PRICESHEET_API_KEY:" "${url}"`],
    [
      'cmd',
      'curl.exe -gsS -u "%PRICESHEET_API_KEY%:" "https://service.example/v1/listings?sku=a"^%"20b"^%"2Fc"',
    ],
    ['powershell', `curl.exe -gsS -u "$($env:PRICESHEET_API_KEY):" "${url}"`],
  ] as const)(
    'never runs the curl that Windows PowerShell takes for another command: %s',
    (shell, expected) => {
      expect(formatCurl({ method: 'GET', url }, shell)).toBe(expected);
    },
  );
});
