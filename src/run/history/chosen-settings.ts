interface Shown {
  readonly value?: string | null;
  readonly from?: string;
}

/** The settings that differ from the defaults, by flag. */
export function chosenSettings(
  settings: Readonly<Record<string, unknown>>,
): Readonly<Record<string, string | null>> {
  const shown = Object.entries(settings as Readonly<Record<string, Shown>>);
  return Object.fromEntries(
    shown.flatMap(([flag, { value = null, from }]) =>
      from === undefined || from === 'default' ? [] : [[flag, value]],
    ),
  );
}
