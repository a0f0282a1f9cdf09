import fc from 'fast-check';
import type { MoneyField } from '../../../src/domain/fields.ts';
import { Chance } from '../chance.ts';
import {
  type Content,
  LANGUAGES,
  type Language,
  NEUTRAL,
  OUR_GROUPS,
  OURS,
  type OurName,
  OWN,
  TRADES,
  type Trade,
} from './header-words.ts';

/**
 * A writer of sheets that knows what each of its columns means, and nothing of the reader: columns of ours and of other
 * trades, each with the words that people use for it, alone, under the heading of a group, with a note, or among others.
 */

export interface GrammarColumn {
  readonly header: string;
  /** Of the group that it stands in; blank where there is none. */
  readonly heading: string;
  /** The field that it truly is for; none where it belongs to another trade. */
  readonly means: OurName | undefined;
  /** The trade, for messages. */
  readonly trade: string;
  /**
   * Something in the sheet says what it means: the header itself, its group, its note, a column beside it, the title, or its
   * cells. Where nothing does, the header is a short word such as `Min` among columns that say nothing of it, and who looks
   * at the sheet can't know either. Nor can it be known whether a `Cost` beside a `Qty` is that of the whole line. Only a run
   * that nobody watches has to leave such columns alone. None of them stands in a sheet that calls its SKU by our own name
   * and has no word of a stranger: that one is of prices by our own word.
   */
  readonly isTold: boolean;
  readonly cells: readonly string[];
}

export interface GrammarSheet {
  readonly text: string;
  readonly columns: readonly GrammarColumn[];
  /** The true cents of one piece by SKU. */
  readonly amounts: ReadonlyMap<string, Readonly<Record<MoneyField, number>>>;
}

interface Item extends Readonly<Record<MoneyField, number>> {
  readonly sku: string;
  /** How many pieces its cost is written for, where the sheet has a column that says so. */
  readonly pieces: number;
}

type Group = readonly GrammarColumn[];

export function aGrammarSheet(): fc.Arbitrary<GrammarSheet> {
  return fc.gen().map((generate) => new Writer(new Chance(generate)).write());
}

type HeadingStyle = 'none' | 'repeated' | 'merged' | 'two lines';
const STYLES = ['none', 'none', 'repeated', 'merged', 'two lines'] as const;
type Told = 'itself' | 'heading' | 'neighbour' | 'note' | 'title' | 'cells' | 'count' | 'nothing';

class Writer {
  readonly #chance: Chance;
  readonly #language: Language;
  readonly #style: HeadingStyle;
  readonly #sign: '.' | ',';
  readonly #items: readonly Item[];
  readonly #isDivided: boolean;
  #title = '';
  /** A column stands in the sheet of which nothing says what it means. */
  #isHidden = false;

  constructor(chance: Chance) {
    this.#chance = chance;
    this.#language = chance.pick(LANGUAGES);
    this.#style = chance.pick(STYLES);
    this.#sign = chance.pick(['.', ',']);
    this.#isDivided = chance.oneIn(5);
    const margin = 110 + chance.below(60);
    const width = 3 + chance.below(8);
    this.#items = Array.from({ length: width }, (_, index) => this.#toItem(index, margin));
  }

