import type { ExportCase } from './export-case.ts';
import { inLatin1, writeExport } from './write-export.ts';

const WOO_COLUMNS =
  'ID|Type|SKU|GTIN, UPC, EAN, or ISBN|Name|Published|Is featured?|Visibility in catalog|Short description|Description|Date sale price starts|Date sale price ends|Tax status|Tax class|In stock?|Stock|Low stock amount|Backorders allowed?|Sold individually?|Weight (kg)|Length (cm)|Width (cm)|Height (cm)|Allow customer reviews?|Purchase note|Sale price|Regular price|Categories|Tags|Shipping class|Images|Download limit|Download expiry days|Parent|Grouped products|Upsells|Cross-sells|External URL|Button text|Position'.split(
    '|',
  );
const SHOPIFY = 'https://help.shopify.com/en/manual/products/import-export/using-csv';
const SQUARE = 'https://squareup.com/help/gb/en/article/5966-item-library-and-unit-cost-management';
const BIGCOMMERCE = 'https://support.bigcommerce.com/articles/en_US/Knowledge/Supported-Product-Fields';
const SHOPWARE_5 = 'https://docs.shopware.com/de/shopware-5-de/import-export/import-export-artikel';
const MAGENTO =
  'https://experienceleague.adobe.com/docs/commerce-admin/systems/data-transfer/data-attributes-product.html';
const MAGENTO_COLUMNS =
  'sku|store_view_code|attribute_set_code|product_type|categories|product_websites|name|description|short_description|weight|product_online|tax_class_name|visibility|price|special_price|special_price_from_date|special_price_to_date|url_key|map_price|msrp_price|map_enabled|additional_attributes|qty|out_of_stock_qty|use_config_min_qty|is_qty_decimal|allow_backorders|use_config_backorders|min_cart_qty|use_config_min_sale_qty|max_cart_qty|use_config_max_sale_qty|is_in_stock|notify_on_stock_below|use_config_notify_stock_qty|manage_stock|use_config_manage_stock|qty_increments|website_id'.split(
    '|',
  );
const SHOPWARE_5_COLUMNS =
  'ordernumber|mainnumber|name|additionalText|supplier|tax|price_EK|pseudoprice_EK|baseprice_EK|price_H|pseudoprice_H|baseprice_H|active|instock|stockmin|description|description_long|shippingtime|added|changed|releasedate|shippingfree|topseller|keywords|minpurchase|purchasesteps|maxpurchase|purchaseunit|referenceunit|packunit|unitID|pricegroupID'.split(
    '|',
  );

