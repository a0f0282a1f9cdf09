import type { ExportCase } from './export-case.ts';

const ODOO = 'github.com/odoo/odoo addons/product/i18n, 17.0';
const BUSINESS_CENTRAL = 'MicrosoftDocs/dynamics365smb-docs and its translations';
const QUICKBOOKS = 'cougarmtnservice.com/help/Appendix/QB_Req_IN.htm';
const SAP = 'sapdatasheet.org/abap/dtel: verpr_bapi, stprs_bapi, cpeinh, bwpei; table MBEW';
const S4 = 'cdsee.me/sap-s4hana-private-cloud/table/I_ProductValuationBasic';
const DYNAMICS = 'MicrosoftDocs/common-data-model-and-service EcoResReleasedDistinctProductV2Entity.md';
const JTL = 'header lines of JTL-Ameise templates';
const FISHBOWL = 'help.fishbowlinventory.com/advanced/s/exportPartCost.html, importPartStdCost.html';
const LEXWARE = 'guide.jtl-software.com/jtl-wawi/jtl-ameise/lexware';
const UNLEASHED = 'support.unleashedsoftware.com/hc/en-us/articles/4409753021081';
const ERPNEXT = 'github.com/frappe/erpnext/issues/34689 and 10146';
const ZOHO = 'zoho.com/us/books/help/items, and its item export';
/** No program's own: a list as people put it together out of one. */
const LIST = 'a list that somebody made of an export';

const BOM = '\uFEFF';

/** Exports of accounting and ERP programs, first those that are what they look like, then those that are not. */
export const ERP_EXPORTS: readonly ExportCase[] = [
  ...odoo(),
  ...smallBusiness(),
  ...stockPrograms(),
  ...sap(),
  ...microsoft(),
  ...german(),
  ...others(),
  ...stockLevels(),
  ...groupHeadings(),
  ...costsPerMany(),
  ...otherTrades(),
  ...totalsAndTaxes(),
  ...currencyLetters(),
  ...decimalSigns(),
  ...zeros(),
  ...nothingToSet(),
];

function odoo(): readonly ExportCase[] {
  return [
    {
      program: 'Odoo 17, technical names',
      source: ODOO,
      text: lines(
        'id,default_code,name,list_price,standard_price,qty_available,reordering_min_qty,reordering_max_qty',
        '__export__.p_1,E-COM06,Corner desk,85.0,41.2,8.0,5.0,20.0',
        '__export__.p_2,E-COM07,Large cabinet,320.0,157.6,2.0,1.0,4.0',
      ),
      stops: '"standard_price" may be',
    },
    {
      program: 'Odoo 17, German',
      source: ODOO,
      text: lines(
        '"Interne Referenz","Name","Verkaufspreis","Kosten","Kostenwährung","Verfügbare Menge"',
        '"SCHR-100","Schreibtisch","129.0","61.45","EUR","7.0"',
        '"SCHR-101","Ecktisch, groß","215.5","98.7","EUR","0.0"',
      ),
      cents: { 'SCHR-100': { cost: 6145 }, 'SCHR-101': { cost: 9870 } },
    },
    {
      program: 'Odoo 17, French',
      source: ODOO,
      text: lines(
        '"Référence interne","Nom","Prix de vente","Coût","Quantité en stock"',
        '"BUR-G","Bureau d’angle","159.0","76.8","6.0"',
        '"BUR-D","Tiroir ""noir""","29.0","13.1","0.0"',
      ),
      cents: { 'BUR-G': { cost: 7680 }, 'BUR-D': { cost: 1310 } },
    },
    {
      program: 'Odoo 17, templates with their vendors below them',
      source: ODOO,
      text: lines(
        '"Internal Reference","Name","Sales Price","Cost","Vendors/Vendor","Vendors/Minimal Quantity","Vendors/Price"',
        '"CAB-7","Cabinet","88.0","42.6","Fernbrook","1.0","41.9"',
        '"","","","","Quillmere","100.0","37.2"',
        '"CAB-8","Cabinet, oak","96.0","51.3","","",""',
      ),
      cents: { 'CAB-7': { cost: 4260 }, 'CAB-8': { cost: 5130 } },
    },
  ];
}

