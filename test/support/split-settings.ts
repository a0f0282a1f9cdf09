const SETTING = /^(PRICESHEET_\w+)=(.*)$/s;

interface Split {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** Words such as `PRICESHEET_RETRIES=0` set a variable for this one command, as a shell has it before the command. */
export function splitSettings(words: readonly string[]): Split {
  const found = words.flatMap((word) => {
    const [, name, value = ''] = SETTING.exec(word) ?? [];
    return name === undefined ? [] : [[name, value] as const];
  });
  return { argv: words.filter((word) => !SETTING.test(word)), env: Object.fromEntries(found) };
}