const SHOP_SYSTEMS: readonly ExportCase[] = [
  {
    program: 'WooCommerce, product export with the costs of its Cost of Goods extension',
    source: 'https://woocommerce.com/document/cost-of-goods-sold',
    text: writeExport(
      [...WOO_COLUMNS, 'Meta: _wc_cog_cost', 'Meta: _yoast_wpseo_title'],
      [
        {
          ID: '41',
          Type: 'simple',
          SKU: 'woo-tea-1',
          Name: 'Tea, green',
          Published: '1',
          'Is featured?': '0',
          'Visibility in catalog': 'visible',
          'In stock?': '1',
          Stock: '30',
          'Low stock amount': '5',
          'Weight (kg)': '0.1',
          'Sale price': '7.90',
          'Regular price': '8.90',
          'Meta: _wc_cog_cost': '3.45',
        },
        {
          ID: '42',
          Type: 'variation',
          SKU: 'woo-tea-2',
          Name: 'Tea, black',
          Published: '1',
          'Low stock amount': '6',
          'Regular price': '9.90',
          'Meta: _wc_cog_cost': '4.15',
          Parent: 'woo-tea',
        },
      ],
    ),
    cents: { 'woo-tea-1': { cost: 345 }, 'woo-tea-2': { cost: 415 } },
  },
  {
    program: 'WooCommerce, product export with the costs of Cost of Goods by WPFactory',
    source: 'https://wpfactory.com/docs/cost-of-goods-for-woocommerce/',
    text: writeExport(
      [...WOO_COLUMNS, 'Meta: _alg_wc_cog_cost'],
      [
        {
          ID: '51',
          Type: 'simple',
          SKU: 'woo-jam-1',
          Name: 'Jam',
          Stock: '12',
          'Low stock amount': '3',
          'Regular price': '6.50',
          'Meta: _alg_wc_cog_cost': '2.65',
        },
      ],
    ),
    cents: { 'woo-jam-1': { cost: 265 } },
  },
  {
    program: 'Shopify, product export; the unit price measures are for the price per litre',
    source: SHOPIFY,
    text: writeExport(
      'Handle|Title|Body (HTML)|Vendor|Type|Tags|Published|Option1 Name|Option1 Value|Variant SKU|Variant Grams|Variant Inventory Tracker|Variant Inventory Qty|Variant Inventory Policy|Variant Fulfillment Service|Variant Price|Variant Compare At Price|Variant Requires Shipping|Variant Taxable|Unit Price Total Measure|Unit Price Total Measure Unit|Unit Price Base Measure|Unit Price Base Measure Unit|Variant Barcode|Image Src|Image Position|Gift Card|Variant Weight Unit|Cost per item|Status'.split(
        '|',
      ),
      [
        {
          Handle: 'soap',
          Title: 'Soap',
          'Body (HTML)': '<p>Mild,\nand "pure".</p>',
          'Option1 Name': 'Size',
          'Option1 Value': '250 ml',
          'Variant SKU': 'SOAP-250',
          'Variant Grams': '280',
          'Variant Inventory Qty': '44',
          'Variant Price': '7.20',
          'Variant Compare At Price': '8.00',
          'Unit Price Total Measure': '250',
          'Unit Price Total Measure Unit': 'ml',
          'Unit Price Base Measure': '100',
          'Unit Price Base Measure Unit': 'ml',
          'Cost per item': '2.85',
          Status: 'active',
        },
        {
          Handle: 'soap',
          'Option1 Value': '500 ml',
          'Variant SKU': 'SOAP-500',
          'Variant Price': '12.60',
          'Unit Price Total Measure': '500',
          'Unit Price Base Measure': '100',
          'Cost per item': '4.95',
        },
        { Handle: 'soap', 'Image Src': 'https://cdn.shop.example/soap-2.jpg', 'Image Position': '2' },
      ],
    ),
    cents: { 'SOAP-250': { cost: 285 }, 'SOAP-500': { cost: 495 } },
  },
  {
    program: 'Shopify, inventory export',
    source: 'the inventory export of the admin, as importers list its columns',
    text:
      'Handle,Title,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Option3 Name,Option3 Value,SKU,HS Code,COO,Location,Bin name,Incoming (not editable),Unavailable (not editable),Committed (not editable),Available (not editable),On hand (current),On hand (new)\n' +
      'candle,Candle,Title,Default Title,,,,,CND-1,340600,DE,Berlin,A-12,0,0,1,8,9,\n',
    stops: 'sets anything',
  },
  {
    program: 'BigCommerce, product export, legacy bulk edit template',
    source: 'https://support.bigcommerce.com/articles/Public/Importing-Exporting-Products',
    text: writeExport(
      'Item Type|Product ID|Product Name|Product Type|Product Code/SKU|Bin Picking Number|Brand Name|Option Set|Option Set Align|Product Description|Price|Cost Price|Retail Price|Sale Price|Fixed Shipping Cost|Free Shipping|Product Warranty|Product Weight|Product Width|Product Height|Product Depth|Allow Purchases?|Product Visible?|Track Inventory|Current Stock Level|Low Stock Level|Category'.split(
        '|',
      ),
      [
        {
          'Item Type': 'Product',
          'Product ID': '77',
          'Product Name': 'Vase',
          'Product Type': 'P',
          'Product Code/SKU': 'VASE-S',
          'Bin Picking Number': '14',
          Price: '26.00',
          'Cost Price': '10.35',
          'Retail Price': '30.00',
          'Sale Price': '24.00',
          'Fixed Shipping Cost': '5.45',
          'Current Stock Level': '6',
          'Low Stock Level': '2',
        },
      ],
      { quotes: 'all', end: '\r\n' },
    ),
    cents: { 'VASE-S': { cost: 1035 } },
  },
  {
    program: 'BigCommerce, modern export: what an item is stands in the column Item',
    source: BIGCOMMERCE,
    text: writeExport(
      'Item|ID|Name|Type|SKU|Options|Inventory Tracking|Current Stock|Low Stock|Price|Cost Price|Retail Price|Sale Price|Brand ID|Channels|Categories|Description|Weight|Width|Height|Depth|Minimum Purchase Quantity|Maximum Purchase Quantity'.split(
        '|',
      ),
      [
        {
          Item: 'Product',
          ID: '80',
          Name: 'Bowl',
          Type: 'physical',
          SKU: 'BOWL',
          'Inventory Tracking': 'variant',
          Price: '18.00',
          'Cost Price': '6.05',
          'Minimum Purchase Quantity': '1',
          'Maximum Purchase Quantity': '12',
        },
        {
          Item: 'Variant',
          ID: '81',
          SKU: 'BOWL-L',
          Options: 'Type=Rectangles|Name=Size|Value=L',
          'Current Stock': '4',
          'Low Stock': '1',
          Price: '21.00',
          'Cost Price': '7.55',
        },
      ],
    ),
    cents: { BOWL: { cost: 605 }, 'BOWL-L': { cost: 755 } },
  },
  {
    program: 'PrestaShop, products: the wholesale price is what the shop pays',
    source: 'PrestaShop/PrestaShop, docs/csv_import/products_import.csv',
    text: writeExport(
      'Product ID|Active (0/1)|Name *|Categories (x,y,z...)|Price tax excluded|Tax rules ID|Wholesale price|On sale (0/1)|Discount amount|Discount percent|Discount from (yyyy-mm-dd)|Discount to (yyyy-mm-dd)|Reference #|Supplier reference #|Supplier|Manufacturer|EAN13|UPC|Ecotax|Width|Height|Depth|Weight|Delivery time of in-stock products|Delivery time of out-of-stock products with allowed orders|Quantity|Minimal quantity|Low stock level|Receive a low stock alert by email|Visibility|Additional shipping cost|Unity|Unit price|Summary|Description'.split(
        '|',
      ),
      [
        {
          'Product ID': '1',
          'Active (0/1)': '1',
          'Name *': 'iPod Nano',
          'Price tax excluded': '124.58',
          'Tax rules ID': '1',
          'Wholesale price': '70.15',
          'Discount amount': '3.00',
          'Reference #': 'demo_1',
          'Supplier reference #': 'AS-1',
          Ecotax: '0.41',
          Quantity: '800',
          'Minimal quantity': '1',
          'Low stock level': '10',
          'Additional shipping cost': '4.25',
          Unity: 'piece',
          'Unit price': '124.58',
        },
      ],
      { delimiter: ';' },
    ),
    stops: 'no line has a header for the SKU column',
  },
  {
    program: 'Shopware 5, articles: EK is the customer group, and its price is what buyers pay',
    source: SHOPWARE_5,
    text: writeExport(
      SHOPWARE_5_COLUMNS,
      [
        {
          ordernumber: 'SW10002.1',
          mainnumber: 'SW10002.1',
          name: 'Likör',
          tax: '19',
          price_EK: '16.80',
          pseudoprice_EK: '19.90',
          price_H: '14.10',
          active: '1',
          instock: '50',
          stockmin: '5',
          minpurchase: '1',
          purchasesteps: '1',
          maxpurchase: '20',
          purchaseunit: '0.7000',
          referenceunit: '1.000',
        },
      ],
      { delimiter: ';' },
    ),
    stops: 'sets anything',
  },
  {
    program: 'Shopware 5, articles with the purchase price',
    source: SHOPWARE_5,
    text: writeExport(
      [...SHOPWARE_5_COLUMNS, 'purchasePrice'],
      [
        {
          ordernumber: 'SW10003',
          mainnumber: 'SW10003',
          name: 'Honig',
          price_EK: '6.72',
          instock: '9',
          stockmin: '3',
          purchaseunit: '0.5',
          referenceunit: '1',
          purchasePrice: '2.95',
        },
      ],
      { delimiter: ';' },
    ),
    cents: { SW10003: { cost: 295 } },
  },
  {
    program: 'Magento, product export without a cost: bounds of the cart are no bounds of a price',
    source: MAGENTO,
    text: writeExport(MAGENTO_COLUMNS, [
      {
        sku: '24-MB01',
        attribute_set_code: 'Bag',
        product_type: 'simple',
        name: 'Duffle bag',
        price: '34.00',
        special_price: '29.00',
        map_price: '27.50',
        msrp_price: '39.00',
        additional_attributes: 'activity=Gym,material=Cotton',
        qty: '100',
        out_of_stock_qty: '2',
        min_cart_qty: '1',
        max_cart_qty: '10000',
        notify_on_stock_below: '5',
        manage_stock: '1',
        website_id: '0',
      },
    ]),
    stops: 'sets anything',
  },
  {
    program: 'Magento, product export with the attribute cost',
    source: MAGENTO,
    text: writeExport(
      [...MAGENTO_COLUMNS, 'cost'],
      [
        {
          sku: '24-MB02',
          attribute_set_code: 'Bag',
          price: '59.00',
          map_price: '45.00',
          min_cart_qty: '1',
          max_cart_qty: '10',
          manage_stock: '1',
          cost: '21.65',
        },
      ],
    ),
    cents: { '24-MB02': { cost: 2165 } },
  },
];

