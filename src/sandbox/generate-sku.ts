import type { Random } from './random.ts';

type Words = readonly [string, ...string[]];

const products: Words = [
  'MUG',
  'SHIRT',
  'CABLE',
  'LAMP',
  'BOWL',
  'SOCK',
  'KNIFE',
  'CHAIR',
  'PUMP',
  'TOWEL',
  'FRAME',
  'BELT',
];
const colours: Words = ['BLK', 'WHT', 'RED', 'BLU', 'GRN', 'GREY', 'OAK'];
const sizes: Words = ['XS', 'S', 'M', 'L', 'XL', '2XL', '12OZ', '30CM'];
const foreign: Words = ['Größe', 'Café', 'Tisch-Ø', 'Señor', 'Łóżko', '茶碗', 'Чашка'];
const characters = 'ABCDEFGHJKLMNPQRSTUVWXYZ0123456789';

/** Which styles of SKU to make up: `plain` ones such as `MUG-00123`, or `varied` as sellers have them. */
export type SkuStyle = 'plain' | 'varied';

/**
 * Makes up a SKU. The number keeps SKUs of one style apart.
 *
 * Varied ones hold what breaks naive clients: spaces, slashes, plus signs, ampersands, percent and hash signs, quotes, separators, letters
 * beyond ASCII, leading zeros, and text that a spreadsheet takes for a number or a date.
 */
export function generateSku(style: SkuStyle, number: number, random: Random): string {
  const product = random.pick(products);
  if (style === 'plain') return `${product}-${pad(number, 5)}`;
  return random.pick(weightedShapes)({ product, number, random });
}

interface Ingredients {
  readonly product: string;
  readonly number: number;
  readonly random: Random;
}

type Shape = (ingredients: Ingredients) => string;

const dashed: Shape = ({ product, number, random }) => `${product}-${random.pick(colours)}-${pad(number, 4)}`;
const coded: Shape = ({ random }) => `${code(2, random)}-${code(4, random)}-${code(4, random)}`;
const sized: Shape = ({ product, number, random }) => `${product}-${number}-${random.pick(sizes)}`;
const zeros: Shape = ({ number }) => pad(number, 8);
const lower: Shape = ({ product, number }) => `${product.toLowerCase()}_${number}`;

const odd: readonly [Shape, ...Shape[]] = [
  ({ product, number, random }) => `${product} ${random.pick(colours)} ${number}`,
  ({ product, number, random }) => `${product}/${random.pick(sizes)}/${random.pick(colours)}/${number}`,
  ({ product, number }) => `${product}+BOX-${number}`,
  ({ number, random }) => `${random.pick(foreign)}-${number}`,
  ({ product, number }) => `${product}&CO #${number}`,
  ({ product, number }) => `50%-${product}-${number}`,
  ({ product, number }) => `${product} 19" ${number}`,
  ({ product, number }) => `${product},${number};A`,
  ({ product, number }) => `-${product}-${number}`,
  ({ product, number }) => `${product}=${number}?`,
  ({ number, random }) => `${number}E${random.integer(2, 9)}`,
  ({ number, random }) => `${random.integer(1, 12)}-${random.integer(1, 28)}-${number}`,
  ({ product, number }) => `${product}.${number}.00`,
];

const weightedShapes: readonly [Shape, ...Shape[]] = [
  ...repeat(dashed, 6),
  ...repeat(coded, 5),
  ...repeat(sized, 4),
  ...repeat(zeros, 2),
  ...repeat(lower, 2),
  ...repeat((ingredients) => ingredients.random.pick(odd)(ingredients), 3),
];

function repeat(shape: Shape, times: number): [Shape, ...Shape[]] {
  return [shape, ...new Array<Shape>(times - 1).fill(shape)];
}

function pad(number: number, length: number): string {
  return String(number).padStart(length, '0');
}

function code(length: number, random: Random): string {
  let text = '';
  for (let index = 0; index < length; index++) text += characters[random.integer(0, characters.length - 1)];
  return text;
}
