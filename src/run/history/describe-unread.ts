/** For people, of files that could not be read. */
export function describeUnread(paths: readonly string[]): readonly string[] {
  const [first] = paths;
  if (first === undefined) return [];
  const what =
    paths.length === 1 ? `The file "${first}"` : `${paths.length} files of the history, first "${first}",`;
  return [`${what} can't be read: damaged, or of a newer version; history verify examines all files`];
}
