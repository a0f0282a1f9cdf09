import { describe, expect, it } from 'vitest';
import { mayBeDivisor, namesPriceQuantity } from '../../src/sheet/may-be-divisor.ts';
import { IDENTITY_HEADERS, OTHER_HEADERS } from '../../src/sheet/non-divisor-words.ts';
import { listed } from '../support/listed.ts';

describe('mayBeDivisor', () => {
  it.each([
    '',
    ...listed(`F, Lot, Lot size, Qty, Quantity, Menge, Aantal, Pack, Pack size, Pack Qty, Vendor Pack, VPE,
      Units per case, Number of pieces, Anzahl Stück, Colisage, per, EUR per, P.U., Price Qty, PriceQty,
      PRICEPERQTY, UNITCOSTQUANTITY, COSTQTY, Cost per, Preis je, Preismenge, Preis-Einheit, Qty for Price,
      Price factor, Unité de prix, Unidad de precio, Prijseenheid, Prix par, Price Unit, EK-Menge,
      Unità di prezzo, Price per qty, Order Unit, Units in stock`),
  ])('takes "%s" for a possible one', (header) => {
    expect(mayBeDivisor(header)).toBe(true);
  });

  it.each(
    listed(`MOQ, Min order qty, MinOrderQty, Mindestbestellmenge, Cantidad mínima de pedido,
      Quantité minimum, Lagerbestand, Qty On Hand, Stock disponible, Giacenza, Voorraad, Bestand,
      Lead Time (days), Lieferzeit in Tagen, Délai de livraison, VAT %, MwSt., Discount, Rabattsatz,
      Weight (g), Gewicht, Poids net, Status, Active, Visible, Page, Priority, Category, Warengruppe,
      Barcode, Supplier ID, Werk, MANDT, Price, Unit Price, Unit Cost, Verkaufspreis, Stückpreis,
      Price per piece, Preis pro Stück, Prix de vente, Prix unitaire, Prezzo unitario, Precio de venta,
      Price EUR, Price list, Cost center, UVP, List, Image Position, STPRS, EK, __proto__ status`),
  )('knows that "%s" is something else', (header) => {
    expect(mayBeDivisor(header)).toBe(false);
  });

  it.each([...Object.values(OTHER_HEADERS).flat(), ...IDENTITY_HEADERS])(
    'knows "%s" in capitals, with a sign behind it',
    (word) => {
      expect(mayBeDivisor(`${word.toUpperCase()}.`)).toBe(false);
    },
  );
});

describe('namesPriceQuantity', () => {
  it.each(['Cost Per', 'Price Qty', 'Price UOM', 'PriceQty', 'Preismenge', 'Preiseinheit', 'List price per'])(
    'says that "%s" is what a price is for',
    (header) => {
      expect(namesPriceQuantity(header)).toBe(true);
    },
  );

  it.each([
    '',
    'Price',
    'Qty',
    'Per',
    'Price/Unit',
    'Price (per)',
    'Price per piece',
    'Unit price',
    'Qty Price',
    'Price base',
  ])('says of "%s" that it may be anything', (header) => {
    expect(namesPriceQuantity(header)).toBe(false);
  });
});
