import type { Topic } from '../help-topics.ts';
import { renderCronTopic } from './render-cron-topic.ts';
import { renderExitCodesTopic } from './render-exit-codes-topic.ts';
import { renderGuardsTopic } from './render-guards-topic.ts';
import { renderSheetTopic } from './render-sheet-topic.ts';

const PAGES: Readonly<Record<Topic, () => readonly string[]>> = {
  sheet: renderSheetTopic,
  guards: renderGuardsTopic,
  'exit-codes': renderExitCodesTopic,
  cron: renderCronTopic,
};

/** A page of help, for a screen of 80 columns. */
export function renderTopic(topic: Topic): string {
  return `${PAGES[topic]().join('\n')}\n`;
}