const INVENTORY: readonly ExportCase[] = [
  {
    program: 'ChannelAdvisor, inventory spreadsheet',
    source: 'http://ssc.channeladvisor.com/Portals/1/tutorials/SpreadsheetGuide.htm',
    text: writeExport(
      'Auction Title|Inventory Number|Quantity Update Type|Quantity|Starting Bid|Reserve|Weight|ISBN|UPC|EAN|ASIN|MPN|Short Description|Description|Manufacturer|Brand|Condition|Warranty|Seller Cost|Product Margin|Buy It Now Price|Retail Price|Second Chance Offer Price|Picture URLs|TaxProductCode|Supplier Code|Supplier PO|Warehouse Location|Received In Inventory|Labels'.split(
        '|',
      ),
      [
        {
          'Auction Title': 'Sheet set, queen',
          'Inventory Number': 'CA-Q-300',
          'Quantity Update Type': 'ABSOLUTE',
          Quantity: '15',
          'Starting Bid': '0.99',
          Reserve: '35.00',
          ASIN: 'B0S1NNNNN1',
          MPN: 'Q300',
          'Seller Cost': '22.45',
          'Product Margin': '13.55',
          'Buy It Now Price': '54.00',
          'Retail Price': '69.00',
          'Second Chance Offer Price': '48.00',
          'Warehouse Location': 'B-4',
        },
      ],
      { delimiter: '\t', end: '\r\n', quotes: 'none' },
    ),
    cents: { 'CA-Q-300': { cost: 2245 } },
  },
  {
    program: 'Linnworks, inventory export',
    source:
      'https://www.linnworks.com/support/settings/import-and-export-data/import-data/import-types/inventory-import/',
    text:
      'SKU,Title,Category,Barcode Number,Retail Price,Purchase Price,Tracked,Location,Bin Rack,Stock Level,Minimum Level,Weight,Width,Height,Depth\r\n' +
      'LW-1,Kettle,Kitchen,5012345678900,29.00,11.85,YES,Default,A1-02,14,5,1.2,20,25,18\r\n',
    cents: { 'LW-1': { cost: 1185 } },
  },
  {
    program: 'Ordoro, products',
    source: 'https://support.ordoro.com/what-dropdown-should-i-use-for-my-data-import/',
    text:
      'SKU,Description,Price,Weighted Average Unit Cost,Weight,UPC,Category,Warehouse Low Stock Threshold\n' +
      'ORD-1,Knife,24.00,8.75,0.3,012345678905,Kitchen,6\n',
    cents: { 'ORD-1': { cost: 875 } },
  },
  {
    program: 'Finale Inventory, all products: a case of 24 is no price per 24',
    source:
      'https://support.finaleinventory.com/hc/en-us/articles/1260805855770-Import-Products-Supported-Column-Titles',
    text:
      'Product ID,Status,Description,Category,Notes,Std accounting cost,Std buy price,Item price,Case price,Std lead days,Std packing,Std packing units per case,Unit of measure\n' +
      'FIN-10,Active,"Rocket, small",Fun,,1.65,1.45,3.95,84.00,14,24/1,24,each\n',
    stops: 'no line has a header for the SKU column',
  },
  {
    program: 'Cin7 Omni, products and options',
    source:
      'https://help.cin7.com/documentation/core-modules/products/importing-exporting-and-updating/product-import-reference/',
    text:
      'CATEGORY,SUBCATEGORY,PRODUCT NAME,DESCRIPTION,SUPPLIER,Stock Control,Option 1 Label,Option 2 Label,CODE,Option 1,Option 2,Cost Price,Retail Price,Wholesale Price,VIP Price\n' +
      'Shirts,Polo,Polo Red,,Weave Ltd,FIFO,Color,Size,POLO-R-M,Red,M,9.55,29.95,17.95,25.95\n',
    stops: 'no line has a header for the SKU column',
  },
  {
    program: "JTL-Ameise, articles: the supplier's price is in Australian dollars",
    source: 'the article export of the JTL-Ameise',
    text: writeExport(
      [
        'Artikelnummer',
        'Artikelnummer (Lieferant)',
        'HAN',
        'Artikelname',
        'Hersteller',
        'Steuerklasse',
        'EK Netto (für GLD)',
        'Brutto-VK',
        'Netto-EK',
        'Bestandsführung aktiv',
        'Artikelgewicht',
        'Mindestabnahme',
        'Lieferzeit in Tagen (Lieferant)',
      ],
      [
        {
          Artikelnummer: '0012-S',
          'Artikelnummer (Lieferant)': 'AUD-88',
          Artikelname: 'Top, schwarz',
          'EK Netto (für GLD)': '16,45',
          'Brutto-VK': '53,90',
          'Netto-EK': '27,00',
          'Bestandsführung aktiv': 'Y',
          Mindestabnahme: '1',
        },
      ],
      { delimiter: ';', end: '\r\n' },
    ),
    cents: { '0012-S': { cost: 1645 } },
  },
  {
    program: 'JTL-Ameise, articles in the encoding of Windows',
    source: 'the article export of the JTL-Ameise',
    text: inLatin1(
      'Interner Schlüssel;Artikelnummer;EAN/Barcode;HAN;Artikelname;Std. VK Brutto;Std. VK Netto;EK Netto (für GLD);UVP;Steuersatz in %;Lagerbestand Gesamt;In Aufträgen;Verfügbar;Fehlbestand;Mindestabnahme;Abnahmeintervall;Mindestlagerbestand\r\n' +
        '77;SCH-77;4005800111222;S77;Schürze grün;29,90;25,13;10,55;34,90;19,00;14;2;12;0;1;6;5\r\n',
    ),
    cents: { 'SCH-77': { cost: 1055 } },
  },
];

