/** Whether a name fits a pattern, in which `*` is any text and `?` any character; everything else is literal. */
export function matcherOf(pattern: string, flags = ''): (name: string) => boolean {
  const parts = pattern.split(/(\*+|\?)/).map((part) => {
    if (part.startsWith('*')) return '.*';
    return part === '?' ? '.' : part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  });
  const whole = new RegExp(`^${parts.join('')}$`, `su${flags}`);
  return (name) => whole.test(name);
}
