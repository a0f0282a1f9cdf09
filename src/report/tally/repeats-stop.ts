interface Cause {
  readonly code?: string;
  readonly message?: string;
}

/**
 * Whether a message says nothing but what ended the run: a service that is down fails each row that was under way by the same fault,
 * and a fault that is repeated row by row looks like several.
 *
 * Shape: `GET /listings: no connection to the service: …, after 6 attempts`, also behind what came of it
 */
export function repeatsStop(text: string, stop: Cause | undefined): boolean {
  const said = stop?.code === 'service' ? (stop.message ?? '') : '';
  const fault = text.replace(/, after \d+ attempts?$/, '');
  const [, behind = ''] = /^[^:]*: (.*)$/s.exec(fault) ?? [];
  return [fault, behind].some((each) => each !== '' && said.includes(each));
}
