/**
 * What a page after a listing that is gone is: an error, an empty one, the first one, or the one that it would have been.
 * interface.md does not say.
 */
export const goneCursorStyles = ['refused', 'empty', 'first_page', 'honoured'] as const;

export type GoneCursors = (typeof goneCursorStyles)[number];