function smallBusiness(): readonly ExportCase[] {
  return [
    {
      program: 'QuickBooks Desktop, item list with sub-items',
      source: QUICKBOOKS,
      text: lines(
        '"Item","Description","Type","Cost","Price","Sales Tax Code","Quantity On Hand","Reorder Pt (Min)","Preferred Vendor"',
        '"Hinges:HX-12","Hinge, brass","Inventory Part",4.15,9.95,"Tax",112,20,"Fernbrook Castings, Inc."',
        '"Hinges:Heavy:HX-40","Hinge, heavy","Inventory Part",18.7,39.5,"Tax",16,5,"Fernbrook Castings, Inc."',
        '"Delivery","Delivery","Service",,35,"Non",,,""',
      ),
      cents: { 'HX-12': { cost: 415 }, 'HX-40': { cost: 1870 } },
    },
    {
      program: 'QuickBooks Desktop, item list with the level to order up to',
      source: QUICKBOOKS,
      text: lines(
        '"Active Status","Type","Item","Description","Account","COGS Account","Asset Account","Cost","Preferred Vendor","Price","Reorder Pt (Min)","Max","MPN"',
        '"Active","Inventory Part","Locks:L-3","Lock, 3 pin","Sales","COGS","Inventory Asset",7.62,"Oakmoss",15.9,10,40,"OM-3"',
        '"Active","Inventory Part","Locks:L-5","Lock, 5 pin","Sales","COGS","Inventory Asset",11.08,"Oakmoss",22.4,8,24,"OM-5"',
      ),
      asks: '"Max" is taken for maximum_price',
    },
    {
      program: 'QuickBooks Desktop, item list saved from a report, with its empty first column',
      source: QUICKBOOKS,
      text: lines(
        ',"Active Status","Type","Item","Description","COGS Account","Asset Account","Quantity On Hand","Cost","Preferred Vendor","Price","Reorder Pt (Min)","MPN"',
        ',"Active","Inventory Part","Nails:N-25","Nails 25 mm","COGS","Inventory Asset",1400,0.043,"Société Vaubrune",0.11,500,""',
        ',"Active","Inventory Part","Nails:N-90","Nails 90 mm","COGS","Inventory Asset",700,0.187,"Société Vaubrune",0.42,200,""',
      ),
      cents: { 'N-25': { cost: 4 }, 'N-90': { cost: 19 } },
    },
    {
      program: 'QuickBooks Desktop, IIF',
      source: 'iif_reference_invitems.html of QuickBooks’ help',
      text: lines(
        '!INVITEM\tNAME\tREFNUM\tINVITEMTYPE\tDESC\tACCNT\tASSETACCNT\tCOGSACCNT\tPRICE\tCOST\tTAXABLE\tREORDERPOINT',
        'INVITEM\tDoors:D-1\t14\tINVENTORY\tDoor, pine\tSales\tInventory Asset\tCOGS\t210.00\t104.50\tY\t2',
        'INVITEM\tDoors:D-2\t15\tINVENTORY\tDoor, oak\tSales\tInventory Asset\tCOGS\t388.00\t197.25\tY\t2',
      ),
      cents: { 'D-1': { cost: 10450 }, 'D-2': { cost: 19725 } },
    },
    {
      program: 'QuickBooks Online, products and services',
      source: 'importer.transactionpro.com/tpiplus/Importer/Docs/Import/Item.aspx',
      text: lines(
        'Product/Service Name,Sales Description,SKU,Type,Sales Price / Rate,Taxable,Income Account,Purchase Description,Purchase Cost,Expense Account,Quantity On Hand,Reorder Point',
        'Garden:Rake,Leaf rake,GR-21,Inventory,18.5,yes,Sales,Leaf rake,8.125,COGS,40,10',
        'Garden:Spade,Border spade,GS-22,Inventory,"1,029",yes,Sales,Border spade,"612.4",COGS,7,3',
      ),
      cents: { 'GR-21': { cost: 813 }, 'GS-22': { cost: 61240 } },
    },
    {
      program: 'Zoho Books, items',
      source: ZOHO,
      text: lines(
        'Item ID,Item Name,SKU,HSN/SAC,Description,Rate,Account,Taxable,Product Type,Usage unit,Purchase Rate,Purchase Account,Inventory Account,Reorder Point,Vendor,Opening Stock,Opening Stock Value,Stock On Hand,Item Type',
        '4601,Brass tap,TAP-15,8481,Tap 15 mm,INR 640.00,Sales,true,goods,pcs,INR 311.50,Cost of Goods Sold,Inventory Asset,10.00,Quillmere,20.00,6230.00,18.00,Inventory',
        '4602,Brass tap long,TAP-20,8481,Tap 20 mm,INR 820.00,Sales,true,goods,pcs,INR 402.75,Cost of Goods Sold,Inventory Asset,5.00,Quillmere,9.00,3624.75,4.00,Inventory',
      ),
      cents: { 'TAP-15': { cost: 31150 }, 'TAP-20': { cost: 40275 } },
    },
    {
      program: 'Zoho Inventory, new items',
      source: ZOHO,
      text: lines(
        'Item Name,SKU,Description,Rate,Product Type,Status,Purchase Rate,Purchase Account,Inventory Account,Initial Stock,Initial Stock Rate,Item Type',
        'Sock,SK-1,Wool,14.00,goods,Active,5.60,Cost of Goods Sold,Inventory Asset,12,5.10,Inventory',
        'Scarf,SF-1,Wool,39.00,goods,Active,17.35,Cost of Goods Sold,Inventory Asset,3,16.90,Inventory',
      ),
      cents: { 'SK-1': { cost: 560 }, 'SF-1': { cost: 1735 } },
    },
    {
      program: 'Sage 50 US, ITEM.CSV',
      source: 'help.sage50.na.sage.com IEFIELDS_Inventory_Item_List.htm',
      text: ansi(
        lines(
          'Item ID,Item Description,Item Class,Inactive,Description for Sales,Sales Price 1,Item Tax Type,Last Unit Cost,Costing Method,Minimum Stock,Reorder Quantity',
          'AVRY-10100,Bird house kit,1,FALSE,Bird house kit,69.95,1,29.95,1,10,20',
          'AVRY-10110,Bird house pole,1,FALSE,Pole 14 ft.,59.98,1,23.45,1,8,16',
        ),
      ),
      cents: { 'AVRY-10100': { cost: 2995 }, 'AVRY-10110': { cost: 2345 } },
    },
    {
      program: 'Sage 100, CI_Item',
      source: 'help-sage100.na.sage.com Inventory_Maintenance_-_Fields.htm',
      text: lines(
        'ItemCode,ItemCodeDesc,ProductLine,StandardUnitOfMeasure,StandardUnitPrice,StandardUnitCost,LastTotalUnitCost,AverageUnitCost',
        '1001-HON-H252,HON 2 DRAWER FILE,WF&A,EACH,98.000000,40.500000,41.200000,40.873000',
        '1001-HON-H254,HON 4 DRAWER FILE,WF&A,EACH,149.000000,63.000000,64.750000,63.918000',
      ),
      cents: { '1001-HON-H252': { cost: 4087 }, '1001-HON-H254': { cost: 6392 } },
    },
    {
      program: 'Sage Business Cloud, German',
      source: 'help.sbc.sage.com/de-de/accounting/importing/import-stock-items.html',
      text: lines(
        'Nummer;Beschreibung;Name Preis 1;Betrag Preis 1;Preis 1 inkl. Steuer;Buchungskonto Verkauf;Lieferant;Bestellbeschreibung;Einkaufspreis',
        'L-100;Leuchte;Verkaufspreis;49,90;Nein;8400;LF01;Leuchte weiß;21,15',
        'L-200;Strahler;Verkaufspreis;89,00;Nein;8400;LF01;Strahler LED;43,70',
      ),
      cents: { 'L-100': { cost: 2115 }, 'L-200': { cost: 4370 } },
    },
    {
      program: 'Busy, item list',
      source: 'header line of its item list in public import code',
      text: lines(
        'Item Name,Item Group,Main Unit,Sale Price,Purchase Price,MRP,HSN Code,Tax Category,Opening Stock Qty,Opening Stock Rate',
        'Rice 5kg,Grocery,Bag,300,251.50,320,1006,GST 5%,12,249',
        'Soap,Personal Care,Pcs.,45,30.25,50,3401,GST 18%,40,29',
        'Total,,,,,,,,52,',
      ),
      // An item is known by its name alone, which may as well be a title.
      asks: 'Item Name',
      cents: { 'Rice 5kg': { cost: 25150 }, Soap: { cost: 3025 } },
    },
    {
      program: 'Tally, stock items',
      source: 'tdlworld.freshservice.com 8000003718-3-7-stockitems',
      text: lines(
        'Name,NameAlias,PartNo,Parent,BaseUnits,OpeningBalance,OpeningRate,OpeningValue',
        'Valve 20,VLV20,PN-771,Valves,Nos,40,118.40,4736.00',
        'Valve 25,VLV25,PN-772,Valves,Nos,12,163.25,1959.00',
      ),
      // The rate at which the books were opened is a cost of some day, and not of every company today's.
      stops: 'sets anything',
    },
  ];
}

