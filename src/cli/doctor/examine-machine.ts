import { accessSync, constants, existsSync, readFileSync, statfsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { describeSystemError } from '../../domain/describe-system-error.ts';
import { findOtherOwner, type Stranger } from '../../domain/find-other-owner.ts';
import type { DoctorFinding } from '../../report/screen/doctor-finding.ts';
import { systemTrust } from '../../run/disk/system-trust.ts';
import type { Sources } from '../../settings/read-sources.ts';

/** From package.json: what the program is made and tested for. */
const OLDEST_NODE = [20, 19] as const;

export function examineNode(version: string): DoctorFinding {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number);
  const isNew = major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1]);
  return isNew
    ? { check: 'node', status: 'ok', message: `Node.js ${version} is new enough` }
    : {
        check: 'node',
        status: 'problem',
        message: `Node.js ${version} is older than ${OLDEST_NODE.join('.')}`,
        advice: 'Install a newer Node.js',
      };
}

/** If the environment names further certificates: whether they can be read. Node itself skips a file that can't be read. */
export function examineCertificates(
  env: Readonly<Record<string, string | undefined>>,
  cwd: string,
): DoctorFinding {
  const named = env['NODE_EXTRA_CA_CERTS'];
  const wrong = (why: string): DoctorFinding => ({
    check: 'tls',
    status: 'problem',
    message: `The file "${named}" that NODE_EXTRA_CA_CERTS names ${why}, so its certificates do not count`,
    advice: 'Name a readable file of certificates in PEM form',
  });
  if (env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0')
    return {
      check: 'tls',
      status: 'problem',
      message:
        'NODE_TLS_REJECT_UNAUTHORIZED=0 would let others on the network read the key, so it is refused',
      advice: 'Unset it, and name the certificate authority in NODE_EXTRA_CA_CERTS instead',
    };
  if (!named)
    return { check: 'tls', status: 'ok', message: "Certificates are checked against Node's own authorities" };
  try {
    const found = readFileSync(resolve(cwd, named), 'utf8').match(
      /-----BEGIN (?:TRUSTED )?CERTIFICATE-----/g,
    );
    if (!found) return wrong('holds no certificate in PEM form');
    return {
      check: 'tls',
      status: 'ok',
      message: `${found.length} certificate authorities from "${named}" in addition to Node's own`,
    };
  } catch (error) {
    return wrong(`can't be read: ${describeSystemError(error)}`);
  }
}

interface FolderOptions {
  readonly check: string;
  /** What it is for, as the beginning of a sentence. */
  readonly what: string;
  readonly advice: string;
  /** Without it runs work all the same. */
  readonly isOptional?: true;
}

/** Whether files can be created in a folder that may not exist yet; nothing is created to find out. */
export function examineFolder(
  path: string,
  { check, what, advice, isOptional }: FolderOptions,
): DoctorFinding {
  const status = isOptional ? 'warning' : 'problem';
  const there = nearestThere(path);
  try {
    if (!statSync(there).isDirectory())
      return { check, status, message: `${what} "${path}": "${there}" is a file`, advice };
    accessSync(there, constants.W_OK | constants.X_OK);
    const stranger = there === path ? strangerTo(path) : undefined;
    if (stranger)
      return {
        check,
        status: 'warning',
        message: `${what} "${path}", which ${stranger.why}`,
        advice: stranger.wayOut(path),
      };
  } catch (error) {
    return {
      check,
      status,
      message: `${what} "${path}": ${describeSystemError(error)} in "${there}"`,
      advice,
    };
  }
  const made = there === path ? '' : ', which the next run will create';
  return { check, status: 'ok', message: `${what} "${path}"${made}` };
}

/** Who else could put something there that runs would take for their own. */
function strangerTo(path: string): Stranger | undefined {
  const trust = systemTrust();
  return trust && findOtherOwner(statSync(path), trust);
}

const FEW_BYTES = 50 * 1024 ** 2;
const LITTLE_BYTES = 500 * 1024 ** 2;

/** A sheet of a million rows takes some hundreds of megabytes. */
export function examineSpace(path: string): DoctorFinding {
  const check = 'disk';
  const there = nearestThere(path);
  try {
    const { bavail, bsize } = statfsSync(there);
    const message = `${formatBytes(bavail * bsize)} are free where "${path}" is`;
    if (bavail * bsize >= LITTLE_BYTES) return { check, status: 'ok', message };
    const status = bavail * bsize < FEW_BYTES ? 'problem' : 'warning';
    return { check, status, message, advice: 'Make room, or name another folder with PRICESHEET_OUT' };
  } catch (error) {
    return {
      check,
      status: 'warning',
      message: `Cannot determine the free space: ${describeSystemError(error)}`,
    };
  }
}

function formatBytes(bytes: number): string {
  const gigabytes = bytes / 1024 ** 3;
  return gigabytes >= 1 ? `${gigabytes.toFixed(1)} GiB` : `${Math.floor(bytes / 1024 ** 2)} MiB`;
}

function nearestThere(path: string): string {
  const parent = dirname(path);
  return existsSync(path) || parent === path ? path : nearestThere(parent);
}

/** Files that may or may not be there. What is wrong with one that could not be read is said among the settings. */
export function examineFiles(
  names: readonly string[],
  { cwd, unread }: Pick<Sources, 'cwd' | 'unread'>,
): DoctorFinding {
  const stateOf = (path: string): string => {
    if (!existsSync(path)) return 'is not there';
    return unread.has(path) ? 'is not read' : 'is read';
  };
  const there = names.map((name) => `"${name}" ${stateOf(resolve(cwd, name))}`);
  return { check: 'files', status: 'ok', message: `${there.join(', ')}; the working folder is "${cwd}"` };
}
