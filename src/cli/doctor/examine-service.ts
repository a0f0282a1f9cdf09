import type { DoctorFinding } from '../../report/screen/doctor-finding.ts';
import { EXIT } from '../../run/job/exit-code.ts';
import type { Probed } from '../../service/probe-service.ts';

const SLOW_MS = 5000;
/** The header has seconds, and an answer takes its time. */
const SKEWED_MS = 30_000;

interface Examined {
  readonly findings: readonly DoctorFinding[];
  /** What a run would end with. */
  readonly exitCode: number;
}

/** Uses one GET to check the connection, the key and this machine's clock. */
export function examineService({ reply, ms, aheadMs }: Probed, baseUrl: string): Examined {
  const took = `in ${Math.round(ms)} ms`;
  const check = 'service';
  const clock = examineClock(aheadMs);
  if (reply.kind === 'ok') {
    const isSlow = ms > SLOW_MS;
    const finding: DoctorFinding = {
      check,
      status: isSlow ? 'warning' : 'ok',
      message: `${baseUrl} answered ${reply.httpStatus} ${took} and accepted the key`,
      advice: isSlow ? 'It is slow; where answers take longer than --timeout, requests fail' : undefined,
    };
    return { findings: [finding, ...clock], exitCode: EXIT.done };
  }
  const httpStatus = 'httpStatus' in reply ? reply.httpStatus : undefined;
  const message = `${baseUrl}: ${reply.message}, ${took}`;
  if (httpStatus === 401 || httpStatus === 403) {
    const advice = 'Check the API key, and that it belongs to this base URL';
    return { findings: [{ check, status: 'problem', message, advice }, ...clock], exitCode: EXIT.keyRefused };
  }
  if (httpStatus === 429) {
    const advice = 'It is busy; runs slow down automatically when the service asks';
    return { findings: [{ check, status: 'warning', message, advice }, ...clock], exitCode: EXIT.done };
  }
  const hint = 'hint' in reply ? reply.hint : undefined;
  const advice = hint ?? 'Check the base URL, and try again later; a run tries several times';
  return { findings: [{ check, status: 'problem', message, advice }, ...clock], exitCode: EXIT.failed };
}

function examineClock(aheadMs: number | undefined): readonly DoctorFinding[] {
  if (aheadMs === undefined) return [];
  const seconds = Math.round(Math.abs(aheadMs) / 1000);
  if (Math.abs(aheadMs) <= SKEWED_MS)
    return [{ check: 'clock', status: 'ok', message: "This machine's clock agrees with the service's" }];
  return [
    {
      check: 'clock',
      status: 'warning',
      message: `This machine's clock is ${seconds} s ${aheadMs > 0 ? 'behind' : 'ahead of'} the service's`,
      advice: 'Let the machine set its clock (NTP): run folders and heartbeats of locks use its time',
    },
  ];
}