function stockPrograms(): readonly ExportCase[] {
  return [
    {
      program: 'ERPNext, items',
      source: ERPNEXT,
      text: lines(
        '"ID","Item Code","Item Name","Item Group","Default Unit of Measure","Opening Stock","Valuation Rate","Standard Selling Rate","Safety Stock","Minimum Order Qty"',
        '"SKU001","SKU001","T-shirt","Demo Item Group","Nos","0.0","7.35","21.0","5.0","10.0"',
        '"SKU002","SKU002","Laptop","Demo Item Group","Nos","0.0","412.6","899.0","1.0","1.0"',
      ),
      cents: { SKU001: { cost: 735 }, SKU002: { cost: 41260 } },
    },
    {
      program: 'ERPNext, data export with the notes above the header',
      source: ERPNEXT,
      text: lines(
        '"Data Import Template"',
        '"Table:","Item"',
        '""',
        '"Notes:"',
        '"Please do not change the template headings."',
        '"First data column must be blank."',
        '""',
        '"DocType:","Item","","","","",""',
        '"Column Labels:","ID","Item Code","Item Group","Default Unit of Measure","Valuation Rate","Standard Selling Rate"',
        '"Column Name:","name","item_code","item_group","stock_uom","valuation_rate","standard_rate"',
        '"Mandatory:","Yes","Yes","Yes","Yes","No","No"',
        '"Type:","Data","Data","Link","Link","Currency","Currency"',
        '"Info:","","","Valid Item Group","Valid UOM","",""',
        '"Start entering data below this line"',
        '"","""STO-1""","STO-1","Stools","Nos","23.15","61.0"',
        '"","""STO-2""","STO-2","Stools","Nos","27.4","72.0"',
      ),
      // Five lines of the header's own stand between the header and the goods.,
      stops: 'another table begins on line 12',
    },
    {
      program: 'ERPNext, stock balance',
      source: 'github.com/frappe/erpnext, report Stock Balance',
      text: lines(
        'Item,Item Name,Item Group,Warehouse,Stock UOM,Balance Qty,Balance Value,Opening Qty,Opening Value,Valuation Rate,Reorder Level,Reorder Qty',
        'BOLT-8,Bolt M8,Hardware,Stores - T,Nos,120,50.4,100,42,0.42,50,200',
        'BOLT-10,Bolt M10,Hardware,Stores - T,Nos,80,54.4,80,54.4,0.68,50,200',
        'Total,,,,,200,104.8,180,96.4,,,',
      ),
      cents: { 'BOLT-8': { cost: 42 }, 'BOLT-10': { cost: 68 } },
    },
    {
      program: 'Unleashed, products',
      source: UNLEASHED,
      text: lines(
        '*Product Code,*Product Description,Notes,Barcode,Unit of Measure,Min Stock Alert Level,Max Stock Alert Level,Supplier Code,Supplier Name,Supplier Product Code,Default Purchase Price,Minimum Order Quantity,Minimum Sale Quantity,Default Sell Price,Minimum Sell Price,Pack Size',
        'ANIMAL,Cat figure,,9400000001,EA,15,60,FERN,Fernbrook,FB-3,6.4500,24,1,19.9500,14.5000,12',
        'BISCUIT,Biscuit tin,,9400000002,EA,10,40,FERN,Fernbrook,FB-4,3.1200,48,1,9.5000,7.2500,24',
      ),
      cents: {
        ANIMAL: { cost: 645, minimum_price: 1450 },
        BISCUIT: { cost: 312, minimum_price: 725 },
      },
    },
    {
      program: 'Unleashed, stock revaluation',
      source: 'support.unleashedsoftware.com/hc/en-us/articles/4415260325529',
      text: lines(
        '*Product Code,*Product Description,*AverageLandCost,*NewAverageLandCost',
        'ANIMAL,Cat figure,6.8821,7.1000',
        'BISCUIT,Biscuit tin,3.4019,3.5000',
      ),
      cents: { ANIMAL: { cost: 688 }, BISCUIT: { cost: 340 } },
    },
    {
      program: 'Cin7 Core, products',
      source: 'header line of its product file; dearinventory.docs.apiary.io',
      text: lines(
        'ProductCode,Name,Category,Brand,Type,FixedAssetType,CostingMethod,Barcode,MinimumBeforeReorder,ReorderQuantity,DefaultLocation,LastSuppliedBy,SupplierFixedPrice,DefaultUnitOfMeasure,Status,PriceTier1,PriceTier2,AverageCost',
        'CAP-BLK,Cap,Hats,Quill,Stock,,FIFO,94001,12,48,Main,Oakmoss,4.90,Item,Active,18.00,14.00,5.3321',
        'CAP-RED,Cap,Hats,Quill,Stock,,FIFO,94002,6,24,Main,Oakmoss,5.10,Item,Active,19.00,15.00,5.7450',
      ),
      cents: { 'CAP-BLK': { cost: 533 }, 'CAP-RED': { cost: 575 } },
    },
    {
      program: 'Katana, bought in rolls',
      source: 'support.katanamrp.com/en/articles/5945008',
      text: lines(
        'Name,Variant code / SKU,Units of measure,Default purchase unit of measure,Unit conversion rate,Default purchase price',
        'Ribbon,RIB-1,m,roll,100,35.00',
        'Label,LAB-1,pcs,roll,1000,18.50',
        'Box,BOX-1,pcs,pcs,1,2.30',
      ),
      cents: { 'RIB-1': { cost: 35 }, 'LAB-1': { cost: 2 }, 'BOX-1': { cost: 230 } },
    },
    {
      program: 'Fishbowl, part cost',
      source: FISHBOWL,
      text: lines(
        '"PartNumber","PartDescription","AveragePartCost","LastPartCost"',
        '"B201","Bike frame, 20""","88.415","91.2"',
        '"B202","Bike fork","31.06","30.5"',
      ),
      cents: { B201: { cost: 8842 }, B202: { cost: 3106 } },
    },
    {
      program: 'Fishbowl, vendor parts',
      source: 'fishbowlhelp.com/files/csv/importVendorParts.html',
      text: lines(
        '"Vendor","FishbowlPartNumber","VendorPartNumber","Cost","UOM","LeadTime","DefaultVendor","MinQty"',
        '"Oakmoss","B201","OM-771","79.90","ea","14","true","5"',
        '"Oakmoss","B202","OM-772","27.35","ea","14","true","10"',
      ),
      cents: { B201: { cost: 7990 }, B202: { cost: 2735 } },
    },
    {
      program: 'Acumatica, stock items',
      source: 'aperture.stratusgroup.dev/dac/px/objects/in/inventoryitem',
      text: lines(
        'Inventory ID,Description,Item Status,Item Class,Posting Class,Base Unit,Default Price,Last Cost,Average Cost,MSRP',
        'AACOMPUT01,Acer laptop,Active,COMPUTERS,AOL,EA,500.00,286.40,281.1750,549.00',
        'AAMACHINE1,Juicer,Active,MACHINES,AOL,EA,73.00,31.90,32.4450,79.00',
      ),
      cents: { AACOMPUT01: { cost: 28118 }, AAMACHINE1: { cost: 3245 } },
    },
    {
      program: 'NetSuite, item search',
      source: 'netsuite.com srbrowser inventoryitem',
      text: lines(
        'Internal ID,Name,Display Name,Type,Base Price,Purchase Price,Last Purchase Price,Average Cost,On Hand,Preferred Stock Level,Reorder Point,Total Value',
        '812,CHAIR : CHAIR-OAK,Chair oak,Inventory Item,120.00,52.00,53.10,52.6442,18,30,10,947.59',
        '813,CHAIR : CHAIR-ASH,Chair ash,Inventory Item,110.00,47.00,46.20,46.92,22,30,10,1032.13',
      ),
      cents: { 'CHAIR-OAK': { cost: 5264 }, 'CHAIR-ASH': { cost: 4692 } },
    },
    {
      program: 'NetSuite, items without stock',
      source: 'blog.prolecto.com/2023/04/29/explain-netsuites-last-purchase-price',
      text: lines(
        'Internal ID,Name,Display Name,Type,Base Price,Last Purchase Price,Inactive',
        '901,GIFT-BAG,Gift bag,Non-inventory Item,3.00,0.84,No',
        '902,GIFT-BOX,Gift box,Non-inventory Item,6.50,1.97,No',
      ),
      cents: { 'GIFT-BAG': { cost: 84 }, 'GIFT-BOX': { cost: 197 } },
    },
    {
      program: 'Dolibarr, products',
      source: 'github.com/Dolibarr/dolibarr htdocs/langs/en_US/products.lang',
      text: lines(
        '"Product ref.","Product label","Selling price","Minim. selling price","Buying price","Stock"',
        '"PINK-D","Pink dress","90.00","74.50","38.20","14"',
        '"PEAR-P","Pear pie","12.00","9.80","4.65","3"',
      ),
      cents: {
        'PINK-D': { cost: 3820, minimum_price: 7450 },
        'PEAR-P': { cost: 465, minimum_price: 980 },
      },
    },
  ];
}

