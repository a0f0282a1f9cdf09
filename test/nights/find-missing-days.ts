/**
 * The days on which a nightly job did not run and was to: it is expected on a day of the week if it ran then in at least half of the weeks before.
 * In its first week it is expected on days that are no weekend anywhere on earth.
 *
 * Shape: days since 1970.
 */
export function findMissingDays(ran: ReadonlySet<number>, today: number): readonly number[] {
  const days = [...ran].sort((one, other) => one - other);
  const [first = 0] = days;
  if (days.length < 4) return [];
  const all = Array.from({ length: today - first + 1 }, (_, index) => first + index);
  return all.filter((day) => {
    if (ran.has(day)) return false;
    const weeks = all.filter((earlier) => earlier < day && (day - earlier) % 7 === 0).slice(-8);
    if (weeks.length === 0) return !mayBeWeekend(day);
    return weeks.filter((earlier) => ran.has(earlier)).length * 2 >= weeks.length;
  });
}

/** At half past two by UTC it may still be Sunday on Monday. 1970 began on a Thursday. */
function mayBeWeekend(day: number): boolean {
  return [6, 0, 1].includes((day + 4) % 7);
}
