import type { Cents } from '../domain/cents.ts';
import type { ByChannel } from '../domain/fees.ts';
import { parseShare } from '../sheet/parse-share.ts';
import { readPlainCents } from '../sheet/plain-amount.ts';
import { type Parse, type Parsed, refused, understood } from './setting.ts';

/** `0.30` for every channel, `CHANNEL=0.35` for one, or both: `0.30,CHANNEL=0.35`. Units: cents. */
export const feeAmounts: Parse<ByChannel<Cents>> = (text) => byChannel(text, feeAmount);

/** `15` for every channel, `CHANNEL=8` for one, or both. Units: thousandths of a percent. */
export const feeShares: Parse<ByChannel<number>> = (text) => byChannel(text, feeShare);

/** In major units, whatever the sheet is in, and of the listing's own currency. */
function feeAmount(text: string): Parsed<Cents> {
  const cents = readPlainCents(text, { unit: 'major', decimalSign: '.' });
  return cents === undefined ? refused('is not an amount such as 0.30') : understood(cents);
}

function feeShare(text: string): Parsed<number> {
  const parsed = parseShare(text);
  return parsed.kind === 'share' ? understood(parsed.share) : refused(parsed.detail);
}

function byChannel<T>(text: string, parse: Parse<T>): Parsed<ByChannel<T>> {
  const channels = new Map<string, T>();
  let all: T | undefined;
  for (const part of text.split(',')) {
    const [, name, value = ''] = /^(?:([^=]*)=)?(.*)$/s.exec(part) ?? [];
    const channel = name?.trim();
    const parsed = parse(value.trim());
    if (!parsed.ok) return refused(`holds "${value.trim()}", which ${parsed.why}`);
    if (channel === '') return refused(`has "${part.trim()}" without a channel`);
    if (channel === undefined ? all !== undefined : channels.has(channel))
      return refused(`has two values for ${channel === undefined ? 'all channels' : `channel ${channel}`}`);
    if (channel === undefined) all = parsed.value;
    else channels.set(channel, parsed.value);
  }
  return understood({ all, channels });
}