function sap(): readonly ExportCase[] {
  return [
    {
      program: 'SAP ERP, MBEW, moving average price throughout',
      source: SAP,
      text: lines(
        'MANDT;MATNR;BWKEY;BWTAR;VPRSV;STPRS;VERPR;PEINH;BKLAS;LBKUM;SALK3',
        '100;MAT-1;P100;;V;0,00;125,00;100;3100;40;50,00',
        '100;MAT-2;P100;;V;0,00;38,40;1;3100;7;268,80',
        '100;MAT-3;P100;;V;0,00;2.750,00;1.000;3100;300;825,00',
      ),
      cents: { 'MAT-1': { cost: 125 }, 'MAT-2': { cost: 3840 }, 'MAT-3': { cost: 275 } },
    },
    {
      program: 'SAP ERP, spreadsheet download, English short headings',
      source: SAP,
      text: utf16(
        lines(
          'Dynamic List Display',
          '',
          '\tMaterial\tMaterial Description\tPlnt\tMovAvgPrice\tper\tCrcy\tTotal Stock',
          '\t4711-A\tGasket\t1000\t210.00\t100\tUSD\t3,400',
          '\t4711-B\tGasket, large\t1000\t64.50\t10\tUSD\t510',
          '\t4712\tPump\t1000\t1,310.25\t1\tUSD\t4',
        ),
      ),
      cents: { '4711-A': { cost: 210 }, '4711-B': { cost: 645 }, '4712': { cost: 131025 } },
    },
    {
      program: 'SAP ERP, list with the price unit as PrUnit',
      source: SAP,
      text: lines(
        'Material;Valuation Area;Mov. avg. price;PrUnit;Crcy',
        'SCREW-4;1000;31.70;1000;EUR',
        'SCREW-6;1000;4.45;100;EUR',
        'BRACKET;1000;2.86;1;EUR',
      ),
      cents: { 'SCREW-4': { cost: 3 }, 'SCREW-6': { cost: 4 }, BRACKET: { cost: 286 } },
    },
    {
      program: 'SAP ERP, list download with pipes, German numbers and PE',
      source: `${SAP}; fixtures/erp/sap-erp.txt`,
      text: ansi(
        lines(
          '22.11.2026                  Dynamische Listenausgabe                1',
          '----------------------------------------------------------------------',
          '|Material          |Kurztext           |     VERPR|   PE|Währg|     LBKUM|',
          '----------------------------------------------------------------------',
          '|000000000000004801|Dübel, 8 mm        |     88,00|1.000|EUR  |    12.000|',
          '|000000000000004802|Winkel "schmal"    |    145,20|  100|EUR  |       340|',
          '|000000000000004803|Leiter             |  1.045,60|    1|EUR  |         3|',
          '----------------------------------------------------------------------',
        ),
      ),
      cents: {
        '000000000000004801': { cost: 9 },
        '000000000000004802': { cost: 145 },
        '000000000000004803': { cost: 104560 },
      },
    },
    {
      program: 'SAP ERP, MBEW, both ways of valuation in one list',
      source: SAP,
      // What VPRSV says of a row is which of the two prices holds; no single column is the cost.
      text: lines(
        'MATNR,BWKEY,VPRSV,STPRS,VERPR,PEINH',
        'MAT-16,AR01,S,16.62,13.51,1',
        'MAT-21,AR01,V,55.09,48.70,1',
        'MAT-30,AR01,S,7.15,9.02,1',
      ),
      cents: { 'MAT-16': { cost: 1662 }, 'MAT-21': { cost: 4870 }, 'MAT-30': { cost: 715 } },
    },
    {
      program: 'SAP ERP, the moving price of materials with price control S',
      source: SAP,
      text: lines(
        'Material,Valuation Area,Price control,Moving price,per,Crcy',
        'MAT-40,1000,S,13.51,1,EUR',
        'MAT-41,1000,S,48.70,1,EUR',
      ),
      cents: {},
      refuses: 'Price control',
    },
    {
      program: 'SAP ERP, MBEW with the moving price alone, price control S',
      source: SAP,
      text: lines('MATNR;BWKEY;VPRSV;VERPR;PEINH', 'MAT-50;1000;S;14,20;1', 'MAT-51;1000;S;9,75;1'),
      cents: {},
      refuses: 'VPRSV',
    },
    {
      program: 'SAP ERP, the moving price of materials with Preissteuerung S',
      source: SAP,
      text: lines(
        'Material;BwKr;Preissteuerung;VERPR;PEINH;Währg',
        'MAT-60;1000;S;31,40;1;EUR',
        'MAT-61;1000;S;6,85;1;EUR',
      ),
      cents: {},
      refuses: 'Preissteuerung',
    },
    {
      program: 'SAP S/4HANA, the moving average of materials with procedure S',
      source: S4,
      text: lines(
        'Material,ValuationArea,InventoryValuationProcedure,MovingAveragePrice,PriceUnitQty,Currency',
        'FG-30,1710,S,18.65,1,USD',
        'FG-31,1710,S,44.10,1,USD',
      ),
      cents: {},
      refuses: 'InventoryValuationProcedure',
    },
    {
      program: 'SAP S/4HANA, product valuation, price per thousand',
      source: S4,
      text: lines(
        'Product,ValuationArea,ValuationType,ValuationClass,InventoryValuationProcedure,StandardPrice,PriceUnitQty,Currency,BaseUnit',
        'TG10,1010,,3100,S,1180.00,1000,EUR,PC',
        'TG11,1010,,3100,S,46.90,1,EUR,PC',
      ),
      stops: '"StandardPrice" may be cost',
    },
    {
      program: 'SAP S/4HANA, material valuation, moving average',
      source: S4,
      text: lines(
        '"Material";"ValuationArea";"InventoryValuationProcedure";"MovingAveragePrice";"PriceUnitQty";"Currency"',
        '"FG-2201";"1710";"V";"337,50";"10";"EUR"',
        '"FG-2202";"1710";"V";"12,84";"1";"EUR"',
      ),
      cents: { 'FG-2201': { cost: 3375 }, 'FG-2202': { cost: 1284 } },
    },
    {
      program: 'SAP Business One, query on OITM',
      source: 'columns of table OITM',
      text: lines(
        'ItemCode\tItemName\tOnHand\tMinLevel\tMaxLevel\tAvgPrice\tLastPurPrc',
        'C00001\tMotherboard\t24.000000\t5.000000\t60.000000\t71.350000\t73.000000',
        'C00002\tMotherboard BTX\t11.000000\t5.000000\t60.000000\t83.120000\t82.500000',
      ),
      cents: { C00001: { cost: 7300 }, C00002: { cost: 8250 } },
    },
  ];
}

