import type { ExportCase } from './export-case.ts';

const STOCK_LIST = 'a stock list with reorder levels, as inventory programs and people write it';
const GROUPED = 'a spreadsheet whose first row names groups of columns';
const PRICE_LIST = "a supplier's or a shop's own price list";
const SPREADSHEET = 'a spreadsheet that was saved as CSV';

const STOCK_LEVELS: readonly ExportCase[] = [
  {
    program: 'Stock list, German: Min and Max beside the stock',
    source: STOCK_LIST,
    text: 'Artikelnummer;Bezeichnung;Bestand;Min;Max;EK netto\r\nA-1;Eimer;14;5;20;3,45\r\nA-2;Besen;3;2;10;6,15\r\n',
    asks: 'minimum_price',
  },
  {
    program: 'Stock list: available, min, max',
    source: STOCK_LIST,
    text: 'sku,name,available,min,max,cost\nB-1,Rope,40,10,60,2.35\nB-2,Hook,7,5,25,1.15\n',
    asks: 'minimum_price',
  },
  {
    program: 'Stock list, Dutch: Voorraad, Min, Max',
    source: STOCK_LIST,
    text: 'Artikelcode;Omschrijving;Voorraad;Min;Max;Kostprijs\r\nC-1;Emmer;9;4;12;4,25\r\n',
    asks: 'minimum_price',
  },
  {
    program: 'Stock list, French: a minimum beside the quantity in stock',
    source: STOCK_LIST,
    text: "Référence article;Désignation;Qté en stock;Min;Max;Prix d'achat\r\nD-1;Seau;11;3;18;5,35\r\n",
    asks: 'minimum_price',
  },
  {
    program: 'Bin list: aisle, bin, Min, Max',
    source: STOCK_LIST,
    text: 'Part Number,Aisle,Bin,Min,Max,Unit Cost\nP-100,4,12-B,6,30,7.85\nP-200,4,13-A,2,8,9.65\n',
    asks: 'minimum_price',
  },
  {
    program: 'Replenishment list: a floor and a ceiling of stock',
    source: STOCK_LIST,
    text: 'SKU,Lead Time (days),Safety Stock,Floor,Ceiling,Unit Cost\nE-1,14,10,15,90,1.95\n',
    asks: 'minimum_price',
  },
  {
    program: 'Stock list that says it in every header',
    source: STOCK_LIST,
    text: 'SKU,Min Stock,Max Stock,Min Order Qty,Max Order Qty,Unit Cost\nF-1,5,50,10,500,3.25\n',
    cents: { 'F-1': { cost: 325 } },
  },
  {
    program: 'Stock list: reorder point as the minimum, in brackets',
    source: STOCK_LIST,
    text: 'Item Code,On Hand,Reorder Level (Min),Order Up To (Max),Last Unit Cost\nG-1,17,12,48,2.75\n',
    cents: { 'G-1': { cost: 275 } },
  },
  {
    program: 'Matrix of stores: a minimum and a maximum per store',
    source: STOCK_LIST,
    text: 'SKU,Description,HQ_DNO,HQ_Min,HQ_Max,West_Min,West_Max,Default Unit Cost\nH-1,Vest,N,4,12,2,6,15.55\n',
    cents: { 'H-1': { cost: 1555 } },
  },
  {
    program: 'Bulk pricing: a minimum and a maximum of pieces',
    source: 'https://docs.shift.hypaapps.com/docs/guides/price-lists/template',
    text:
      'Product SKU,Price,Sale price,Bulk Pricing Tier 1 Quantity Min,Bulk Pricing Tier 1 Quantity Max,Bulk Pricing Tier 1 Amount,Cost Price\n' +
      'I-1,20.00,18.00,5,9,17.50,8.45\n',
    cents: { 'I-1': { cost: 845 } },
  },
];

