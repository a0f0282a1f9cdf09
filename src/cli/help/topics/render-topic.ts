import type { Topic } from '../help-topics.ts';
import { reflow } from './reflow.ts';
import { renderCronTopic } from './render-cron-topic.ts';
import { renderExitCodesTopic } from './render-exit-codes-topic.ts';
import { renderGuardsTopic } from './render-guards-topic.ts';
import { renderSheetTopic } from './render-sheet-topic.ts';

const PAGES: Readonly<Record<Topic, (width: number) => readonly string[]>> = {
  sheet: renderSheetTopic,
  guards: renderGuardsTopic,
  'exit-codes': renderExitCodesTopic,
  cron: renderCronTopic,
};

/** Longer lines are hard to read. */
const WIDEST = 80;

/** A page of help. Units: `columns` of the screen. */
export function renderTopic(topic: Topic, columns: number): string {
  const width = Math.min(WIDEST, columns);
  return `${reflow(PAGES[topic](width), width).join('\n')}\n`;
}