function microsoft(): readonly ExportCase[] {
  return [
    {
      program: 'Dynamics 365, released products',
      source: DYNAMICS,
      text: lines(
        'ITEMNUMBER,PRODUCTSEARCHNAME,UNITCOSTQUANTITY,UNITCOST,UNITCOSTDATE,SALESPRICEQUANTITY,SALESPRICE,PURCHASEUNITSYMBOL',
        'D0001,MidRangeSpeaker,1.000000,218.750000,1900-01-01,1.000000,370.000000,ea',
        'D0002,Washer,1000.000000,64.200000,1900-01-01,100.000000,15.000000,ea',
      ),
      cents: { D0001: { cost: 21875 }, D0002: { cost: 6 } },
    },
    {
      program: 'Dynamics 365, purchase prices',
      source: DYNAMICS,
      text: lines(
        'ITEMNUMBER,PRODUCTNAME,PURCHASEPRICE,PURCHASEPRICEQUANTITY,SALESPRICE,SALESPRICEQUANTITY',
        'M0010,Cable,38.500000,10.000000,9.900000,1.000000',
        'M0011,Cabinet,205.100000,1.000000,420.000000,1.000000',
      ),
      cents: { M0010: { cost: 385 }, M0011: { cost: 20510 } },
    },
    {
      program: 'Dynamics 365, labels with blanks, German numbers',
      source: DYNAMICS,
      text: lines(
        '"Item number";"Product name";"Unit cost";"Unit cost quantity";"Sales price"',
        '"P-1";"Schlauch";"182,40";"100,00";"3,90"',
        '"P-2";"Pumpe";"74,15";"1,00";"159,00"',
      ),
      cents: { 'P-1': { cost: 182 }, 'P-2': { cost: 7415 } },
    },
    {
      program: 'Business Central, item list, English',
      source: BUSINESS_CENTRAL,
      text: lines(
        'No.,Description,Type,Inventory,Base Unit of Measure,Cost is Adjusted,Unit Cost,Unit Price,Vendor No.,Maximum Inventory,Reorder Point',
        '1896-S,ATHENS Desk,Inventory,4,PCS,Yes,780.7,"1,000.8",30000,100,10',
        '1900-S,PARIS Guest Chair,Inventory,0,PCS,Yes,150.55,192.8,30000,100,20',
      ),
      cents: { '1896-S': { cost: 78070 }, '1900-S': { cost: 15055 } },
    },
    {
      program: 'Business Central, item list, German',
      source: BUSINESS_CENTRAL,
      text: `${BOM}${lines(
        'Nr.;Beschreibung;Art;Lagerbestand;Basiseinheitencode;Einstandspreis;EK-Preis (neuester);VK-Preis;Kreditorennr.;Minimaler Lagerbestand;Maximaler Lagerbestand',
        '1936-S;BERLIN Gästestuhl, gelb;Bestand;166;STÜCK;97,50;99,10;125,10;20000;10;80',
        '1960-S;ROM Gästestuhl;Bestand;154;STÜCK;1.097,50;1.101,00;1.425,10;20000;10;80',
      )}`,
      cents: { '1936-S': { cost: 9750 }, '1960-S': { cost: 109750 } },
    },
    {
      program: 'Business Central, item list, French',
      source: BUSINESS_CENTRAL,
      text: lines(
        'N°;Description;Stocks;Unité de base;Coût unitaire;Dernier coût direct;Prix unitaire',
        'F-20;Chaise ATHENES;12;PCS;33,40;34,00;71,00',
        'F-21;Bureau PARIS;3;PCS;1 204,75;1 210,00;2 390,00',
      ),
      cents: { 'F-20': { cost: 3340 }, 'F-21': { cost: 120475 } },
    },
  ];
}

