import { describe, expect, it } from 'vitest';
import { formatCents } from '../../src/domain/cents.ts';
import { SheetError } from '../../src/domain/errors.ts';
import { MONEY_FIELDS } from '../../src/domain/fields.ts';
import { findNothingToSet } from '../../src/run/sheet/find-nothing-to-set.ts';
import { describeColumn, findUnsettled } from '../../src/run/sheet/unsettled-columns.ts';
import { describeSheet } from '../run/sheet/support.ts';

/**
 * The first lines of what programs and people write, in UTF-8, with ` // ` between short ones; below them, what comes of it:
 *
 * - `reads`: what is read, all rows that set an amount, and no others. A field that is not the cost is named.
 * - `asks`: a part of what has to be settled first. Without `reads`, what is read is wrong, and somebody who watches has to see
 *   it. `nothing`: all columns are ours, texts or codes.
 * - `refuses`: rows are invalid, and this is a part of what it says of each of them.
 * - `stops`: every run stops, and this is a part of what it says.
 *
 * Whole files, in their encodings, are in `fixtures/erp`.
 */
const EXPORTS = `
# Odoo 17, technical names
id,default_code,name,list_price,standard_price,qty_available,reordering_min_qty,reordering_max_qty
__export__.p_1,E-COM06,Corner desk,85.0,41.2,8.0,5.0,20.0
__export__.p_2,E-COM07,Large cabinet,320.0,157.6,2.0,1.0,4.0
stops "standard_price" may be

# Odoo 17, templates with their vendors below them
"Internal Reference","Name","Sales Price","Cost","Vendors/Vendor","Vendors/Minimal Quantity","Vendors/Price"
"CAB-7","Cabinet","88.0","42.6","Fernbrook","1.0","41.9"
"","","","","Quillmere","100.0","37.2"
"CAB-8","Cabinet, oak","96.0","51.3","","",""
reads CAB-7 42.60, CAB-8 51.30

# QuickBooks Desktop, item list with the level to order up to
"Active Status","Type","Item","Description","Account","COGS Account","Asset Account","Cost","Preferred Vendor","Price","Reorder Pt (Min)","Max","MPN"
"Active","Inventory Part","Locks:L-3","Lock, 3 pin","Sales","COGS","Inventory Asset",7.62,"Oakmoss",15.9,10,40,"OM-3"
"Active","Inventory Part","Locks:L-5","Lock, 5 pin","Sales","COGS","Inventory Asset",11.08,"Oakmoss",22.4,8,24,"OM-5"
asks "Max" is taken for maximum_price

# QuickBooks Desktop, item list saved from a report, with its empty first column
,"Active Status","Type","Item","Description","COGS Account","Asset Account","Quantity On Hand","Cost","Preferred Vendor","Price","Reorder Pt (Min)","MPN"
,"Active","Inventory Part","Nails:N-25","Nails 25 mm","COGS","Inventory Asset",1400,0.043,"Société Vaubrune",0.11,500,""
,"Active","Inventory Part","Nails:N-90","Nails 90 mm","COGS","Inventory Asset",700,0.187,"Société Vaubrune",0.42,200,""
reads N-25 0.04, N-90 0.19

# Sage 100, CI_Item
ItemCode,ItemCodeDesc,ProductLine,StandardUnitOfMeasure,StandardUnitPrice,StandardUnitCost,LastTotalUnitCost,AverageUnitCost
1001-HON-H252,HON 2 DRAWER FILE,WF&A,EACH,98.000000,40.500000,41.200000,40.873000
1001-HON-H254,HON 4 DRAWER FILE,WF&A,EACH,149.000000,63.000000,64.750000,63.918000
reads 1001-HON-H252 40.87, 1001-HON-H254 63.92

# Unleashed, products
*Product Code,*Product Description,Barcode,Unit of Measure,Min Stock Alert Level,Max Stock Alert Level,Supplier Code,Supplier Name,Supplier Product Code,Default Purchase Price,Minimum Order Quantity,Minimum Sale Quantity,Default Sell Price,Minimum Sell Price,Pack Size
ANIMAL,Cat figure,9400000001,EA,15,60,FERN,Fernbrook,FB-3,6.4500,24,1,19.9500,14.5000,12
BISCUIT,Biscuit tin,9400000002,EA,10,40,FERN,Fernbrook,FB-4,3.1200,48,1,9.5000,7.2500,24
reads ANIMAL 6.45, ANIMAL minimum_price 14.50, BISCUIT 3.12, BISCUIT minimum_price 7.25

# Katana, bought in rolls
Name,Variant code / SKU,Units of measure,Default purchase unit of measure,Unit conversion rate,Default purchase price
Ribbon,RIB-1,m,roll,100,35.00
Label,LAB-1,pcs,roll,1000,18.50
Box,BOX-1,pcs,pcs,1,2.30
reads RIB-1 0.35, LAB-1 0.02, BOX-1 2.30

# SAP ERP, MBEW, moving average price throughout
MANDT;MATNR;BWKEY;BWTAR;VPRSV;STPRS;VERPR;PEINH;BKLAS;LBKUM;SALK3
100;MAT-1;P100;;V;0,00;125,00;100;3100;40;50,00
100;MAT-2;P100;;V;0,00;38,40;1;3100;7;268,80
reads MAT-1 1.25, MAT-2 38.40

# SAP ERP, MBEW, both ways of valuation in one list
MATNR,BWKEY,VPRSV,STPRS,VERPR,PEINH // MAT-16,AR01,S,16.62,13.51,1 // MAT-21,AR01,V,55.09,48.70,1
reads MAT-16 16.62, MAT-21 48.70

# SAP ERP, the moving price of materials with price control S
Material,Valuation Area,Price control,Moving price,per,Crcy
MAT-40,1000,S,13.51,1,EUR
MAT-41,1000,S,48.70,1,EUR
refuses Price control

# SAP S/4HANA, product valuation, price per thousand
Product,ValuationArea,ValuationType,ValuationClass,InventoryValuationProcedure,StandardPrice,PriceUnitQty,Currency,BaseUnit
TG10,1010,,3100,S,1180.00,1000,EUR,PC
TG11,1010,,3100,S,46.90,1,EUR,PC
stops "StandardPrice" may be cost

# Dynamics 365, released products
ITEMNUMBER,PRODUCTSEARCHNAME,UNITCOSTQUANTITY,UNITCOST,UNITCOSTDATE,SALESPRICEQUANTITY,SALESPRICE,PURCHASEUNITSYMBOL
D0001,MidRangeSpeaker,1.000000,218.750000,1900-01-01,1.000000,370.000000,ea
D0002,Washer,1000.000000,64.200000,1900-01-01,100.000000,15.000000,ea
reads D0001 218.75, D0002 0.06

# Lexware, articles priced per hundred
"Artikelnummer";"Bezeichnung";"Warengr.-Kurzbez.";"Preis pro Anzahl";"Preis 1";"EK 1";"Währung EK1"
"S-40";"Schraube 4x40";"SCHR";"100,000";"6,90";"2,80";"EUR"
"S-60";"Schraube 6x60";"SCHR";"100,000";"9,90";"4,60";"EUR"
reads S-40 0.03, S-60 0.05
asks Preis pro Anzahl

# Stock minimum and maximum behind the cost, Polish
Indeks;Nazwa;Stan;Min;Max;Cena zakupu // K-1;Klucz;40;15;60;12,30 // K-2;Klamra;18;10;30;8,75
asks minimum_price

# Bounds that are whole and under the cost
SKU,Min,Max,Cost // WW-1,5,20,12.50 // WW-2,10,40,33.90 // WW-3,2,6,18.15
reads WW-1 12.50, WW-1 minimum_price 5.00, WW-1 maximum_price 20.00, WW-2 33.90, WW-2 minimum_price 10.00, WW-2 maximum_price 40.00, WW-3 18.15, WW-3 minimum_price 2.00, WW-3 maximum_price 6.00
asks minimum_price

# Last year and this year, each with its cost
,2025,,2026, // Item No.,Qty,Cost,Qty,Cost // GY-1,140,3.05,96,3.35
stops "Cost"

# German "je"
Artikelnr.;Bezeichnung;EK;je;ME
J-1;Unterlegscheibe;3,60;100;Stk
J-2;Mutter M8;24,00;1000;Stk
J-3;Zange;9,85;1;Stk
reads J-1 0.04, J-2 0.02, J-3 9.85

# How many are in a box says nothing of the cost
Item Code,Description,Pack Size,Unit Cost
PS-1,Candle,6,1.85
PS-2,Candle tall,12,2.40
PS-3,Holder,4,3.95
reads PS-1 1.85, PS-2 2.40, PS-3 3.95

# Stock that is managed by lots
Item No.,Bin,Managed,Lot,Unit Cost // M-3,A1,Y,2291,4.40 // M-4,A2,N,,11.25
asks repricing

# A rule by which goods are reordered
Item Code,Warehouse,Rule,Reorder Qty,Unit Cost // RU-1,Main,Lot for lot,24,3.95 // RU-2,Main,Fixed,48,2.10
asks strategy

# What the shipping costs
Order No,SKU,Carrier,Service,Weight,Cost // 10021,SH-1,DHL,Paket,1.2,4.49 // 10022,SH-2,DHL,Paket,3.4,6.99
asks cost

# A goods receipt: ordered, received, cost price, cost
Stock Code,Ordered,Received,Cost Price,Cost // GR-1,40,38,2.65,100.70 // GR-2,12,12,7.90,94.80
asks "Cost Price" holds amounts

# A quantity and a cost, and nothing else that says of how many
Item Code,Quantity,Cost // QC-1,200,84.00 // QC-2,15,92.70
reads QC-1 84.00, QC-2 92.70
asks "Quantity" holds amounts

# Gross cost alone, German
Artikelnummer;Bezeichnung;EK Brutto // TX-5;Topf;17,85 // TX-6;Pfanne;26,18
stops "EK Brutto"

# Amazon, price and quantity file with three header rows
TemplateType=PriceInventory\tVersion=2018.0924\tThis row is for Amazon.com use only. Do not modify or delete this row.\t\t\t\t\t
SKU\tPrice\tMinimum Seller Allowed Price\tMaximum Seller Allowed Price\tQuantity\tFulfilment Channel\tHandling Time\tCurrency
sku\tprice\tminimum-seller-allowed-price\tmaximum-seller-allowed-price\tquantity\tfulfillment-channel\thandling-time\tcurrency
PAN-24\t39.00\t32.50\t47.25\t12\t\t2\tGBP
PAN-28\t45.00\t\t52.75\t7\t\t2\tGBP
reads PAN-24 minimum_price 32.50, PAN-24 maximum_price 47.25, PAN-28 maximum_price 52.75

# Amazon, price and quantity template of 2026, saved as text
settings=attributeRow=5&contentLanguageTag=en_US&dataRow=7&labelRow=4&templateIdentifier=5f0e
     Use ENGLISH to fill this template. DO NOT modify or delete the colored header rows. To expand all optional columns, click the "2" button on the top left.
Listing Identity
SKU\tQuantity (US)\tHandling Time (US)\tYour Price USD (Sell on Amazon, US)\tPricing Rule (Sell on Amazon, US)\tMinimum Seller Allowed Price (Sell on Amazon, US)\tMaximum Seller Allowed Price (Sell on Amazon, US)\tYour Price USD (Amazon Business (B2B), US)\tMinimum Seller Allowed Price (Amazon Business (B2B), US)\tMaximum Seller Allowed Price (Amazon Business (B2B), US)
contribution_sku#1.value\tfulfillment_availability#1.quantity\tfulfillment_availability#1.lead_time_to_ship_max_days\tpurchasable_offer[marketplace_id=ATVPDKIKX0DER][audience=ALL]#1.our_price#1.schedule#1.value_with_tax\tpurchasable_offer[marketplace_id=ATVPDKIKX0DER][audience=ALL]#1.automated_pricing_merchandising_rule_plan#1.merchandising_rule.rule_id\tpurchasable_offer[marketplace_id=ATVPDKIKX0DER][audience=ALL]#1.minimum_seller_allowed_price#1.schedule#1.value_with_tax\tpurchasable_offer[marketplace_id=ATVPDKIKX0DER][audience=ALL]#1.maximum_seller_allowed_price#1.schedule#1.value_with_tax\t\t\t
//
MUG-1\t152\t5\t21.00\tCompetitive Price Rule by Amazon\t17.40\t29.80\t19.50\t16.60\t23.70
MUG-2\t\t\t22.00\t\t18.10\t\t\t\t
reads MUG-1 minimum_price 17.40, MUG-1 maximum_price 29.80, MUG-2 minimum_price 18.10

# Amazon, template of 2026 whose bounds are labelled with the currency
SKU,"Minimum Seller Allowed Price USD (Sell on Amazon, US)","Maximum Seller Allowed Price USD (Sell on Amazon, US)"
MUG-1,17.40,29.80 // MUG-2,18.10,
reads MUG-1 minimum_price 17.40, MUG-1 maximum_price 29.80, MUG-2 minimum_price 18.10

# Amazon.in, template of 2026: the maximum retail price is printed on the box, and no bound
SKU,"Your Price INR (Sell on Amazon, IN)","Maximum Retail Price (Sell on Amazon, IN)","Minimum Seller Allowed Price (Sell on Amazon, IN)","Maximum Seller Allowed Price (Sell on Amazon, IN)"
LB-9,499.00,799.00,455.50,560.25
reads LB-9 minimum_price 455.50, LB-9 maximum_price 560.25

# Amazon, one template for two stores: either minimum could be meant
SKU,"Minimum Seller Allowed Price (Sell on Amazon, US)","Minimum Seller Allowed Price (Sell on Amazon, CA)"
MUG-1,17.40,23.90
stops minimum_price

# Amazon, category template: the standard price is what it sells for, and the material is cotton
TemplateType=fptcustom\tVersion=2021.1014\tTemplateSignature=U0hJUlQ=\tThe top 3 rows are for Amazon.com use only. Do not modify or delete the top 3 rows.\t\t\t\t\t\t\t\t\t
Product Type\tSeller SKU\tBrand Name\tProduct Name\tProduct ID\tProduct ID Type\tStandard Price\tManufacturer's Suggested Retail Price\tQuantity\tMaterial Type\tMinimum Manufacturer Age Recommended\tMaximum Manufacturer Age Recommended\tMax Order Quantity
feed_product_type\titem_sku\tbrand_name\titem_name\texternal_product_id\texternal_product_id_type\tstandard_price\tlist_price\tquantity\tmaterial_type\tmfg_minimum\tmfg_maximum\tmax_order_quantity
shirt\tSH-XL-NAVY\tNorrvik\tShirt, navy\t4006381333931\tEAN\t34.95\t49.95\t20\tCotton\t36\t120\t5
stops sets anything

# Walmart, repricer bulk upload, data from column D and row 7 on
Version=1.1,repricer,,,,,,,
,,,,,,,,
,,,,,,,,
,,,SKU,Repricer Strategy,Minimum Seller Allowed Price,Maximum Seller Allowed Price,External Product ID Type,External Product ID
,,,sku,repricerStrategy,minimumSellerAllowedPrice,maximumSellerAllowedPrice,externalProductIdType,externalProductId
,,,,,,,,
,,,CUP-1,Buy Box,11.25,15.75,,
,,,CUP-2,No Strategy/Delete from Repricer,,,,
reads CUP-1 minimum_price 11.25, CUP-1 maximum_price 15.75

# Informed, MAP and handling time: a MAP is no minimum
SKU,MARKETPLACE_ID,MAP_PRICE,HANDLING_DAYS // KIT-A,4771,15.95,2
stops sets anything

# Seller Snap, import file: what is added to the cost is no cost
sku,tags,note,additional_cost,fulfillment_cost,min_price,max_price,repricing,reprice_config_preset,set_min_markup,set_max_markup,vat_percent,map,store_id
BOT-1,summer;new,,1.15,4.85,23.45,31.95,ON,Buy Box Hunter,10,60,20,25.00,1
reads BOT-1 minimum_price 23.45, BOT-1 maximum_price 31.95

# Shopify, product export; the unit price measures are for the price per litre
Handle,Title,Body (HTML),Option1 Name,Option1 Value,Variant SKU,Variant Grams,Variant Inventory Qty,Variant Price,Variant Compare At Price,Unit Price Total Measure,Unit Price Total Measure Unit,Unit Price Base Measure,Unit Price Base Measure Unit,Cost per item,Status
soap,Soap,"<p>Mild,\nand ""pure"".</p>",Size,250 ml,SOAP-250,280,44,7.20,8.00,250,ml,100,ml,2.85,active
soap,,,,500 ml,SOAP-500,,,12.60,,500,,100,,4.95,
reads SOAP-250 2.85, SOAP-500 4.95

# BigCommerce, modern export: what an item is stands in the column Item
Item,ID,Name,Type,SKU,Options,Inventory Tracking,Current Stock,Low Stock,Price,Cost Price,Retail Price,Sale Price,Brand ID,Channels,Categories,Description,Weight,Width,Height,Depth,Minimum Purchase Quantity,Maximum Purchase Quantity
Product,80,Bowl,physical,BOWL,,variant,,,18.00,6.05,,,,,,,,,,,1,12
Variant,81,,,BOWL-L,Type=Rectangles|Name=Size|Value=L,,4,1,21.00,7.55,,,,,,,,,,,,
reads BOWL 6.05, BOWL-L 7.55

# PrestaShop, products: the wholesale price is what the shop pays
Product ID;Name *;Price tax excluded;Tax rules ID;Wholesale price;Delivery time of out-of-stock products with allowed orders;Quantity;Minimal quantity;Additional shipping cost;Unity;Unit price
1;iPod Nano;124.58;1;70.15;;800;1;4.25;piece;124.58
stops no line has a header for the SKU column

# Shopware 5, articles: EK is the customer group, and its price is what buyers pay
ordernumber;mainnumber;name;price_EK;pseudoprice_EK;baseprice_EK;price_H;pseudoprice_H;baseprice_H;stockmin;minpurchase;maxpurchase;purchaseunit;referenceunit;packunit;unitID;pricegroupID
SW10002.1;SW10002.1;Likör;16.80;19.90;;14.10;;;5;1;20;0.7000;1.000;;;
stops sets anything

# Magento, product export without a cost: bounds of the cart are no bounds of a price
sku,name,tax_class_name,price,special_price,special_price_from_date,special_price_to_date,map_price,msrp_price,additional_attributes,qty,out_of_stock_qty,use_config_min_qty,is_qty_decimal,min_cart_qty
24-MB01,Duffle bag,,34.00,29.00,,,27.50,39.00,"activity=Gym,material=Cotton",100,2,,,1
stops sets anything

# Finale Inventory, all products: a case of 24 is no price per 24
Product ID,Status,Description,Category,Notes,Std accounting cost,Std buy price,Item price,Case price,Std lead days,Std packing,Std packing units per case,Unit of measure
FIN-10,Active,"Rocket, small",Fun,,1.65,1.45,3.95,84.00,14,24/1,24,each
stops no line has a header for the SKU column

# Clover, inventory: the price unit is what the price is for, not the cost
Clover ID,Name,Alternate Name,Description,Price,Price Type,Price Unit,Cost,Product Code,SKU,Quantity,Hidden?,Default tax rates?,Non-revenue item?,Printer Labels,Modifier Groups,Categories,Tax Rates,Variant Attribute,Variant Option
X1YZ,Apples,,,2.99,Per Unit,lb,1.35,4131,APPLE-FUJI,80,No,,,,,,,,
X1ZA,Mug,,,8.00,Fixed,,3.05,,MUG-CL,,,,,,,,,,
asks "Price Unit" is taken for cost_divisor
refuses is not a usable number of pieces

# Groups above the header: Inventory, Buying
,Inventory,Inventory,Buying // SKU,Min,Max,Unit Cost // K-1,5,20,4.35 // K-2,1,6,8.15
asks "Min" is taken for minimum_price below "Inventory"

# Groups above the header, each written over its first column
;;Magazzino;;Acquisti // SKU;Descrizione;Min;Max;Costo // L-1;Secchio;3;12;2,65
asks "Min" is taken for minimum_price below "Magazzino"

# Groups above the header, stock levels and bounds side by side
,Replenishment,Replenishment,Pricing,Pricing // SKU,Min,Max,Min,Max // M-1,5,40,18.35,27.85
stops both mean minimum_price

# Groups above the header: the only cost is that of the freight
,Product,Freight // SKU,Name,Cost // Q-1,Table,45.50
asks "Cost" is taken for cost below "Freight"

# EK je so viel, in a column of a name that nobody knows
SKU;EK;Bezugsgr. // W-1;380,00;1000 // W-2;3,10;1
asks if "EK" is for that many pieces, pass --map cost_divisor=Bezugsgr.

# Price unit that holds prices: nothing is to be divided by them
SKU,Cost,Price Unit // Y-1,10,15 // Y-2,16,24
asks cost_divisor

# Warehouse list: the floor is one of a building
SKU,Warehouse,Floor,Aisle,Shelf,Unit Cost // Z-1,North,1,A,3,5.05 // Z-2,North,2,C,1,6.25
asks minimum_price

# Order: the cost of the line beside the cost of a piece
SKU,Qty,Unit Cost,Cost // AK-1,12,2.50,30.00 // AK-2,4,7.15,28.60
reads AK-1 2.50, AK-2 7.15
asks "Unit Cost" is taken for cost

# Shoe list: the platform is one of a sole
SKU,Heel (cm),Platform,Size,Cost // AV-1,8,3 cm,38,21.35 // AV-2,0,none,40,17.25
refuses Platform

# Price policy: the only minimum is the advertised one
Supplier SKU,Base Cost,Shipping Cost,Minimum Advertised Price (MAP) // AU-1,12.35,3.45,24.99
stops Supplier SKU

# Shipping list: only its title says so
Shipping cost per item //  // SKU,Cost // BE-1,1.55
reads BE-1 1.55
asks "Cost" is taken for cost

# Price list: what the sales price is for, beside the cost of one piece
SKU,Unit Cost,Sales Price,Price Quantity // BI-1,1.55,30.00,10
reads BI-1 0.16
asks "Price Quantity" is taken for cost_divisor

# Price list: Price UOM says EA and C
SKU,Cost,Price UOM // BN-1,150.55,EA // BN-2,250.55,C
asks "Price UOM" holds
`;

