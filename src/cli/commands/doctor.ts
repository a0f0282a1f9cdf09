import * as disk from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import process from 'node:process';
import { lockFolderOf, systemClock } from '../../api/caller/machine.ts';
import type { Diagnosis, Finding } from '../../domain/documents/commands.ts';
import { describeSystemError } from '../../domain/errors.ts';
import { EXIT } from '../../domain/exit-codes.ts';
import { findOtherOwner } from '../../domain/find-other-owner.ts';
import { VERSION } from '../../package/version.ts';
import { renderTable } from '../../report/text/render-table.ts';
import { count } from '../../report/text/words.ts';
import { systemTrust } from '../../run/disk/system-trust.ts';
import { describeAccount } from '../../run/job/account.ts';
import { systemProbes } from '../../run/lock/system-probes.ts';
import { describeLock, findLock, judgeHolder, lockNameOf } from '../../run/lock/with-lock.ts';
import { type Probed, probeService } from '../../service/open-service.ts';
import { hintOf } from '../../service/reply.ts';
import { openTransport } from '../../service/transport.ts';
import { noticeSources } from '../../settings/notice-sources.ts';
import { type Access, inspectServiceSettings } from '../../settings/read-settings.ts';
import type { Sources } from '../../settings/read-sources.ts';
import { KEY_FILE } from '../../settings/setting.ts';
import { SETTINGS } from '../../settings/settings.ts';
import type { Context } from '../context/context.ts';
import { widthOf } from '../terminal/stdio.ts';

/** Looks at everything that a run needs, and leaves all as it is: the account, by its one GET, and this machine. */
export async function runDoctor(context: Context): Promise<number> {
  const diagnosis = await examine(context);
  return context.answer({
    exitCode: diagnosis.exit_code,
    reason: concludeChecks(diagnosis),
    document: diagnosis,
    text: () => renderDoctor(diagnosis, context),
  });
}

export async function examine({ sources, stdio }: Context): Promise<Diagnosis> {
  const { cwd, env } = stdio;
  const { values, problems, shown, access } = inspectServiceSettings(SETTINGS, sources);
  const { baseUrl, timeout } = values;
  const account = access && { ...access, baseUrl };
  const probed =
    account &&
    (await probeService({ ...account, timeoutMs: timeout * 1000 }, { openTransport, clock: systemClock }));
  const runs = resolve(cwd, shown['out']?.value ?? 'runs');
  const found: readonly Finding[] = [
    examineFiles(sources),
    ...examineSettings(problems, sources),
    ...(account ? [examineKey(account, sources), examineProxy(account)] : []),
    examineCertificates(env, cwd),
    examineRuns(runs),
    examineLock(lockFolderOf(env), account && lockNameOf(account)),
    probed
      ? examineService(probed, account.baseUrl)
      : warning('service', 'It was not asked, since settings are missing or wrong'),
  ];
  return {
    version: 1,
    exit_code: problems.length > 0 || isNoFolder(runs) ? EXIT.usage : exitCodeFor(found, probed),
    program: { version: VERSION, node: process.version, platform: `${process.platform} ${process.arch}` },
    checks: found.map((each) => ({ ...each, message: account?.apiKey.redact(each.message) ?? each.message })),
    settings: shown,
  };
}

interface Account extends Access {
  readonly baseUrl: string;
}

/** What a run with settings that can be used would end with. */
function exitCodeFor(found: readonly Finding[], probed: Probed | undefined): number {
  if (probed && isKeyRefused(probed)) return EXIT.keyRefused;
  return found.some(({ status }) => status === 'problem') ? EXIT.failed : EXIT.done;
}

/** The findings, then the settings, then what it comes to. */
function renderDoctor({ program, checks, settings }: Diagnosis, context: Context): string {
  const { version, node, platform } = program;
  const head = `pricesheet ${version}, Node.js ${node}, ${platform}`;
  const lines = context.quiet
    ? renderFindings(listOdd(checks), context)
    : [
        ...[head, '', ...renderFindings(checks, context), ''],
        ...[...renderSettings(settings, context), '', concludeChecks({ checks })],
      ];
  return lines.map((line) => `${line}\n`).join('');
}

/** Problems and warnings. */
export function listOdd(checks: Diagnosis['checks']): Diagnosis['checks'] {
  return checks.filter(({ status }) => status !== 'ok');
}

const COLOURS = { ok: 'green', warning: 'yellow', problem: 'red' } as const;