function german(): readonly ExportCase[] {
  return [
    {
      program: 'JTL-Wawi, article list',
      source: JTL,
      text: `${BOM}${lines(
        '"Artikelnummer";"Interner Schlüssel";"HAN";"Artikelname";"Std. VK Brutto";"Std. VK Netto";"EK Netto (für GLD)";"UVP";"Lagerbestand Gesamt";"Mindestabnahme";"Mindestlagerbestand"',
        '"AR-100";"71";"H-1";"Gießkanne";"29,90";"25,1261";"11,38";"34,90";"12";"1";"5"',
        '"AR-101";"72";"H-2";"Harke";"19,90";"16,7227";"7,9050";"22,90";"0";"1";"3"',
      )}`,
      cents: { 'AR-100': { cost: 1138 }, 'AR-101': { cost: 791 } },
    },
    {
      program: 'JTL-Wawi, article list with the supplier’s price',
      source: JTL,
      text: lines(
        'Artikelnummer;Artikelnummer (Lieferant);Artikelname;Hersteller;EK Netto (für GLD);Brutto-VK;Netto-EK;Ist Standardlieferant',
        'PG-50;LF-7;Grip 50 ml;PoleGrip;4,25;12,90;3,25;1',
        'PG-90;LF-8;Grip 90 ml;PoleGrip;6,10;18,90;4,80;1',
      ),
      cents: { 'PG-50': { cost: 425 }, 'PG-90': { cost: 610 } },
    },
    {
      program: 'JTL-Wawi, net and gross cost',
      source: `${JTL}; fixtures/erp/jtl.csv`,
      text: lines(
        '"Artikelnummer";"Artikelname";"EK Brutto";"EK netto";"VK netto";"Lagerbestand"',
        '"W-1";"Waage";"35,70";"30,00";"58,80";"9"',
        '"W-2";"Wecker";"16,66";"14,00";"25,20";"40"',
      ),
      cents: { 'W-1': { cost: 3000 }, 'W-2': { cost: 1400 } },
    },
    {
      program: 'Lexware, article list',
      source: LEXWARE,
      text: ansi(
        lines(
          '"Artikelnummer";"Bezeichnung";"Warengruppe";"Warengr.-Kurzbez.";"Einheit";"Gewicht";"Matchcode";"Preis pro Anzahl";"Preis 1";"Preis 2";"Preis I/1";"EK 1";"Währung EK1";"EK 2";"Bestellnr. Lf.1";"Lagerbestand";"Mindestbestand"',
          '"0815";"Größenmesser";"Werkzeug";"WZ";"Stück";"0,2";"MESSER";"1,000";"24,90";"22,90";"20,90";"9,35";"EUR";"";"B-11";"14";"5"',
          '"0816";"Wasserwaage";"Werkzeug";"WZ";"Stück";"0,4";"WAAGE";"1,000";"39,00";"36,00";"33,00";"17,60";"EUR";"";"B-12";"3";"2"',
        ),
      ),
      cents: { '0815': { cost: 935 }, '0816': { cost: 1760 } },
    },
    {
      program: 'Lexware, articles priced per hundred',
      source: LEXWARE,
      text: ansi(
        lines(
          '"Artikelnummer";"Bezeichnung";"Warengr.-Kurzbez.";"Preis pro Anzahl";"Preis 1";"EK 1";"Währung EK1"',
          '"S-40";"Schraube 4x40";"SCHR";"100,000";"6,90";"2,80";"EUR"',
          '"S-60";"Schraube 6x60";"SCHR";"100,000";"9,90";"4,60";"EUR"',
        ),
      ),
      // Whether the number is meant for the cost too is for somebody to see.
      asks: 'Preis pro Anzahl',
      cents: { 'S-40': { cost: 3 }, 'S-60': { cost: 5 } },
    },
  ];
}

function others(): readonly ExportCase[] {
  return [
    {
      program: 'iBiznes, item list, Polish',
      source: 'header line of KartotekaTowarowiUslug.csv',
      text: lines(
        'Kod towaru / usługi;Nazwa towaru / usługi;Grupa;Stan;Cena zakupu netto;Cena Podstawowa netto;Stan Min.;Dostawca',
        'ŁAŃ-01;Łańcuch 3/8;Części;14;23,40;49,90;5;Quillmere',
        'ŁAŃ-02;Łańcuch 1/2;Części;7;31,85;64,90;5;Quillmere',
      ),
      cents: { 'ŁAŃ-01': { cost: 2340 }, 'ŁAŃ-02': { cost: 3185 } },
    },
    {
      program: 'Exact Financials, items.csv',
      source: 'productupdates.exact.com, Connectivity Manual C/S - Items',
      text: lines(
        'item_code,descr,short_desc,item_type,itemgroup_code,unit_code,stock_item,sales_price,standard_cost_price,vat_code_purchase',
        'EX-1,Fietsbel,Bel,23903,ACC,st,True,8.950,3.425,2',
        'EX-2,Fietslamp,Lamp,23903,ACC,st,True,24.500,11.180,2',
      ),
      // Three decimals throughout: each may as well be thousands.
      stops: 'decimal',
    },
    {
      program: 'MYOB, items',
      source: 'header line of its item file in public code',
      text: lines(
        'Item Number\tItem Name\tSupplier Item Number\tBuying Unit of Measure\tQty Per Buying UOM\tSelling Unit of Measure\tStandard Cost\tLast Cost\tMinumum Qty\tMaximum Qty\tReOrder Qty',
        '100\tCooler, 20 l\tFB-20\tea\t1\tea\t27.30\t28.05\t5\t25\t10',
        '110\tCooler, 40 l\tFB-40\tea\t1\tea\t38.90\t39.60\t5\t25\t10',
      ),
      cents: { '100': { cost: 2730 }, '110': { cost: 3890 } },
    },
    {
      program: 'A small shop’s own list, with a title above and a total below',
      source: LIST,
      text: lines(
        'Oakmoss & Tin Ltd,,,,',
        'Purchase prices as of 20 Nov 2026,,,,',
        '',
        'Item Code,Description,Supplier,Purchase Price,Notes',
        'OM-1,Bucket,Fernbrook,3.45,',
        'OM-2,"Bucket, large",Fernbrook,5.15,new',
        'Total,,,8.60,',
      ),
      cents: { 'OM-1': { cost: 345 }, 'OM-2': { cost: 515 } },
    },
    {
      program: 'A price list with plain names',
      source: LIST,
      text: lines(
        'Item Code,Unit Cost,Minimum Price,Maximum Price,Currency',
        'PL-1,4.20,7.90,12.50,GBP',
        'PL-2,6.75,11.40,18.60,GBP',
      ),
      cents: {
        'PL-1': { cost: 420, minimum_price: 790, maximum_price: 1250 },
        'PL-2': { cost: 675, minimum_price: 1140, maximum_price: 1860 },
      },
    },
  ];
}

/** How much of it to keep, in the words of price bounds. */
function stockLevels(): readonly ExportCase[] {
  return [
    {
      program: 'Stock minimum and maximum behind the cost, Polish',
      source: LIST,
      text: lines(
        'Indeks;Nazwa;Stan;Min;Max;Cena zakupu',
        'K-1;Klucz;40;15;60;12,30',
        'K-2;Klamra;18;10;30;8,75',
      ),
      asks: 'minimum_price',
    },
    {
      program: 'A maximum of the shelf alone',
      source: LIST,
      text: lines('Item Code,On Hand,On Order,Max,Unit Cost', 'Q-1,14,0,40,6.15', 'Q-2,3,20,25,11.60'),
      asks: 'maximum_price',
    },
    {
      program: 'Reorder levels with whole words',
      source: 'https://cougarmtnservice.com/help/Appendix/Denali_Import_Export.01.09.htm',
      text: lines(
        'Stock Number,Stock Description,Price 1,Standard Cost,Last Cost,Minimum Quantity,Maximum Quantity,Quantity on Hand',
        'DN-1,Rope 10 m,14.00,6.05,6.20,12,60,33',
        'DN-2,Rope 20 m,24.00,10.45,10.90,8,40,21',
      ),
      // "Stock Number" is no name of ours; somebody has to see it.
      asks: 'Stock Number',
      cents: { 'DN-1': { cost: 605 }, 'DN-2': { cost: 1045 } },
    },
    {
      program: 'Levels in a planning sheet, no word of stock but the numbers',
      source: LIST,
      text: lines(
        'Item No.,Planner,Lot Size,Min,Max,Unit Cost',
        'PP-1,JK,100,50,400,3.18',
        'PP-2,JK,25,10,120,41.70',
        'PP-3,MS,500,200,2000,0.27',
      ),
      asks: 'minimum_price',
    },
    {
      program: 'Bounds that are whole and under the cost',
      source: LIST,
      text: lines('SKU,Min,Max,Cost', 'WW-1,5,20,12.50', 'WW-2,10,40,33.90', 'WW-3,2,6,18.15'),
      asks: 'minimum_price',
      cents: {
        'WW-1': { minimum_price: 500, maximum_price: 2000, cost: 1250 },
        'WW-2': { minimum_price: 1000, maximum_price: 4000, cost: 3390 },
        'WW-3': { minimum_price: 200, maximum_price: 600, cost: 1815 },
      },
    },
  ];
}

