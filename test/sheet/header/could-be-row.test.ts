import { describe, expect, it } from 'vitest';
import { toColumn } from '../../../src/sheet/header/column.ts';
import { couldBeRow } from '../../../src/sheet/header/find-table.ts';

const TABLE = {
  header: ['sku', 'title', 'cost', 'stock'],
  columns: new Map([
    ['sku', toColumn('sku', 0)],
    ['cost', toColumn('cost', 2)],
  ] as const),
  rows: [{ line: 9, cells: ['T 1', 'Tie', '12', '3'] }],
};

describe('couldBeRow', () => {
  it.each(
    `A1;Cap;10;3 | A1;Cap;10 | A1;;10; | A1;Cap;n/a; | A1;Cap;; | CAP;;10; | CAP;Wool;red;3
      | S 7;Cap;;3 | ;A1;;10 | 1;A1;10 | CAP;;$ 10.00; | A1;Cap;1'000.–; | 00-A.1/2;;EUR 5;;;`.split(
      /\s*\| /,
    ),
  )('is so of %s', (text) => {
    expect(couldBeRow({ line: 1, cells: text.split(';') }, TABLE)).toBe(true);
  });

  it.each(
    `;;; | Price list 2026;;; | Liste-2027;;; | 100234;;; | T 7;;; | Preisliste gültig ab 01.01.2027 | A1 | Created:;01.02.2026
      | Erstellt;01.02.2026 10:30 | Stand;20260201 | Currency;EUR;; | Lager:;7;Konto:;100 | Rows;250;;
      | Total;;31.50;10 | Gesamt:;;31,50; | ;Zwischensumme;31.50; | Article;;Purchase;Sale | ;;Q1;Q2
      | Artikel;Name;EK (EUR);Bestand | item_sku;item_name;standard_price;bullet_point1
      | TemplateType=fptcustom;Version=2021.1014;settings=contentLanguageTag=en_GB
      | sku;title;cost#1.value;stock[1] | ;;EUR/100 St.;Stk | -----;-----;-----;----- | 2026-02-01;;;`.split(
      /\s*\| /,
    ),
  )('is not so of %s', (text) => {
    expect(couldBeRow({ line: 1, cells: text.split(';') }, TABLE)).toBe(false);
  });
});
