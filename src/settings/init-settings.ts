import { SCHEDULERS } from '../report/screen/schedule/nightly-job.ts';
import * as parse from './parse-setting.ts';
import { define } from './setting.ts';
import { SERVICE_SETTINGS } from './settings.ts';

const { required: _required, ...address } = SERVICE_SETTINGS.baseUrl;

/** What `init` asks for, where no flag says it. The key itself is no flag: others could read it in the list of processes. */
export const INIT_SETTINGS = {
  baseUrl: address,
  keyFile: define('--key-file <FILE>', {
    about: 'a file that holds the key of the account (default: PRICESHEET_API_KEY, or asked at a terminal)',
    parse: parse.nonBlank,
    flagOnly: true,
  }),
  schedule: define('--schedule <cron|systemd|task>', {
    about:
      'what is to run it every night: cron, a systemd timer, the Windows Task Scheduler (default: what this machine has)',
    parse: parse.oneOf(...SCHEDULERS),
    flagOnly: true,
  }),
} as const;