type Result = Partial<Record<'reads' | 'asks' | 'refuses' | 'stops', string>>;

function toCase(block: string): readonly [name: string, sheet: string, result: Result] {
  const [name = '', ...lines] = block.split('\n');
  const results = lines.flatMap((line) => {
    const [, key, text] = /^(reads|asks|refuses|stops) (.*)$/.exec(line) ?? [];
    return key === undefined ? [] : [[key, text]];
  });
  const sheet = lines.slice(0, lines.length - results.length).join('\n');
  return [name, `${sheet.replaceAll(/ ?\/\/ ?/g, '\n')}\n`, Object.fromEntries(results)];
}

const SEEN = { map: new Map(), shell: 'posix' } as const;

/** What a run makes of an export that somebody watches, and what keeps one from it that nobody watches. */
async function resultOf(text: string) {
  const none = { reads: '', asks: '', refuses: [] };
  try {
    const { reading, rows, digest, columns } = await describeSheet(text);
    const nothing = findNothingToSet(columns, { ...SEEN, counts: digest.counts });
    if (nothing) return { ...none, stops: nothing.message };
    const amounts = rows.flatMap((row) =>
      MONEY_FIELDS.flatMap((field) => {
        const cents = row.kind === 'row' ? row.requested[field] : undefined;
        if (row.kind !== 'row' || typeof cents !== 'number') return [];
        return [`${row.target.sku}${field === 'cost' ? '' : ` ${field}`} ${formatCents(cents)}`];
      }),
    );
    const unsettled = findUnsettled(columns, reading.table, { ...SEEN, last: undefined, asOf: 20261127 });
    return {
      reads: amounts.join(', '),
      asks: unsettled.map(describeColumn).join('; '),
      refuses: rows.flatMap((row) =>
        row.kind === 'invalid' ? [row.problems.map(({ message }) => message).join()] : [],
      ),
      stops: '',
    };
  } catch (error) {
    if (!(error instanceof SheetError)) throw error;
    return { ...none, stops: `${error.message}\n${error.hint}` };
  }
}

describe('exports as their programs write them', () => {
  it.each(
    EXPORTS.split(/^# /m)
      .slice(1)
      .map((block) => toCase(block.trim())),
  )('%s', async (_name, sheet, expected) => {
    const found = await resultOf(sheet);
    expect(found.stops).toContain(expected.stops ?? '');
    expect(found.stops === '').toBe(expected.stops === undefined);
    if (expected.asks === undefined || expected.asks === 'nothing')
      expect(found.asks === '').toBe(expected.asks === 'nothing' || expected.stops !== undefined);
    else expect(found.asks).toContain(expected.asks);
    const isWrong =
      expected.asks !== undefined &&
      expected.asks !== 'nothing' &&
      expected.reads === undefined &&
      expected.refuses === undefined;
    if (isWrong) return;
    for (const message of found.refuses)
      expect(message).toContain(expected.refuses ?? 'no row that is refused');
    expect(found.refuses.length > 0).toBe(expected.refuses !== undefined);
    expect(found.reads).toBe(expected.reads ?? '');
  });
});