/** What stands above the header says what is meant below it. */
function groupHeadings(): readonly ExportCase[] {
  return [
    {
      program: 'Levels under "Order quantities"',
      source: LIST,
      text: lines(
        ',Order quantities,,Purchasing',
        'Item Code,Min,Max,Unit Cost',
        'GH-1,24,240,2.45',
        'GH-2,12,120,5.15',
      ),
      asks: '"Min" is taken for minimum_price below "Order quantities"',
    },
    {
      program: 'Measures under "Dimensions (in)"',
      source: LIST,
      text: lines(
        ',,Dimensions (in),,Purchasing',
        'SKU,Title,Min,Max,Unit Cost',
        'GM-1,Curtain rod,28,48,6.85',
        'GM-2,Curtain rod,48,84,9.20',
      ),
      asks: '"Min" is taken for minimum_price below "Dimensions (in)"',
    },
    {
      program: 'Last year and this year, each with its cost',
      source: LIST,
      text: lines(
        ',2025,,2026,',
        'Item No.,Qty,Cost,Qty,Cost',
        'GY-1,140,3.05,96,3.35',
        'GY-2,60,7.20,88,7.55',
      ),
      stops: '"Cost"',
    },
    {
      program: 'Labour and material, each with its cost',
      source: LIST,
      text: lines(
        ',Labour,,Material,',
        'Item No.,Hours,Cost,Qty,Cost',
        'GL-1,0.5,14.00,2,8.60',
        'GL-2,1.25,35.00,4,17.20',
      ),
      stops: 'both mean cost',
    },
  ];
}

/** A cost of many that looks like a cost of one, and the other way round. */
function costsPerMany(): readonly ExportCase[] {
  return [
    {
      program: 'German "je"',
      source: LIST,
      text: lines(
        'Artikelnr.;Bezeichnung;EK;je;ME',
        'J-1;Unterlegscheibe;3,60;100;Stk',
        'J-2;Mutter M8;24,00;1000;Stk',
        'J-3;Zange;9,85;1;Stk',
      ),
      cents: { 'J-1': { cost: 4 }, 'J-2': { cost: 2 }, 'J-3': { cost: 985 } },
    },
    {
      program: 'French "Unité de prix"',
      source: LIST,
      text: lines(
        'Référence article;Désignation;Prix d’achat;Unité de prix',
        'U-1;Rondelle;4,10;100',
        'U-2;Vis;31,00;1000',
        'U-3;Pince;12,40;1',
      ),
      cents: { 'U-1': { cost: 4 }, 'U-2': { cost: 3 }, 'U-3': { cost: 1240 } },
    },
    {
      program: 'The header itself says per hundred',
      source: LIST,
      text: lines('Item Code,Description,Cost per 100', 'H-1,Screw,4.15', 'H-2,Nut,2.60'),
      cents: { 'H-1': { cost: 4 }, 'H-2': { cost: 3 } },
    },
    {
      program: 'The header’s note says per thousand',
      source: LIST,
      text: lines('Item Code,Description,Unit Cost (per 1000)', 'H-3,Rivet,18.40', 'H-4,Pin,7.25'),
      cents: { 'H-3': { cost: 2 }, 'H-4': { cost: 1 } },
    },
    {
      program: 'Price units as SAP’s "Price unit", with hundreds in some rows',
      source: SAP,
      text: lines(
        'MATNR,BWKEY,Standard price,Price unit,Crcy',
        'PU-1,1000,212.00,100,USD',
        'PU-2,1000,38.15,1,USD',
      ),
      stops: '"Standard price" may be cost',
    },
    {
      program: 'How many are in a box says nothing of the cost',
      source: LIST,
      text: lines(
        'Item Code,Description,Pack Size,Unit Cost',
        'PS-1,Candle,6,1.85',
        'PS-2,Candle tall,12,2.40',
        'PS-3,Holder,4,3.95',
      ),
      cents: { 'PS-1': { cost: 185 }, 'PS-2': { cost: 240 }, 'PS-3': { cost: 395 } },
    },
  ];
}

/** Words that mean a price here, and something else there. */
function otherTrades(): readonly ExportCase[] {
  return [
    {
      program: 'Floor and ceiling of a building supplier',
      source: LIST,
      text: lines(
        'SKU,Title,Floor,Wall,Ceiling,Cost',
        'T-1,Tile white,yes,yes,no,1.15',
        'T-2,Panel oak,no,yes,yes,7.60',
      ),
      asks: 'minimum_price',
    },
    {
      program: 'Stock that is managed by lots',
      source: LIST,
      text: lines('Item No.,Bin,Managed,Lot,Unit Cost', 'M-3,A1,Y,2291,4.40', 'M-4,A2,N,,11.25'),
      asks: 'repricing',
    },
    {
      program: 'A rule by which goods are reordered',
      source: LIST,
      text: lines(
        'Item Code,Warehouse,Rule,Reorder Qty,Unit Cost',
        'RU-1,Main,Lot for lot,24,3.95',
        'RU-2,Main,Fixed,48,2.10',
      ),
      asks: 'strategy',
    },
    {
      program: 'A standard price beside a special price',
      source: LIST,
      text: lines(
        'Item Code,Description,Standard Price,Special Price,On Hand',
        'SP-1,Vase,24.90,19.90,6',
        'SP-2,Bowl,34.90,27.90,2',
      ),
      stops: 'sets anything',
    },
    {
      program: 'A standard price beside a dealer’s price and the retail price',
      source: LIST,
      text: lines(
        'Item No.,Description,Standard Price,Dealer Price,RRP',
        'SP-3,Lamp,44.90,31.40,59.90',
        'SP-4,Shade,18.90,13.20,24.90',
      ),
      stops: 'sets anything',
    },
    {
      program: 'A standard price beside a sale price, technical names',
      source: LIST,
      text: lines(
        'sku,title,standard_price,sale_price,sale_from,sale_to',
        'SP-5,Mat,29.90,24.90,2026-11-01,2026-11-30',
        'SP-6,Rug,89.90,79.90,2026-11-01,2026-11-30',
      ),
      stops: 'sets anything',
    },
    {
      program: 'A standard price beside a promotion',
      source: LIST,
      text: lines(
        'Product Code,Standard Price,Promo Price,VAT %',
        'SP-7,12.50,9.99,20',
        'SP-8,16.00,12.99,20',
      ),
      stops: 'sets anything',
    },
    {
      program: 'By how much the cost went up, beside the cost',
      source: LIST,
      text: lines('Item Code,Description,Cost ↑,Unit Cost', 'UP-3,Jar,0.15,1.85', 'UP-4,Lid,0.05,0.65'),
      cents: { 'UP-3': { cost: 185 }, 'UP-4': { cost: 65 } },
    },
    {
      program: 'What the shipping costs',
      source: LIST,
      text: lines(
        'Order No,SKU,Carrier,Service,Weight,Cost',
        '10021,SH-1,DHL,Paket,1.2,4.49',
        '10022,SH-2,DHL,Paket,3.4,6.99',
      ),
      asks: 'cost',
    },
  ];
}

