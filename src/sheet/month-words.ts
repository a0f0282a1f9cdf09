/** What the months are called in the languages that exports come in, whole and cut, without accents. */
const MONTHS: readonly string[] = [
  'january jan januar jaenner janner janvier janv enero ene gennaio gen januari styczen stycznia sty',
  'february feb februar feber fevrier fevr fev febrero febbraio februari luty lutego lut',
  'march mar marz maerz mrz mars marzo maart mrt marzec marca',
  'april apr avril avr abril abr aprile kwiecien kwietnia kwi',
  'may mai mayo maggio mag mei maj maja',
  'june jun juni juin junio giugno giu czerwiec czerwca cze',
  'july jul juli juillet juil julio luglio lug lipiec lipca lip',
  'august aug aout agosto ago augustus sierpien sierpnia sie',
  'september sep sept septembre septiembre set settembre sett wrzesien wrzesnia wrz',
  'october oct oktober okt octobre octubre ottobre ott pazdziernik pazdziernika paz',
  'november nov novembre noviembre listopad listopada lis',
  'december dec dezember dez decembre diciembre dic dicembre grudzien grudnia gru',
];

const WEEKDAYS: ReadonlySet<string> = new Set(
  [
    'monday mon montag lundi lun lunes lunedi maandag poniedzialek',
    'tuesday tue tues dienstag mardi martes martedi dinsdag wtorek',
    'wednesday wed mittwoch mercredi mer miercoles mercoledi woensdag sroda',
    'thursday thu thurs donnerstag jeudi jeu jueves giovedi donderdag czwartek',
    'friday fri freitag vendredi ven viernes venerdi vrijdag piatek',
    'saturday sat samstag sonnabend samedi sam sabado sabato zaterdag sobota',
    'sunday sun sonntag dimanche dim domingo domenica zondag niedziela',
  ].flatMap((words) => words.split(' ')),
);

const BY_WORD = new Map(
  MONTHS.flatMap((words, index) => words.split(' ').map((word) => [word, index + 1] as const)),
);

/** The number of a month from its name. */
export function monthOf(word: string): number | undefined {
  return BY_WORD.get(withoutAccents(word));
}

export function isWeekday(word: string): boolean {
  return WEEKDAYS.has(withoutAccents(word));
}

function withoutAccents(word: string): string {
  return word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