const GROUPS: readonly ExportCase[] = [
  {
    program: 'Groups above the header: Inventory, Buying',
    source: GROUPED,
    text: ',Inventory,Inventory,Buying\nSKU,Min,Max,Unit Cost\nK-1,5,20,4.35\nK-2,1,6,8.15\n',
    asks: '"Min" is taken for minimum_price below "Inventory"',
  },
  {
    program: 'Groups above the header, each written over its first column',
    source: GROUPED,
    text: ';;Magazzino;;Acquisti\r\nSKU;Descrizione;Min;Max;Costo\r\nL-1;Secchio;3;12;2,65\r\n',
    asks: '"Min" is taken for minimum_price below "Magazzino"',
  },
  {
    program: 'Groups above the header, stock levels and bounds side by side',
    source: GROUPED,
    text: ',Replenishment,Replenishment,Pricing,Pricing\nSKU,Min,Max,Min,Max\nM-1,5,40,18.35,27.85\nM-2,2,9,21.15,33.45\n',
    stops: 'both mean minimum_price',
  },
  {
    program: 'Groups above the header, German: Lager beside Preise',
    source: GROUPED,
    text: ';Lager;;Preise;;\r\nArtikelnummer;Min;Max;Min;Max;EK\r\nN-1;4;16;12,15;19,95;7,05\r\n',
    stops: 'both mean minimum_price',
  },
  {
    program: 'Groups above the header: what the parcel costs, and what the article costs',
    source: GROUPED,
    text: ',Shipping,Shipping,Purchase\nSKU,Cost,Carrier,Cost\nO-1,4.95,UPS,11.25\n',
    stops: 'both mean cost',
  },
  {
    program: 'Groups above the header: the only cost is that of the freight',
    source: GROUPED,
    text: ',Product,Freight\nSKU,Name,Cost\nQ-1,Table,45.50\n',
    asks: '"Cost" is taken for cost below "Freight"',
  },
  {
    program: 'Groups above the header: the only cost is that of the packaging',
    source: GROUPED,
    text: ';Artikel;Verpackung\r\nSKU;VK;EK\r\nR-1;19,90;0,35\r\nR-2;24,90;0,45\r\n',
    asks: '"EK" is taken for cost below "Verpackung"',
  },
  {
    program: 'Groups above the header: the only cost is what Amazon asks',
    source: GROUPED,
    text: ',Listing,Listing,Fees\nSKU,ASIN,Price,Cost\nS-1,B0S2OOOOO1,29.00,4.35\n',
    asks: '"Cost" is taken for cost below "Fees"',
  },
];

const PER_SO_MANY: readonly ExportCase[] = [
  {
    program: 'Cost with a divisor, called by our own name',
    source: PRICE_LIST,
    text: 'sku,cost,cost_divisor\nT-1,125.00,100\nT-2,4.50,1\n',
    cents: { 'T-1': { cost: 125 }, 'T-2': { cost: 450 } },
  },
  {
    program: 'Cost with the quantity that it is for',
    source: PRICE_LIST,
    text: 'sku,cost,cost_quantity\nU-1,250.00,100\nU-2,3.60,1\nU-3,18.00,10\n',
    cents: { 'U-1': { cost: 250 }, 'U-2': { cost: 360 }, 'U-3': { cost: 180 } },
  },
  {
    program: 'Cost beside a column Per',
    source: PRICE_LIST,
    text: 'SKU,Unit Cost,Per\nV-1,45.00,100\nV-2,7.20,1\n',
    cents: { 'V-1': { cost: 45 }, 'V-2': { cost: 720 } },
  },
  {
    program: 'EK je so viel, in a column of a name that nobody knows',
    source: PRICE_LIST,
    text: 'SKU;EK;Bezugsgr.\r\nW-1;380,00;1000\r\nW-2;3,10;1\r\nW-3;52,00;100\r\nW-4;2,90;1\r\n',
    asks: 'if "EK" is for that many pieces, pass --map cost_divisor=Bezugsgr.',
  },
  {
    program: 'Purchase price beside a pricing factor of a name that nobody knows',
    source: PRICE_LIST,
    text: 'Part No,Purchase Price,PP Basis\nX-1,62.00,100\nX-2,510.00,1000\nX-3,5.25,1\n',
    asks: 'if "Purchase Price" is for that many pieces',
  },
  {
    program: 'Price unit that holds prices: nothing is to be divided by them',
    source: PRICE_LIST,
    text: 'SKU,Cost,Price Unit\nY-1,10,15\nY-2,16,24\nY-3,21,33\n',
    asks: 'cost_divisor',
  },
];