/** A line for each finding, and one for what to do about it. */
export function renderFindings(checks: Diagnosis['checks'], { paint, stdio }: Context): readonly string[] {
  const rows = checks.flatMap(({ check, status, message, advice }) => [
    [status, check, message],
    ...(advice === null ? [] : [['', '', advice]]),
  ]);
  const columns = [0, 1, 2].map((at) => ({ title: '', text: (row: readonly string[]) => row[at] ?? '' }));
  const [, ...lines] = renderTable(rows, columns, widthOf(stdio.stdout));
  return lines.map((line) =>
    line.replace(/^\w+/, (status) => paint(COLOURS[status as Finding['status']], status)),
  );
}

function renderSettings(
  settings: Diagnosis['settings'],
  { verbose, paint, stdio }: Context,
): readonly string[] {
  const all = Object.entries(settings);
  const shown = verbose ? all : all.filter(([, { from }]) => from !== 'default');
  const hidden = all.length - shown.length;
  const table = renderTable(
    shown,
    [
      { title: 'setting', text: ([flag]) => flag },
      { title: 'value', text: ([, { value }]) => value ?? 'none' },
      { title: 'comes from', text: ([, { from }]) => from },
    ],
    widthOf(stdio.stdout),
  );
  const others = `${count(hidden, 'setting has its default', 'settings have their defaults')}; --verbose shows them`;
  return [
    ...table.map((line, at) => (at === 0 ? paint('dim', line) : line)),
    ...(hidden > 0 ? [others] : []),
  ];
}

/** What the checks come to. */
export function concludeChecks({ checks }: Pick<Diagnosis, 'checks'>): string {
  const of = (wanted: Finding['status']) => checks.filter(({ status }) => status === wanted);
  const [problems, warnings] = [of('problem'), of('warning').length];
  const names = [...new Set(problems.map(({ check }) => check))].join(', ');
  if (names !== '') return `Runs will fail until the problems are fixed: ${names}`;
  return warnings > 0 ? `No problems, ${count(warnings, 'warning')}` : 'No problems';
}

type Find = (check: string, message: string, advice?: string | null) => Finding;

const ok: Find = (check, message) => ({ check, status: 'ok', message, advice: null });
const warning: Find = (check, message, advice = null) => ({
  ...ok(check, message),
  status: 'warning',
  advice,
});
const problem: Find = (...found) => ({ ...warning(...found), status: 'problem' });

/** Files that may or may not be there. What is wrong with one that could not be read is said among the settings. */
function examineFiles({ configPath, dotenvPath, cwd, unread }: Sources): Finding {
  const stateOf = (path: string): string => {
    if (!disk.existsSync(path)) return 'is not there';
    return unread.has(path) ? 'is not read' : 'is read';
  };
  const files = [configPath, dotenvPath].map((path) => `"${relative(cwd, path)}" ${stateOf(path)}`);
  return ok('files', `${files.join(', ')}; the working folder is "${cwd}"`);
}

/** Everything that is wrong with settings, in the words of any other command, and what is odd about their sources. */
function examineSettings(problems: readonly string[], sources: Sources): readonly Finding[] {
  const findings = [
    ...problems.map((message) => problem('settings', message)),
    ...noticeSources(sources).map((message) => warning('settings', message)),
  ];
  return findings.length > 0 ? findings : [ok('settings', 'Every setting can be used')];
}

function keyFileOf({ env, dotenv, cwd }: Sources): string {
  const file = env.values[KEY_FILE] || dotenv.values[KEY_FILE];
  return file ? resolve(cwd, file) : '';
}

/** Which key it is, and where it comes from. */
function examineKey(account: Account, sources: Sources): Finding {
  const { key_fingerprint: fingerprint } = describeAccount(account);
  const file = process.platform === 'win32' ? '' : keyFileOf(sources);
  const mode = disk.statSync(file, { throwIfNoEntry: false })?.mode;
  const rights = mode === undefined ? '' : `, mode ${(mode & 0o777).toString(8)}`;
  const where = `${account.apiKey.place}${rights}`;
  return ok('key', `The key comes from ${where}; the account's fingerprint is ${fingerprint}`);
}

function examineProxy({ proxy }: Account): Finding {
  const login = proxy?.credentials ? ', with a user name and a password' : '';
  return ok(
    'proxy',
    proxy ? `Requests go through ${proxy.origin}${login}` : 'Requests go straight to the service',
  );
}

type Env = Readonly<Record<string, string | undefined>>;

