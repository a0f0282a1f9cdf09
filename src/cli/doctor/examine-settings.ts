import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { maskOfKey, SHORTEST_MASKED } from '../../domain/mask-of-key.ts';
import { quoteWord, type Shell } from '../../domain/quote-word.ts';
import type { Secret } from '../../domain/secret.ts';
import type { DoctorFinding } from '../../report/screen/doctor-finding.ts';
import { describeAccount } from '../../run/job/account.ts';
import type { ProxyAddress } from '../../service/transport.ts';
import { isFile } from '../../settings/is-file.ts';
import { noticeSources } from '../../settings/notice-sources.ts';
import { isLoopback } from '../../settings/parse-address.ts';
import { KEY_FILE } from '../../settings/read-api-key.ts';
import type { Sources } from '../../settings/read-sources.ts';

/** Everything that is wrong with settings, in the words of any other command, and what is odd about their sources. */
export function examineSettings(problems: readonly string[], sources: Sources): readonly DoctorFinding[] {
  const found = [
    ...problems.map((message): DoctorFinding => ({ check: 'settings', status: 'problem', message })),
    ...noticeSources(sources).map(
      (message): DoctorFinding => ({ check: 'settings', status: 'warning', message }),
    ),
  ];
  return found.length > 0
    ? found
    : [{ check: 'settings', status: 'ok', message: 'Every setting can be used' }];
}

/** Which key it is, where it comes from, and whether sheets are searched for it. */
export function examineKey(apiKey: Secret, baseUrl: string, sources: Sources): readonly DoctorFinding[] {
  const where = describeKey(apiKey, baseUrl, sources);
  return maskOfKey(apiKey) ? [where] : [where, SHORT_KEY];
}

const SHORT_KEY: DoctorFinding = {
  check: 'key',
  status: 'warning',
  message: `The key has fewer than ${SHORTEST_MASKED} characters, so that it may be a mere word: it is not looked for in sheets, nor masked in what runs copy from them`,
  advice: 'Use a longer key, if the service gives you one',
};

function describeKey(apiKey: Secret, baseUrl: string, sources: Sources): DoctorFinding {
  const { key_fingerprint: fingerprint } = describeAccount({ apiKey, baseUrl });
  const mode = modeOfKeyFile(sources);
  return {
    check: 'key',
    status: 'ok',
    message: `The key comes from ${apiKey.place}${mode}; the account's fingerprint is ${fingerprint}`,
  };
}

function modeOfKeyFile({ env, dotenv, cwd }: Sources): string {
  const file = env.values[KEY_FILE] || dotenv.values[KEY_FILE];
  if (!file || process.platform === 'win32') return '';
  const mode = statSync(resolve(cwd, file), { throwIfNoEntry: false })?.mode;
  return mode === undefined ? '' : `, mode ${(mode & 0o777).toString(8)}`;
}

interface System {
  readonly platform: NodeJS.Platform;
  readonly shell: Shell;
}

/** On Windows, whether somebody else could read the key or lead it elsewhere is left to the reader. */
export function examineRights(
  { env, dotenv, dotenvPath, configPath, cwd }: Sources,
  { platform, shell }: System,
): readonly DoctorFinding[] {
  if (platform !== 'win32') return [];
  const file = env.values[KEY_FILE] || dotenv.values[KEY_FILE];
  const paths = [dotenvPath, configPath, ...(file ? [resolve(cwd, file)] : [])].filter(isFile);
  return paths.map((path) => ({
    check: 'rights',
    status: 'warning',
    message: `Who else can read or change "${path}" was not checked: Windows keeps rights in access control lists`,
    advice: `See who can: icacls ${quoteWord(path, shell)}`,
  }));
}

/** How requests go. */
export function examineProxy(
  proxy: ProxyAddress | undefined,
  baseUrl: string,
  { env }: Sources,
): DoctorFinding {
  const check = 'proxy';
  const { hostname } = new URL(baseUrl);
  if (proxy) {
    const login = proxy.credentials ? ', with a user name and a password' : '';
    return { check, status: 'ok', message: `Requests go through ${proxy.origin}${login}` };
  }
  const isNamed = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'].some((name) => env.values[name]);
  if (!isNamed) return { check, status: 'ok', message: 'None is set; requests go straight to the service' };
  const why = isLoopback(hostname) ? 'is this machine' : 'is named in NO_PROXY';
  return { check, status: 'ok', message: `Requests go straight to the service, since ${hostname} ${why}` };
}