/** How the letters stand, the digits behind them, and what that is. */
const LETTERS: readonly (readonly [letters: string, digits: string, cents: number])[] = [
  ['kr.', '1499', 149900],
  ['Fr.', '1250', 125000],
  ['USD.', '1999', 199900],
  ['GBP.', '250', 25000],
  ['zł.', '99', 9900],
  ['Rs.', '1500', 150000],
  ['CHF.', '1250.50', 125050],
];

const CURRENCY_DOTS: readonly ExportCase[] = [
  ...LETTERS.map(
    ([letters, digits, cents]): ExportCase => ({
      program: `Costs with the letters of a currency and a dot: ${letters}${digits}`,
      source: SPREADSHEET,
      text: `SKU,Cost\nCUR-1,${letters}${digits}\nCUR-2,${letters}12.50\n`,
      cents: { 'CUR-1': { cost: cents }, 'CUR-2': { cost: 1250 } },
    }),
  ),
  {
    program: 'Costs with commas, and one with the letters of a currency and a dot',
    source: SPREADSHEET,
    text: 'SKU;EK\r\nCUR-1;CHF 12,50\r\nCUR-2;CHF.1250\r\nCUR-3;CHF 8,95\r\n',
    cents: { 'CUR-1': { cost: 1250 }, 'CUR-2': { cost: 125000 }, 'CUR-3': { cost: 895 } },
  },
];

const NOT_KNOWN: readonly ExportCase[] = [
  {
    program: 'Square, an item whose cost nobody has entered',
    source: 'https://squareup.com/help/gb/en/article/5966-item-library-and-unit-cost-management',
    text: 'Token,Item Name,Variation Name,SKU,Price,Default Unit Cost\nKQ3,Scarf,Regular,ZC-1,25.00,0.00\nKQ4,Cap,Regular,ZC-2,19.00,\n',
    cents: { 'ZC-1': { cost: 0 } },
  },
  {
    program: 'Price list: a cost so small that it rounds to nothing',
    source: PRICE_LIST,
    text: 'SKU,Unit Cost\nZC-7,0.0040\nZC-8,0.0350\n',
    cents: { 'ZC-7': { cost: 0 }, 'ZC-8': { cost: 4 } },
  },
];

const DECIMAL_SIGNS: readonly ExportCase[] = [
  {
    program: 'Costs with dots beside maximums with commas',
    source: SPREADSHEET,
    text: 'sku;cost;max\nDS-1;3.400;2.999,90\nDS-2;12.750;3.499,00\nDS-3;7.9;49,50\n',
    stops: '--decimal',
  },
  {
    program: 'Costs with commas beside minimums with dots',
    source: SPREADSHEET,
    text: 'sku;cost;min\nDS-1;1,250;1,499.00\nDS-2;2,400;2,999.50\nDS-3;19,9;29.95\n',
    stops: '--decimal',
  },
  {
    program: 'Minimums with blanks and commas beside costs with dots',
    source: SPREADSHEET,
    text: 'sku;cost;min\nDS-1;12.50;1 499,00\nDS-2;8.75;99,95\n',
    stops: '--decimal',
  },
  {
    program: 'Bounds that disagree with each other',
    source: SPREADSHEET,
    text: 'sku;min;max\nDS-1;19,95;1,299.00\nDS-2;8,40;24.50\n',
    stops: '--decimal',
  },
];

