/**
 * Characters that steer a terminal, break a line, reorder text or can't be seen: controls, line and paragraph separators,
 * marks for direction, everything that Unicode says is to be drawn as nothing, and halves of characters; and
 * the fifth mark in a row and those after it, since no script puts so many on a letter and a heap of them covers the lines
 * around it. Source: Unicode's DerivedCoreProperties.txt, Default_Ignorable_Code_Point.
 */
export const UNPRINTABLE =
  /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]|(?<=\p{M}{4})\p{M}/u;
