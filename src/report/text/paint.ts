import { styleText } from 'node:util';

type Style = Parameters<typeof styleText>[0];

/** Dresses text in colour, or leaves it as it is where there is none to be had. */
export type Paint = (style: Style, text: string) => string;

export function createPaint(colour: boolean): Paint {
  return colour ? (style, text) => styleText(style, text, { validateStream: false }) : (_style, text) => text;
}
