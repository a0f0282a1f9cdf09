/**
 * What a retry file shows where a row had no cell at all. A row is refused while it holds this: filled up with blanks
 * it would look whole, and amounts that slipped into the wrong column would be believed.
 */
export const MISSING_CELL = '<missing>';

/** Likewise, if a row had a blank cell too many: under a header that has no name, text is refused. */
export const EXTRA_CELL = '<extra>';

/** What a retry file shows behind a cell in which the sheet ended. */
export const CUT_MARK = '<cut short>';