/** If the environment names further certificates: whether they can be read. Node itself skips a file that can't be read. */
function examineCertificates(env: Env, cwd: string): Finding {
  const named = env['NODE_EXTRA_CA_CERTS'];
  if (!named) return ok('tls', "Certificates are checked against Node's own authorities");
  const wrong = (why: string): Finding =>
    problem(
      'tls',
      `The file "${named}" that NODE_EXTRA_CA_CERTS names ${why}, so its certificates do not count`,
      'Name a readable file of certificates in PEM form',
    );
  try {
    const text = disk.readFileSync(resolve(cwd, named), 'utf8');
    const { length } = text.match(/-----BEGIN (?:TRUSTED )?CERTIFICATE-----/g) ?? [];
    if (length === 0) return wrong('holds no certificate in PEM form');
    return ok('tls', `${length} certificate authorities from "${named}" in addition to Node's own`);
  } catch (error) {
    return wrong(`can't be read: ${describeSystemError(error)}`);
  }
}

function examineRuns(path: string): Finding {
  const message = `Run folders are made in "${path}"`;
  const obstacle = findObstacle(path);
  if (obstacle !== undefined)
    return problem(
      'runs',
      `${message}: ${obstacle}`,
      isNoFolder(path)
        ? 'Move the file away'
        : 'Work in a folder that you may write to, or name one with PRICESHEET_OUT',
    );
  // Others could put something there that runs would take for their own.
  const [trust, stats] = [systemTrust(), disk.statSync(path, { throwIfNoEntry: false })];
  const stranger = trust && stats && findOtherOwner(stats, trust);
  return stranger
    ? warning('runs', `${message}, which ${stranger.why}`, stranger.wayOut(path))
    : ok('runs', message);
}

/** Whether something else is in the place of a folder. */
function isNoFolder(path: string): boolean {
  return disk.existsSync(path) && !disk.statSync(path).isDirectory();
}

/** Why nothing can be made in a folder that may not exist yet. Rights alone don't say: some file systems make nothing for anybody. */
function findObstacle(path: string): string | undefined {
  const there = nearestThere(path);
  try {
    if (isNoFolder(there)) return `"${there}" is a file`;
    disk.rmdirSync(disk.mkdtempSync(join(there, '.pricesheet-')));
    return undefined;
  } catch (error) {
    return `${describeSystemError(error)} in "${there}"`;
  }
}

function nearestThere(path: string): string {
  const parent = dirname(path);
  return disk.existsSync(path) || parent === path ? path : nearestThere(parent);
}

/** Whether locks can be kept, and who holds the account's: `name`, if the settings say which account it is. */
function examineLock(folder: string | undefined, name: string | undefined): Finding {
  const obstacle = folder === undefined ? 'there is no home folder' : findObstacle(folder);
  if (folder === undefined || obstacle !== undefined)
    return warning(
      'lock',
      `No lock can be kept: ${obstacle}`,
      'Runs go on without a lock, and may run beside each other; XDG_STATE_HOME names another folder',
    );
  const lock = name === undefined ? undefined : findLock(join(folder, name), disk);
  if (!lock)
    return ok('lock', `Locks are in "${folder}"${name === undefined ? '' : '; no run holds the account'}`);
  const standing = judgeHolder(lock, { probes: systemProbes(), now: systemClock.now() });
  const who = describeLock(lock);
  return standing.kind === 'stale'
    ? ok('lock', `A run left its lock behind, since ${standing.why}; the next one takes it over: ${who}`)
    : warning('lock', `A run holds the account: ${who}`, BUSY);
}

const BUSY =
  'A sync, an apply or an undo that begins meanwhile ends with exit code 7, or waits if "wait-lock" in pricesheet.json says so';

function examineService({ reply, ms }: Probed, baseUrl: string): Finding {
  const took = `in ${Math.round(ms)} ms`;
  if (reply.kind === 'ok')
    return ok('service', `${baseUrl} answered ${reply.httpStatus} ${took} and accepted the key`);
  const message = `${baseUrl}: ${reply.message}, ${took}`;
  if (isKeyRefused({ reply }))
    return problem('service', message, 'Check the API key, and that it belongs to this base URL');
  if ('httpStatus' in reply && reply.httpStatus === 429)
    return warning('service', message, 'It is busy; runs slow down automatically when the service asks');
  return problem('service', message, hintOf('GET', reply) ?? 'Try again later; a run tries several times');
}

function isKeyRefused({ reply }: Pick<Probed, 'reply'>): boolean {
  return 'httpStatus' in reply && (reply.httpStatus === 401 || reply.httpStatus === 403);
}