const TILLS: readonly ExportCase[] = [
  {
    program: 'Lightspeed R-Series, item import with two shops',
    source:
      'https://retail-support.lightspeedhq.com/hc/en-us/articles/115005142408-Formatting-item-import-files',
    text:
      'Description,System ID,UPC,EAN,Custom SKU,Manufacturer SKU,Brand,Default Cost,Default - Price,MSRP - Price,Vendor,Vendor ID,Vendor Cost,Downtown - Quantity on Hand,Downtown - Unit Cost,Downtown - Reorder Point,Downtown - Desired Inventory Level\n' +
      'Ball Valve,210000004121,,,BV-LARGE,MF78,Quill,$28.78,$57.56,$59.99,Quill LLC,Q-7,$27.45,12,$29.15,4,20\n',
    cents: { 'BV-LARGE': { cost: 2878 } },
  },
  {
    program: 'Lightspeed X-Series, product export: the supply price is the cost',
    source: 'https://support.vendhq.com/hc/en-us/articles/4650130313487',
    text: writeExport(
      'id|handle|sku|composite_name|composite_sku|composite_quantity|name|description|product_category|variant_option_one_name|variant_option_one_value|variant_option_two_name|variant_option_two_value|tags|supply_price|retail_price|tax_name|tax_value|account_code|account_code_purchase|brand_name|supplier_name|supplier_code|active|track_inventory|inventory_Main_Outlet|reorder_point_Main_Outlet|restock_level_Main_Outlet'.split(
        '|',
      ),
      [
        {
          id: '02dcd191-ae2b-11e6-f485-8eceb5a5ff11',
          handle: 'tshirtwhite',
          sku: 'tshirt-white-s',
          name: 'T-shirt (White)',
          variant_option_one_name: 'Size',
          variant_option_one_value: 'S',
          supply_price: '10.45',
          retail_price: '39.95',
          tax_value: '0.15',
          supplier_code: 'TS-W-S',
          active: '1',
          inventory_Main_Outlet: '12',
          reorder_point_Main_Outlet: '5',
          restock_level_Main_Outlet: '15',
        },
      ],
    ),
    cents: { 'tshirt-white-s': { cost: 1045 } },
  },
  {
    program: 'Square, item library',
    source: SQUARE,
    text: writeExport(
      'Token|Item Name|Variation Name|SKU|Description|Category|GTIN|Square Online Item Visibility|Weight (lb)|Price|Sellable|Stockable|Option Name 1|Option Value 1|Default Unit Cost|Default Vendor Name|Default Vendor Code|Current Quantity Main St|New Quantity Main St|Stock Alert Enabled Main St|Stock Alert Count Main St|Tax - Sales Tax (6.625%)'.split(
        '|',
      ),
      [
        {
          Token: 'KQ2EXAMPLE',
          'Item Name': 'Scarf',
          'Variation Name': 'Regular',
          SKU: 'SCARF-1',
          Price: '25.00',
          Sellable: 'Y',
          'Default Unit Cost': '9.45',
          'Default Vendor Name': 'Loom',
          'Default Vendor Code': 'L-9',
          'Current Quantity Main St': '11',
          'Stock Alert Enabled Main St': 'Y',
          'Stock Alert Count Main St': '3',
        },
      ],
    ),
    cents: { 'SCARF-1': { cost: 945 } },
  },
  {
    program: 'Clover, inventory: the price unit is what the price is for, not the cost',
    source: "the item sheet of Clover's inventory export",
    text: writeExport(
      'Clover ID|Name|Alternate Name|Description|Price|Price Type|Price Unit|Cost|Product Code|SKU|Quantity|Hidden?|Default tax rates?|Non-revenue item?|Printer Labels|Modifier Groups|Categories|Tax Rates|Variant Attribute|Variant Option'.split(
        '|',
      ),
      [
        {
          'Clover ID': 'X1YZ',
          Name: 'Apples',
          Price: '2.99',
          'Price Type': 'Per Unit',
          'Price Unit': 'lb',
          Cost: '1.35',
          'Product Code': '4131',
          SKU: 'APPLE-FUJI',
          Quantity: '80',
          'Hidden?': 'No',
        },
        {
          'Clover ID': 'X1ZA',
          Name: 'Mug',
          Price: '8.00',
          'Price Type': 'Fixed',
          Cost: '3.05',
          SKU: 'MUG-CL',
        },
      ],
    ),
    cents: {},
    asks: '"Price Unit" is taken for cost_divisor',
    refuses: 'is not a usable number of pieces',
  },
  {
    program: 'Loyverse, items of one store',
    source: 'export_items.csv of the back office',
    text:
      '\uFEFFHandle,SKU,Name,Category,Description,Sold by weight,Option 1 name,Option 1 value,Option 2 name,Option 2 value,Option 3 name,Option 3 value,Cost,Barcode,SKU of included item,Quantity of included item,Track stock,Available for sale [Main],Price [Main],In stock [Main],Low stock [Main]\n' +
      'coffee,10001,Coffee,Drinks,,N,,,,,,,1.15,,,,Y,Y,3.50,40,10\n' +
      'gift-box,10009,Gift box,Boxes,,N,,,,,,,6.25,,10001,4,N,Y,19.00,,\n',
    cents: { '10001': { cost: 115 }, '10009': { cost: 625 } },
  },
];

/** Shop systems, inventory programs and tills. */
export const STORE_EXPORTS: readonly ExportCase[] = [...SHOP_SYSTEMS, ...INVENTORY, ...TILLS];
