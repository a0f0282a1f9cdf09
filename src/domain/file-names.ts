/** Whether a name fits a pattern, in which `*` is any text and `?` any character; everything else is literal. */
export function matcherOf(pattern: string, flags = ''): (name: string) => boolean {
  const parts = pattern.split(/(\*+|\?)/).map((part) => {
    if (part.startsWith('*')) return '.*';
    return part === '?' ? '.' : part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  });
  const whole = new RegExp(`^${parts.join('')}$`, `su${flags}`);
  return (name) => whole.test(name);
}

/**
 * Why programs of Windows can't open a file or folder of this name; `undefined` if they can. Node.js makes most of them all the same, and
 * the Explorer can then neither open nor delete them.
 *
 * Source: "Naming Files, Paths, and Namespaces" in the documentation of Windows.
 */
export function whyNotOnWindows(name: string): string | undefined {
  const [character] = /[<>:"|?*\p{Cc}]/u.exec(name) ?? [];
  if (character !== undefined) return `Windows allows no ${JSON.stringify(character)} in a name`;
  if (/[. ]$/.test(name)) return 'Windows allows no dot or space at the end of a name';
  const [stem = ''] = name.split('.');
  return DEVICES.test(stem.trimEnd()) ? `"${name}" is the name of a device on Windows` : undefined;
}

const DEVICES = /^(con|prn|aux|nul|(com|lpt)[0-9¹²³])$/i;