  #toItem(index: number, margin: number): Item {
    const chance = this.#chance;
    const cost = 101 + chance.below(30_000);
    const minimum = Math.floor((cost * margin) / 100);
    return {
      sku: `AB-${1000 + index}${chance.pick(['', '-X', 'R'])}`,
      pieces: chance.pick([1, 10, 100, 100, 1000]),
      cost,
      minimum_price: minimum,
      maximum_price: minimum * 2 + chance.below(500),
      manual_price: minimum + chance.below(400),
    };
  }

  write(): GrammarSheet {
    const chance = this.#chance;
    const foreign = chance
      .shuffled(TRADES)
      .slice(0, chance.pick([0, 1, 1, 1, 2, 3]))
      .map((trade) => this.#groupOf(trade));
    const groups = chance.shuffled([...this.#ourGroups(), ...foreign, this.#neutralGroup()]);
    const columns =
      this.#style === 'none' ? chance.shuffled(groups.flat()) : withGroups(this.#inOrder(groups).flat());
    const lines = [...this.#above(columns), columns.map(({ header }) => header)];
    const rows = this.#items.map((_, row) => columns.map(({ cells }) => cells[row] ?? ''));
    return {
      text: this.#toText([...lines, ...rows]),
      columns,
      amounts: new Map(this.#items.map((item) => [item.sku, item])),
    };
  }

  /** Below merged cells, columns without a group can only stand before all others. */
  #inOrder(groups: readonly Group[]): readonly Group[] {
    const isWithout = (group: Group): boolean => group.some(({ heading }) => heading === '');
    return [...groups.filter(isWithout), ...groups.filter((group) => !isWithout(group))];
  }

  #words(words: Readonly<Partial<Record<Language, string>>> | undefined): readonly string[] {
    const own = words?.[this.#language];
    const text = own === undefined || this.#chance.oneIn(6) ? words?.en : own;
    return text?.split('|') ?? [];
  }

  #word(text: string | readonly string[]): string {
    const [first = '', ...others] = typeof text === 'string' ? text.split('|') : text;
    return this.#chance.pick([first, ...others]);
  }

  #headingOf(words: Readonly<Partial<Record<Language, string>>> | undefined): string {
    return this.#style === 'none' ? '' : this.#word(this.#words(words));
  }

  #neutralHeading(): string {
    if (this.#style === 'none') return '';
    return this.#chance.oneIn(2) ? this.#word(NEUTRAL.headings) : '';
  }

  #ourGroups(): readonly Group[] {
    const chance = this.#chance;
    const isOurs = chance.oneIn(3);
    const some = (names: readonly OurName[]): readonly OurName[] => {
      const chosen = chance.some(names);
      return chosen.length > 0 || chance.oneIn(3) ? chosen : names.slice(0, 1);
    };
    const divided: readonly OurName[] = this.#isDivided ? ['cost', 'cost_divisor'] : [];
    const groups: readonly (readonly ['item' | 'purchase' | 'sale', readonly OurName[]])[] = [
      ['item', ['sku']],
      ['purchase', [...new Set([...divided, ...some(['cost', 'currency'])])]],
      ['sale', some(['minimum_price', 'maximum_price', 'manual_price', 'strategy', 'repricing'])],
    ];
    return groups.map(([kind, names]) => {
      const heading = chance.oneIn(3) ? this.#neutralHeading() : this.#headingOf(OUR_GROUPS[kind]);
      return names.map((name) => this.#ourColumn(name, heading, isOurs));
    });
  }

  #ourColumn(name: OurName, heading: string, isOurs: boolean): GrammarColumn {
    const words = this.#words(OURS[name]);
    const isOwn = words.length === 0 || isOurs || this.#chance.oneIn(4);
    const isContract = isOwn && !(name === 'sku' && this.#isHidden);
    const word = this.#word(isContract ? OWN[name] : words.length > 0 ? words : (OURS[name].en ?? ''));
    const isMoney = MONEY.has(name);
    const note = isMoney && this.#chance.oneIn(5) ? this.#word(PRICE_NOTES) : '';
    return {
      header: `${word}${note}`,
      heading,
      means: name,
      trade: 'ours',
      isTold: true,
      cells: this.#items.map((item) => this.#ourCell(name, item)),
    };
  }

  #ourCell(name: OurName, item: Item): string {
    switch (name) {
      case 'sku':
        return item.sku;
      case 'currency':
        return 'EUR';
      case 'strategy':
        return this.#word('Win the box|Follow|Hold');
      case 'repricing':
        return this.#word('yes|no');
      case 'cost_divisor':
        return `${item.pieces}${this.#chance.oneIn(4) ? ' ST' : ''}`;
      case 'cost':
        return this.#amount(this.#isDivided ? item.cost * item.pieces : item.cost);
      default:
        return this.#amount(item[name]);
    }
  }

  #amount(cents: number): string {
    const digits = String(cents).padStart(3, '0');
    return `${digits.slice(0, -2)}${this.#sign}${digits.slice(-2)}`;
  }

  #neutralGroup(): Group {
    const heading = this.#neutralHeading();
    return this.#chance
      .shuffled(NEUTRAL.columns.split('|'))
      .slice(0, this.#chance.below(4))
      .map((header) => ({
        header,
        heading,
        means: undefined,
        trade: 'nothing',
        isTold: true,
        cells: this.#items.map(() => this.#word('blue|x|Lamp|see note')),
      }));
  }

  #groupOf(trade: Trade): Group {
    const told = this.#chance.pick(this.#waysOf(trade));
    const heading = told === 'heading' ? this.#headingOf(trade.headings) : this.#neutralHeading();
    const bare = this.#chance.some(trade.bare);
    const shorts = bare.length > 0 ? bare : trade.bare.slice(0, 1);
    const about = { trade: `${trade.name}, said by ${told}`, heading };
    if (told === 'title') this.#title = this.#word(this.#words(trade.titles));
    if (told === 'nothing') this.#isHidden = true;
    if (told === 'itself') return this.#plainColumns(trade, heading);
    const columns = shorts.map(([words, content]) =>
      this.#foreignColumn(this.#withNote(this.#word(words), told, trade), content, {
        ...about,
        isTold: told !== 'nothing' && told !== 'count',
      }),
    );
    if (told === 'count') return [...columns, this.#countColumn(about)];
    if (told !== 'neighbour') return columns;
    return [...columns, ...this.#neighbours(trade, about)];
  }

  #waysOf(trade: Trade): readonly [Told, ...Told[]] {
    const ways: readonly [Told, boolean][] = [
      ['heading', this.#style !== 'none' && this.#words(trade.headings).length > 0],
      ['heading', this.#style !== 'none' && this.#words(trade.headings).length > 0],
      ['neighbour', this.#words(trade.neighbours).length > 0],
      ['note', trade.notes !== undefined],
      ['title', this.#style === 'none' && this.#title === '' && trade.titles !== undefined],
      ['cells', trade.isToldByCells === true],
      ['count', trade.isCounted === true],
      ['nothing', trade.isHidden === true],
    ];
    return ['itself', ...ways.flatMap(([told, isOpen]) => (isOpen ? [told] : []))];
  }

  #withNote(word: string, told: Told, { notes = '' }: Trade): string {
    if (told !== 'note') return word;
    const note = this.#word(notes);
    return this.#chance.pick([`${word} (${note})`, `${word} [${note}]`, `${word}(${note})`]);
  }

  #plainColumns(trade: Trade, heading: string): Group {
    const words = this.#chance.shuffled(this.#words(trade.plain)).slice(0, 1 + this.#chance.below(2));
    const content = trade.bare[0]?.[1] ?? 'amount';
    const about = { trade: `${trade.name}, said by itself`, heading, isTold: true };
    return words.map((word) => this.#foreignColumn(word, content, about));
  }

  #foreignColumn(
    header: string,
    content: Content,
    about: Pick<GrammarColumn, 'heading' | 'trade' | 'isTold'>,
  ): GrammarColumn {
    const isWhole = this.#chance.oneIn(2);
    const cells = this.#items.map(() => this.#foreignCell(content, isWhole));
    return { header, ...about, means: undefined, cells };
  }

  #foreignCell(content: Content, isWhole: boolean): string {
    const chance = this.#chance;
    const number = (most: number): string => {
      const value = 1 + chance.below(most);
      return isWhole ? String(value) : this.#amount(value * 100);
    };
    switch (content) {
      case 'low':
        return number(20);
      case 'high':
        return number(200);
      case 'amount':
        return this.#amount(150 + chance.below(40_000));
      case 'percent':
        return `${number(40)}${isWhole ? '' : '%'}`;
      case 'size':
        return isWhole ? number(120) : this.#amount(5 + chance.below(9000));
      default:
        return this.#word(WORDS_OF[content]);
    }
  }

  #countColumn(about: Pick<GrammarColumn, 'heading' | 'trade'>): GrammarColumn {
    const header = this.#word('Qty|Quantity|Menge|Anzahl|Quantité|Quantità|Cantidad|Aantal|Ilość|Pcs');
    return this.#foreignColumn(header, 'low', { ...about, isTold: true });
  }

  #neighbours(trade: Trade, about: Pick<GrammarColumn, 'heading' | 'trade'>): Group {
    const words = this.#chance.shuffled(this.#words(trade.neighbours)).slice(0, 1 + this.#chance.below(2));
    if (trade.neighboursMean === undefined) {
      return words.map((word) => this.#foreignColumn(word, 'low', { ...about, isTold: true }));
    }
    const means = trade.neighboursMean;
    const cells = this.#items.map((item) => this.#ourCell(means, item));
    return words.slice(0, 1).map((header) => ({ ...about, header, means, isTold: true, cells }));
  }

  /** Titles and groups above the header. */
  #above(columns: readonly GrammarColumn[]): readonly (readonly string[])[] {
    if (this.#style === 'none') return this.#title === '' ? [] : [[this.#title]];
    if (columns.every(({ heading }) => heading === '')) return [];
    const upper = columns.map(({ heading }) => heading);
    if (this.#style === 'repeated') return [upper];
    if (this.#style === 'merged') return [merge(upper)];
    const below = new Map(upper.map((text) => [text, text === '' ? '' : this.#word(NEUTRAL.below)]));
    return [
      merge(upper),
      merge(
        upper.map((text) => below.get(text) ?? ''),
        upper,
      ),
    ];
  }

  #toText(lines: readonly (readonly string[])[]): string {
    const delimiter = this.#sign === ',' ? ';' : this.#chance.pick([',', ';', '\t']);
    const width = Math.max(...lines.map((line) => line.length));
    return lines
      .map((line) => Array.from({ length: width }, (_, index) => quote(line[index] ?? '', delimiter)))
      .map((cells) => `${cells.join(delimiter)}\n`)
      .join('');
  }
}

const MONEY: ReadonlySet<OurName> = new Set<OurName>([
  'cost',
  'minimum_price',
  'maximum_price',
  'manual_price',
]);
const PRICE_NOTES = ' (EUR)| [EUR]| (€)| (net)| [EUR/pc]| (excl. VAT)| €| (per piece)';
const WORDS_OF = {
  yes: 'yes|no',
  fabric: 'cotton|linen',
  rule: 'Reorder at 5|Weekly|Min/Max',
  unit: 'EA|kg|m',
  code: 'V-1|V-2|V-3|V-4|V-5|V-6|V-7',
  floor: '1|2|3',
} as const;

/** A line with a word of its own over each column is no line of groups but a header in other words: one group is made wider. */
function withGroups(columns: readonly GrammarColumn[]): readonly GrammarColumn[] {
  const last = columns.at(-1);
  const isLabelled = new Set(columns.map(({ heading }) => heading)).size === columns.length;
  if (!last || !isLabelled || columns.some(({ heading }) => heading === '')) return columns;
  return [...columns, { ...last, header: 'Remark', means: undefined, trade: 'nothing', cells: [] }];
}

/** A text over the first of its columns only. */
function merge(texts: readonly string[], groups = texts): readonly string[] {
  return texts.map((text, index) => (index > 0 && groups[index - 1] === groups[index] ? '' : text));
}

function quote(cell: string, delimiter: string): string {
  return cell.includes(delimiter) || cell.includes('"') ? `"${cell.replaceAll('"', '""')}"` : cell;
}
