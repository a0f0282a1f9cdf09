import { styleText } from 'node:util';

type Style = Parameters<typeof styleText>[0];

/** Styles text, or returns it unchanged where colours are off. */
export type Paint = (style: Style, text: string) => string;

export function createPaint(colour: boolean): Paint {
  return colour ? (style, text) => styleText(style, text, { validateStream: false }) : (_style, text) => text;
}