const OTHER_TRADES: readonly ExportCase[] = [
  {
    program: 'Warehouse list: the floor is one of a building',
    source: STOCK_LIST,
    text: 'SKU,Warehouse,Floor,Aisle,Shelf,Unit Cost\nZ-1,North,1,A,3,5.05\nZ-2,North,2,C,1,6.25\n',
    asks: 'minimum_price',
  },
  {
    program: 'Stock list: Managed says that the stock is counted',
    source: STOCK_LIST,
    text: 'SKU,Name,Stock,Managed,Backorders,Cost\nAA-1,Lamp,4,yes,no,9.35\nAA-2,Fee,,no,no,1.05\n',
    asks: 'repricing',
  },
  {
    program: 'Price list: the standard price is what everybody pays',
    source: PRICE_LIST,
    text: 'SKU,Name,Standard Price,Sale Price\nAB-1,Chair,89.00,69.00\nAB-2,Stool,49.00,39.00\n',
    stops: 'sets anything',
  },
  {
    program: 'Price list: the standard price beside the cost',
    source: PRICE_LIST,
    text: 'SKU,Standard Price,Sale Price,Cost Price\nAB-1,89.00,69.00,31.15\n',
    cents: { 'AB-1': { cost: 3115 } },
  },
  {
    program: 'Purchase list with the tax of the cost',
    source: PRICE_LIST,
    text: 'SKU,Unit Cost,Unit Cost (VAT),Unit Cost (Gross)\nAC-1,10.00,2.00,12.00\nAC-2,5.50,1.10,6.60\n',
    cents: { 'AC-1': { cost: 1000 }, 'AC-2': { cost: 550 } },
  },
  {
    program: 'Purchase list: the only cost is the tax of it',
    source: PRICE_LIST,
    text: 'SKU,Price,Purchase Price (VAT)\nAC-1,24.00,2.00\n',
    stops: 'sets anything',
  },
  {
    program: 'Einkaufsliste: EK (MwSt) beside EK (netto)',
    source: PRICE_LIST,
    text: 'Artikelnummer;EK (MwSt);EK (netto)\r\nAD-1;1,90;10,05\r\nAD-2;0,95;5,15\r\n',
    cents: { 'AD-1': { cost: 1005 }, 'AD-2': { cost: 515 } },
  },
  {
    program: 'Lista acquisti: Costo (IVA) beside Costo',
    source: PRICE_LIST,
    text: 'SKU;Costo (IVA);Costo\r\nAD-3;2,42;11,05\r\n',
    cents: { 'AD-3': { cost: 1105 } },
  },
  {
    program: "Liste d'achats: the tax of the purchase price beside it",
    source: PRICE_LIST,
    text: "Référence article;Prix d'achat;Prix d'achat (TVA)\r\nAD-4;8,35;1,67\r\n",
    cents: { 'AD-4': { cost: 835 } },
  },
  {
    program: 'Inkooplijst: Kostprijs (BTW) beside Kostprijs',
    source: PRICE_LIST,
    text: 'Artikelcode;Kostprijs;Kostprijs (BTW)\r\nAD-5;6,15;1,29\r\n',
    cents: { 'AD-5': { cost: 615 } },
  },
  {
    program: 'Measures: the least and the most in inches and feet',
    source: PRICE_LIST,
    text: 'SKU,Waist Min (in),Waist Max (in),Min (ft),Max (ft),Cost\nAE-1,28,32,2.5,3.0,12.15\n',
    cents: { 'AE-1': { cost: 1215 } },
  },
  {
    program: 'Measures: the least and the most in millimetres',
    source: PRICE_LIST,
    text: 'SKU;Min [mm];Max [mm];EK\r\nAF-1;12,5;18,0;2,05\r\n',
    cents: { 'AF-1': { cost: 205 } },
  },
  {
    program: 'Measures: temperatures',
    source: PRICE_LIST,
    text: 'Part Number,Min (°C),Max (°C),Unit Cost\nAG-1,-20,85,0.45\n',
    cents: { 'AG-1': { cost: 45 } },
  },
  {
    program: 'Measures: days until it is there',
    source: PRICE_LIST,
    text: 'SKU,Min (days),Max (days),Cost\nAH-1,2,5,3.65\n',
    cents: { 'AH-1': { cost: 365 } },
  },
  {
    program: 'Measures: the load that it bears',
    source: PRICE_LIST,
    text: 'SKU,Max (kg),Max (lbs),Cost\nAI-1,120,265,44.15\n',
    cents: { 'AI-1': { cost: 4415 } },
  },
  {
    program: 'Changes of costs: Δ Cost',
    source: PRICE_LIST,
    text: 'SKU,Cost,Δ Cost,Cost Change,Cost %\nAJ-1,8.25,0.35,0.35,4.4\n',
    cents: { 'AJ-1': { cost: 825 } },
  },
  {
    program: 'Changes of costs: the sign behind the word',
    source: PRICE_LIST,
    text: 'SKU;EK;EK +/-;EK ±\r\nAJ-2;7,15;0,45;0,45\r\n',
    cents: { 'AJ-2': { cost: 715 } },
  },
  {
    program: 'Changes of costs: the difference first',
    source: PRICE_LIST,
    text: 'SKU,Unit Cost Δ,Unit Cost Variance,Unit Cost\nAJ-3,0.25,-0.15,6.45\n',
    cents: { 'AJ-3': { cost: 645 } },
  },
  {
    program: 'Changes of costs: before and now',
    source: PRICE_LIST,
    text: 'SKU,Previous Cost,Cost,Next Cost\nAJ-4,5.05,5.35,5.65\n',
    cents: { 'AJ-4': { cost: 535 } },
  },
  {
    program: 'Changes of costs, and nothing else',
    source: PRICE_LIST,
    text: 'SKU,Price,Δ Cost\nAJ-1,18.00,0.35\n',
    stops: 'sets anything',
  },
  {
    program: 'Order: the cost of the line beside the cost of a piece',
    source: 'a purchase order, line by line',
    text: 'SKU,Qty,Unit Cost,Cost\nAK-1,12,2.50,30.00\nAK-2,4,7.15,28.60\n',
    cents: { 'AK-1': { cost: 250 }, 'AK-2': { cost: 715 } },
    asks: '"Unit Cost" is taken for cost',
  },
  {
    program: 'Order: the extended cost beside the cost',
    source: 'a purchase order, line by line',
    text: 'Item Code,Qty,Cost,Extended Cost\nAL-1,10,3.05,30.50\n',
    cents: { 'AL-1': { cost: 305 } },
  },
  {
    program: 'Bestellung: EK gesamt beside EK',
    source: 'a purchase order, line by line',
    text: 'Artikelnummer;Menge;EK gesamt;EK\r\nAM-1;20;45,00;2,25\r\n',
    cents: { 'AM-1': { cost: 225 } },
  },
  {
    program: 'Bon de commande: the amount of the line beside the price of a piece',
    source: 'a purchase order, line by line',
    text: "Référence article;Qté;Prix d'achat;Montant HT\r\nAN-1;6;4,15;24,90\r\n",
    cents: { 'AN-1': { cost: 415 } },
  },
  {
    program: 'Order: the only cost may be that of the line',
    source: 'a purchase order, line by line',
    text: 'PO Number,SKU,Ordered Qty,Received Qty,Cost\nPO-7,AO-1,12,12,30.00\nPO-7,AO-2,4,0,28.60\n',
    asks: '"Ordered Qty" holds amounts',
    cents: { 'AO-1': { cost: 3000 }, 'AO-2': { cost: 2860 } },
  },
  {
    program: 'Shoe list: the platform is one of a sole',
    source: PRICE_LIST,
    text: 'SKU,Heel (cm),Platform,Size,Cost\nAV-1,8,3 cm,38,21.35\nAV-2,0,none,40,17.25\n',
    cents: {},
    refuses: 'Platform',
  },
  {
    program: 'Fabric list: the material is cotton, the SKU stands elsewhere',
    source: PRICE_LIST,
    text: 'Style,Material,Colour,SKU,Cost\nPolo,Cotton,Red,AP-1,7.95\nPolo,Wool,Blue,AP-2,11.45\n',
    cents: { 'AP-1': { cost: 795 }, 'AP-2': { cost: 1145 } },
  },
  {
    program: 'Fabric list without a SKU: the material is no number of one',
    source: PRICE_LIST,
    text: 'Style,Material,Colour,Cost\nPolo,Cotton,Red,7.95\nShirt,Cotton,Blue,9.45\nVest,Wool,Grey,12.05\n',
    asks: 'sku',
  },
  {
    program: 'Shop list: shipping is a cost, but not of the article',
    source: PRICE_LIST,
    text: 'SKU,Price,Shipping Cost,Packaging Cost,Storage Cost\nAQ-1,24.00,4.95,0.45,0.15\n',
    stops: 'sets anything',
  },
  {
    program: 'Shop list: the cost beside those of shipping and of a click',
    source: PRICE_LIST,
    text: 'SKU,Price,Shipping Cost,Cost per click,Cost per item\nAR-1,24.00,4.95,0.25,8.65\n',
    cents: { 'AR-1': { cost: 865 } },
  },
  {
    program: 'Stock valuation: the value of all pieces beside the cost of one',
    source: STOCK_LIST,
    text: 'SKU,On Hand,Average Cost,Total Cost,Stock Value,Retail Value\nAS-1,40,2.15,86.00,86.00,200.00\n',
    cents: { 'AS-1': { cost: 215 } },
  },
  {
    program: 'Price policy: MAP and MSRP beside the minimum price',
    source: PRICE_LIST,
    text: 'SKU,MAP,MAP Price,MSRP,Min Price,Max Price\nAT-1,19.99,19.99,29.99,17.35,28.65\n',
    cents: { 'AT-1': { minimum_price: 1735, maximum_price: 2865 } },
  },
  {
    program: 'Price policy: the only minimum is the advertised one',
    source:
      'https://developer.fabric.inc/v3/dropship/dropship-suppliers/products/catalog-utilities/importing-offers',
    text: 'Supplier SKU,Base Cost,Shipping Cost,Minimum Advertised Price (MAP)\nAU-1,12.35,3.45,24.99\n',
    stops: 'Supplier SKU',
  },
];