/** Amounts of a line, of a stock, and of a tax. */
function totalsAndTaxes(): readonly ExportCase[] {
  return [
    {
      program: 'A goods receipt: ordered, received, cost price, cost',
      source: LIST,
      text: lines(
        'Stock Code,Ordered,Received,Cost Price,Cost',
        'GR-1,40,38,2.65,100.70',
        'GR-2,12,12,7.90,94.80',
      ),
      // The cost of the line, which the name of ours goes before.,
      asks: '"Cost Price" holds amounts',
    },
    {
      program: 'A quantity and a cost, and nothing else that says of how many',
      source: LIST,
      text: lines('Item Code,Quantity,Cost', 'QC-1,200,84.00', 'QC-2,15,92.70', 'QC-3,60,63.00'),
      asks: '"Quantity" holds amounts',
      cents: { 'QC-1': { cost: 8400 }, 'QC-2': { cost: 9270 }, 'QC-3': { cost: 6300 } },
    },
    {
      program: 'The tax in the cost',
      source: LIST,
      text: lines('Item Code,Price,Cost (Tax)', 'TX-1,24.00,1.96', 'TX-2,36.00,2.94'),
      stops: 'sets anything',
    },
    {
      program: 'The tax of the cost, German',
      source: LIST,
      text: lines(
        'Artikelnummer;EK netto;EK MwSt;EK brutto',
        'TX-7;15,00;2,85;17,85',
        'TX-8;22,00;4,18;26,18',
      ),
      cents: { 'TX-7': { cost: 1500 }, 'TX-8': { cost: 2200 } },
    },
    {
      program: 'A cost with its VAT',
      source: LIST,
      text: lines('Product Code,Purchase Cost (inc. VAT)', 'TX-9,11.76', 'TX-10,17.64'),
      stops: 'sets anything',
    },
    {
      program: 'Gross cost alone, German',
      source: LIST,
      text: lines('Artikelnummer;Bezeichnung;EK Brutto', 'TX-5;Topf;17,85', 'TX-6;Pfanne;26,18'),
      stops: '"EK Brutto"',
    },
  ];
}

/** Dots that belong to the letters of a currency. */
function currencyLetters(): readonly ExportCase[] {
  return [
    {
      program: 'Indian rupees as Rs. with some decimals',
      source: LIST,
      text: lines('Item Code,Unit Cost', 'IN-4,"Rs.1,250.50"', 'IN-5,Rs.780.25', 'IN-6,Rs.640'),
      cents: { 'IN-4': { cost: 125050 }, 'IN-5': { cost: 78025 }, 'IN-6': { cost: 64000 } },
    },
    {
      program: 'Swiss francs as CHF. behind a blank',
      source: LIST,
      text: lines('Artikelnummer;EK netto', 'CH-4;CHF. 125', 'CH-5;CHF. 38', 'CH-6;CHF. 1240'),
      cents: { 'CH-4': { cost: 12500 }, 'CH-5': { cost: 3800 }, 'CH-6': { cost: 124000 } },
    },
    {
      program: 'Dollars as USD. behind the number',
      source: LIST,
      text: lines('Item Code,Unit Cost', 'US-1,145 USD.', 'US-2,1390 USD.', 'US-3,72 USD.'),
      cents: { 'US-1': { cost: 14500 }, 'US-2': { cost: 139000 }, 'US-3': { cost: 7200 } },
    },
  ];
}

/** Columns of one sheet that write numbers differently. */
function decimalSigns(): readonly ExportCase[] {
  return [
    {
      program: 'Thousands with a dot here and with a comma there',
      source: LIST,
      text: lines(
        'Item Code;Unit Cost;Minimum Price',
        'DS-7;1.250,00;"1,499.00"',
        'DS-8;2.400,50;"2,999.00"',
      ),
      stops: 'decimal',
    },
    {
      program: 'Costs of three decimals beside bounds with a comma',
      source: LIST,
      text: lines(
        'SKU;Cost;Min Price;Max Price',
        'DS-12;4.125;6,90;9,90',
        'DS-13;0.875;1,90;2,90',
        'DS-14;12.0;18,90;24,90',
      ),
      stops: 'decimal',
    },
  ];
}

/** A program that doesn't know a cost writes 0. What is read is 0; whether it is sent is for a guard to say. */
function zeros(): readonly ExportCase[] {
  return [
    {
      program: 'Dynamics 365, a cost that was never set',
      source: DYNAMICS,
      text: lines('ITEMNUMBER,UNITCOST,UNITCOSTQUANTITY', 'Z-7,.000000,1.000000', 'Z-8,33.100000,1.000000'),
      cents: { 'Z-7': { cost: 0 }, 'Z-8': { cost: 3310 } },
    },
  ];
}

/** Sheets with SKUs and without anything that a listing takes. */
function nothingToSet(): readonly ExportCase[] {
  return [
    {
      program: 'Business Central, exported without the cost',
      source: BUSINESS_CENTRAL,
      text: lines(
        'No.,Description,Base Unit of Measure,Unit Price,Maximum Inventory',
        '1896-S,ATHENS Desk,PCS,649.40,100',
        '1900-S,PARIS Guest Chair,PCS,125.10,100',
      ),
      stops: '"Unit Price"',
    },
    {
      program: 'ERPNext, item prices of the selling list',
      source: ERPNEXT,
      text: lines(
        '"ID","Item Code","Price List","Selling","Buying","Rate","Currency"',
        '"ab12","N-5","Standard Selling","1","0","40.0","EUR"',
        '"ab13","N-6","Standard Selling","1","0","62.0","EUR"',
      ),
      stops: 'sets anything',
    },
  ];
}

/** As programs on Windows end their lines. */
function lines(...texts: readonly string[]): string {
  return texts.map((text) => `${text}\r\n`).join('');
}

/** In windows-1252, of whose own signs only the euro is used here. */
function ansi(text: string): Uint8Array {
  return Buffer.from(text.replaceAll('€', '\u0080'), 'latin1');
}

/** As "Unicode text" is written on Windows. */
function utf16(text: string): Uint8Array {
  return Buffer.from(`${BOM}${text}`, 'utf16le');
}