const UNSEEN: readonly ExportCase[] = [
  ...['QOH', 'SOH', 'Avail', 'ROP', 'Monthly Usage', 'In Transit', 'Sold'].map((name) => ({
    program: `Stock list: Min and Max of our own names beside ${name}`,
    source: STOCK_LIST,
    text: `SKU,Cost,${name},Min,Max\nBA-1,1.25,7,5,20\nBA-2,2.25,14,10,40\n`,
    asks: 'minimum_price',
  })),
  {
    program: 'Stock list: numbers of pieces, written with a sign',
    source: STOCK_LIST,
    text: 'SKU,Cost,Min #,Max #\nBB-1,1.25,5,20\n',
    cents: { 'BB-1': { cost: 125 } },
  },
  {
    program: "Market report: the competitors' least, average and highest price",
    source: PRICE_LIST,
    text: 'SKU,Min,Avg,Max\nBC-1,19.25,50.15,90.35\n',
    cents: { 'BC-1': { minimum_price: 1925, maximum_price: 9035 } },
    asks: '"Avg" holds amounts',
  },
  ...['Units Sold', 'Net Quantity', 'Qty Shipped', 'Quantity Ordered', 'Items Sold'].map((name) => ({
    program: `Sales report: the cost of all pieces beside ${name}`,
    source: SPREADSHEET,
    text: `SKU,${name},Revenue,Cost,Profit\nBD-1,5,100.00,60.55,39.45\n`,
    cents: { 'BD-1': { cost: 6055 } },
    asks: `"${name}" holds amounts`,
  })),
  {
    program: 'Shipping list: only its title says so',
    source: SPREADSHEET,
    text: 'Shipping cost per item\n\nSKU,Cost\nBE-1,1.55\n',
    cents: { 'BE-1': { cost: 155 } },
    asks: '"Cost" is taken for cost',
  },
  {
    program: 'Groups above a blank line: Product, Shipping',
    source: GROUPED,
    text: ',Product,Shipping\n\nSKU,Price,Cost\nBF-1,20.55,1.95\n',
    cents: { 'BF-1': { cost: 195 } },
    asks: '"Cost" is taken for cost',
  },
  {
    program: 'Groups with a year: Product 2025, Shipping 2025',
    source: GROUPED,
    text: ',Product 2025,Shipping 2025\nSKU,Price,Cost\nBG-1,20.55,1.95\n',
    cents: { 'BG-1': { cost: 195 } },
    asks: '"Cost" is taken for cost',
  },
  {
    program: 'Groups above names that Odoo uses too',
    source: GROUPED,
    text: ',Prices,Shipping\nInternal Reference,Sales Price,Cost\nBH-1,20.55,1.95\n',
    asks: '"Cost" is taken for cost below "Shipping"',
  },
  {
    program: 'Price list: what the sales price is for, beside the cost of one piece',
    source: PRICE_LIST,
    text: 'SKU,Unit Cost,Sales Price,Price Quantity\nBI-1,1.55,30.00,10\n',
    cents: { 'BI-1': { cost: 16 } },
    asks: '"Price Quantity" is taken for cost_divisor',
  },
  {
    program: 'Price list, German: what the list price is for',
    source: PRICE_LIST,
    text: 'Artikelnummer;EK netto;UVP;Preiseinheit\nBK-1;1,55;30,00;10\n',
    cents: { 'BK-1': { cost: 16 } },
    asks: '"Preiseinheit" is taken for cost_divisor',
  },
  {
    program: 'Price list: what the cost is for stands right behind it',
    source: PRICE_LIST,
    text: 'SKU,Sales Price,Unit Cost,Currency,Price Quantity\nBL-1,3.05,15.50,USD,10\n',
    cents: { 'BL-1': { cost: 155 } },
  },
  ...(
    [
      ['Cost Per', '12', '24'],
      ['Price Qty', '25', '50'],
      ['Price UOM', '100', '1000'],
      ['Price UOM', 'EA', 'C'],
      ['Cost Multiplier', '100', '10'],
      ['Price By', '100 KG', '100 M'],
      ['Preis je', '1', '250 m'],
    ] as const
  ).map(([name, one, other]) => ({
    program: `Price list: ${name} says ${one} and ${other}`,
    source: PRICE_LIST,
    text: `SKU,Cost,${name}\nBN-1,150.55,${one}\nBN-2,250.55,${other}\n`,
    asks: `"${name}" holds`,
  })),
  ...(
    [
      ['Price/Unit', '12', '24'],
      ['Unit Price (EUR)', '12', '24'],
      ['Price Group', '1', '10'],
      ['Price Currency', 'USD', 'EUR'],
      ['Price Unit of Measure', 'KG', 'EA'],
      ['Price per kg', '12', '24'],
    ] as const
  ).map(([name, one, other]) => ({
    program: `Price list: ${name} is another matter`,
    source: PRICE_LIST,
    text: `SKU,Cost,${name}\nBO-1,10.55,${one}\nBO-2,20.55,${other}\n`,
    cents: { 'BO-1': { cost: 1055 }, 'BO-2': { cost: 2055 } },
  })),
  ...[
    'A-1,10.55\nA-2,11.55\nSKU,Cost\nT-1,12.55\n',
    'A-1,Cap,10\nSKU,Title,Cost\nT-1,Tie,12\n',
    'A-1,10.55\n\nSKU,Cost\nT-1,12.55\n',
    'A-1,10\nTotal,10\nSKU,Cost\nT-1,12.55\n',
    'A-1,\nSKU,Cost\nT-1,12.55\n',
    'A-1,10,\nSKU,Cost\nT-1,12.55\n',
    '100234,Cap,\nSKU,Title,Cost\nT-1,Tie,12\n',
    'CAP,10,Wool\nSKU,Cost,Title\nT-1,12,Tie\n',
    'CAP,Wool,10,12\nSKU,Title,Cost,Retail\nT-1,Tie,12,20\n',
    'CAP,Wool,red,10\nSKU,Title,Cost,Stock Qty\nT-1,Tie,12,20\n',
    'Pos,Article,Price\n1,A-1,10\n\nSKU,Cost\nT-1,12.55\n',
    'Cap,A 1,10\nTitle,SKU,Cost\nTie,T 1,12\n',
    'A 1,,\nSKU,Title,Cost\nT 1,Tie,12\n',
    'Rows,12\nSKU,Cost\nT-1,12.55\n',
  ].map((text) => ({
    program: `Sheet that was sorted with its header: ${JSON.stringify(text)}`,
    source: SPREADSHEET,
    text,
    stops: 'looks like a row, but is above the header',
  })),
  ...[
    'Total,10.55\n',
    'Rows:,12\n',
    'As of,22.11.2026\n',
    'As of,2026-11-22 10:30\n',
    'Sum:,10.55\n',
    'Preisliste 2026\nStand,20261122\n',
    'KW47\n',
  ].map((above) => ({
    program: `Sheet with ${JSON.stringify(above)} above its header`,
    source: SPREADSHEET,
    text: `${above}SKU,Cost\nT-1,12.55\n`,
    cents: { 'T-1': { cost: 1255 } },
  })),
  {
    program: 'SAP list: the standard price counts, beside MvAvgPrice',
    source: SPREADSHEET,
    text: 'Material,MvAvgPrice,Std price,Prc.\nBM-1,1.55,10.00,S\nBM-2,2.55,20.00,V\n',
    cents: { 'BM-1': { cost: 1000 }, 'BM-2': { cost: 255 } },
  },
];

/** Headings that look like ours and are not: what must never be taken, and what a person has to say. */
export const TRAP_EXPORTS: readonly ExportCase[] = [
  ...STOCK_LEVELS,
  ...GROUPS,
  ...PER_SO_MANY,
  ...CURRENCY_DOTS,
  ...NOT_KNOWN,
  ...DECIMAL_SIGNS,
  ...OTHER_TRADES,
  ...UNSEEN,
];
