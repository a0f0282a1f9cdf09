import { namesIn } from '../names-in.ts';
import type { ProgramNames } from './program-names.ts';

/** Amazon's stores as its English templates write them, with the currency in the labels. */
const AMAZON_STORES = namesIn(`
  US USD | CA CAD | MX MXN | BR BRL | UK GBP | DE EUR | FR EUR | IT EUR | ES EUR | NL EUR | BE EUR |
  IE EUR | SE SEK | PL PLN | TR TRY | AE AED | SA SAR | EG EGP | ZA ZAR | IN INR | JP JPY | AU AUD |
  SG SGD
`);

/** `Minimum Seller Allowed Price USD (Sell on Amazon, US)`, with and without the currency, for every store. */
function perStore(label: string, audience: string): readonly string[] {
  return AMAZON_STORES.flatMap((text) => {
    const [store, currency] = text.split(' ');
    return [`${label} (${audience}, ${store})`, `${label} ${currency} (${audience}, ${store})`];
  });
}

const CONSUMERS = 'Sell on Amazon';
const COMPANIES = ['Amazon Business (B2B)', 'B2B'];

/**
 * Reports: GET_MERCHANT_LISTINGS_ALL_DATA and its like of the Selling Partner API; their headings in other languages as
 * importers list them side by side (`$mappedReportHeading` of CedCommerce's Amazon connector; PrestaShop's Amazon
 * module, `amazon.auto_update`). Templates: `Flat.File.PriceInventory.*.xls` of the seller templates, `Flat.File.AutomatePricing.uk.xls`
 * and https://sellercentral.amazon.in/gp/help/external/G202166010 (minimum-seller-set-price), the price and quantity
 * template of 2026 in English and Spanish, the Japanese one of 2018 (商品管理番号, 販売価格の下限設定).
 */
const AMAZON: ProgramNames = {
  program: 'Amazon',
  marks: [
    'seller-sku | asin1',
    'seller-sku | listing-id',
    'seller-sku | fulfilment-channel',
    'sku | minimum-seller-allowed-price | handling-time',
    'sku | minimum-seller-allowed-price | fulfillment-channel',
    'sku | minimum-seller-allowed-price | rule-action',
    'sku | minimum-seller-set-price | rule-action',
    'sku | product-id-type | add-delete',
    'item_sku | standard_price',
    'Seller SKU | Product ID | Product ID Type | Standard Price',
    'item_sku | external_product_id',
    'Händler-SKU | Angebotsnummer',
    'Händler-SKU | Artikelbezeichnung',
    'sku-vendeur | id-offre',
    'sku-vendeur | nom-produit',
    'SKU venditore | Numero offerta',
    "SKU venditore | Nome dell'articolo",
    'SKU del vendedor | Identificador del listing',
    'SKU del vendedor | Título del producto',
    'sku-sprzedawcy | identyfikator-oferty',
    'sku-sprzedawcy | nazwa-produktu',
    '出品者SKU | 出品ID',
    '出品者SKU | 商品名',
    '商品管理番号 | 販売価格',
    '卖家 SKU | 商品编码',
    '卖家 SKU | 商品名称',
    'sku-البائع | رقم-العرض',
    'seller-sku (satıcı sku) | listing-id (liste kaydı numarası)',
    ...perStore('Your Price', CONSUMERS).map((price) => `SKU | ${price}`),
    'SKU | Tu precio EUR (Vender en Amazon, ES)',
    'SKU | Ihr Preis EUR (Bei Amazon verkaufen, DE)',
  ],
  names: {
    sku: ['seller-sku', 'item_sku', 'sku', '商品管理番号'],
    minimum_price: ['minimum-seller-allowed-price', 'minimum-seller-set-price'],
    maximum_price: ['maximum-seller-allowed-price', 'maximum-seller-set-price'],
    currency: ['currency-code', 'currency', '通貨コード'],
  },
  anywhere: {
    sku: namesIn(`
      Händler-SKU | sku-vendeur | SKU venditore | SKU del vendedor | sku-sprzedawcy | 出品者SKU | 卖家 SKU |
      sku-البائع | seller-sku (satıcı sku)
    `),
    minimum_price: [
      ...perStore('Minimum Seller Allowed Price', CONSUMERS),
      'Precio mínimo permitido al vendedor (Vender en Amazon, ES)',
      '販売価格の下限設定',
    ],
    maximum_price: [
      ...perStore('Maximum Seller Allowed Price', CONSUMERS),
      'Precio máximo permitido al vendedor (Vender en Amazon, ES)',
      '販売価格の上限設定',
    ],
  },
  others: [
    ...namesIn(`
      price | standard-price | standard_price | Standard Price | list-price | list_price | sale-price |
      sale_price | business-price | Business Price | Quantity Price 1 | Quantity Price 2 |
      Quantity Price 3 | Quantity Price 4 | Quantity Price 5 | map_price | Minimum Advertised Price |
      Maximum Retail Price (Sell on Amazon, IN) | Minimum order quantity | Mindestbestellmenge |
      Max Order Quantity | max_order_quantity | mfg_minimum | mfg_maximum | material_type |
      Material Type | listing-id | product-id | item-name | rule-name | rule-action
    `),
    ...perStore('Pricing Rule', CONSUMERS),
    ...['Minimum Seller Allowed Price', 'Maximum Seller Allowed Price', 'Your Price'].flatMap((label) =>
      COMPANIES.flatMap((audience) => perStore(label, audience)),
    ),
    ...['Your Price', 'Sale Price'].flatMap((label) => perStore(label, CONSUMERS)),
    ...namesIn(`
      Tu precio EUR (Vender en Amazon, ES) | Tu precio EUR (B2B, ES) |
      Regla de precios (Vender en Amazon, ES) | Precio mínimo permitido al vendedor (B2B, ES) |
      Precio máximo permitido al vendedor (B2B, ES) | Ihr Preis EUR (Bei Amazon verkaufen, DE) | Preis |
      prix | Prezzo | Precio | cena | 価格 | 販売価格
    `),
  ],
};

/** Shop systems, channel managers and marketplaces, in alphabetical order, with each heading's source above its entry. */
export const SHOP_PROGRAMS: readonly ProgramNames[] = [
  AMAZON,

  // Modern: https://support.bigcommerce.com/articles/en_US/Knowledge/Supported-Product-Fields. Legacy: the bulk edit template,
  // "Item Type","Product ID",…,"Product Code/SKU","Bin Picking Number",…,"Cost Price". `Item` says Product, Variant or Image.
  {
    program: 'BigCommerce',
    marks: [
      'Product Code/SKU | Product ID',
      'Product Code/SKU | Bin Picking Number',
      'Item | SKU | Inventory Tracking',
    ],
    names: { sku: ['Product Code/SKU', 'SKU'], cost: ['Cost Price'] },
    anywhere: { sku: ['Product Code/SKU'] },
    others: ['Item', 'Name'],
  },

  // The inventory spreadsheet: http://ssc.channeladvisor.com/Portals/1/tutorials/SpreadsheetGuide.htm
  {
    program: 'ChannelAdvisor',
    marks: [
      'Inventory Number | Seller Cost',
      'Inventory Number | Auction Title',
      'Inventory Number | Quantity Update Type',
    ],
    names: { sku: ['Inventory Number'], cost: ['Seller Cost'] },
  },

  // https://channelmax.zendesk.com/hc/en-us/articles/4408231674011-Inventory-File-Upload, which calls `Unit Cost` the least
  // that the product costs and `Retail` the most.
  {
    program: 'ChannelMAX',
    marks: ['SKU | MinSellingPrice | MaxSellingPrice', 'SellingVenue | MinSellingPrice'],
    names: {
      sku: ['SKU'],
      cost: ['Purchase Cost', 'PurchasePrice'],
      minimum_price: ['MinSellingPrice'],
      maximum_price: ['MaxSellingPrice'],
    },
    anywhere: { minimum_price: ['Min Selling Price'], maximum_price: ['Max Selling Price'] },
    others: ['Unit Cost'],
  },

  // The product export of Cin7 Core (DEAR): ProductCode,Name,Category,…,MinimumBeforeReorder,ReorderQuantity,…,PriceTier1…10.
  // It holds no cost.
  {
    program: 'Cin7 Core',
    marks: ['ProductCode | MinimumBeforeReorder'],
    names: { sku: ['ProductCode'] },
    others: ['Name'],
  },

  // https://help.cin7.com/documentation/core-modules/products/importing-exporting-and-updating/product-import-reference/ and
  // https://help.omni.cin7.com/hc/en-us/articles/9052673916815-Product-codes: the code of the option is the SKU.
  {
    program: 'Cin7 Omni',
    marks: ['CODE | Stock Control', 'CODE | Style Code | Cost Price'],
    names: { sku: ['CODE'], cost: ['Cost Price'] },
  },

  // The inventory spreadsheet: Clover ID,Name,Alternate Name,Description,Price,Price Type,Price Unit,Cost,Product Code,SKU,…
  // `Price Unit` is the unit that the sales price is for, `Product Code` the barcode.
  {
    program: 'Clover',
    marks: ['Clover ID | Price Type', 'Clover ID | Price Unit'],
    names: { sku: ['SKU'], cost: ['Cost'] },
    others: ['Name', 'Price Unit', 'Product Code'],
  },

  // The active listings report of the Seller Hub: Item number,Title,Variation details,Custom label (SKU),…,Start price,
  // Auction Buy It Now price,Reserve price,Current price,… The item number is eBay's own.
  {
    program: 'eBay',
    marks: ['Item number | Custom label (SKU)', 'Custom label (SKU) | Available quantity'],
    names: { sku: ['Custom label (SKU)'], currency: ['Currency'] },
    anywhere: { sku: ['Custom label (SKU)'] },
    others: ['Item number'],
  },

  // The listings download: TITLE,DESCRIPTION,PRICE,CURRENCY_CODE,QUANTITY,TAGS,MATERIALS,IMAGE1,…,SKU
  {
    program: 'Etsy',
    marks: ['TITLE | CURRENCY_CODE | MATERIALS'],
    names: { sku: ['SKU'], currency: ['CURRENCY_CODE'] },
  },

  // https://support.finaleinventory.com/hc/en-us/articles/1260805855770-Import-Products-Supported-Column-Titles; the report of
  // all products: Product ID,Status,Description,…,Std accounting cost,Std buy price,Item price,Case price,…,Std packing,…
  // The accounting cost is what an item costs; the product ID is the SKU
  // (https://support.finaleinventory.com/hc/en-us/articles/19362652939291-Product-Detail-Screen-Overview).
  {
    program: 'Finale Inventory',
    marks: ['Product ID | Std accounting cost', 'Product ID | Std buy price'],
    names: { sku: ['Product ID'], cost: ['Std accounting cost', 'Std buy price'] },
    anywhere: { cost: ['Std accounting cost'] },
  },

  // https://support.franpos.com/portal/en/kb/articles/product-import-columns: the price unit is Each, Lb, Oz, …
  {
    program: 'Franpos',
    marks: ['SKU | Min. reorder point', 'SKU | Price Unit | Member Price'],
    names: { sku: ['SKU'], cost: ['Cost'] },
    others: ['Product Code', 'Price Unit'],
  },

  // https://help.informed.co/editing-your-listings/uploads/upload-templates
  {
    program: 'Informed',
    marks: ['SKU | MARKETPLACE_ID', 'SKU | COST | CREATED_DATE'],
    names: {
      sku: ['SKU'],
      cost: ['COST'],
      minimum_price: ['MIN_PRICE'],
      maximum_price: ['MAX_PRICE'],
      manual_price: ['MANUAL_PRICE'],
      strategy: ['STRATEGY_ID'],
      repricing: ['MANAGED'],
      currency: ['CURRENCY'],
    },
    others: ['ITEM_ID'],
  },

  // The article export of the JTL-Ameise. `EK Netto (für GLD)` and `Durchschnittlicher Einkaufspreis (netto)` are in the
  // company's currency; `Netto-EK` is the supplier's price, in the supplier's.
  {
    program: 'JTL-Wawi',
    marks: [
      'Artikelnummer | EK Netto (für GLD)',
      'Artikelnummer | Durchschnittlicher Einkaufspreis (netto)',
      'Artikelnummer | Brutto-VK',
      'Artikelnummer | Std. VK Brutto',
      'Artikelnummer | Interner Schlüssel',
    ],
    names: {
      sku: ['Artikelnummer'],
      cost: ['EK Netto (für GLD)', 'Durchschnittlicher Einkaufspreis (netto)', 'EK Netto', 'Netto-EK'],
    },
    anywhere: { cost: ['EK Netto (für GLD)', 'Durchschnittlicher Einkaufspreis (netto)'] },
    others: ['EK Brutto'],
  },

  // https://retail-support.lightspeedhq.com/hc/en-us/articles/115005142408-Formatting-item-import-files
  {
    program: 'Lightspeed Retail (R-Series)',
    marks: ['System ID | Custom SKU', 'Custom SKU | Default Cost'],
    names: { sku: ['Custom SKU'], cost: ['Default Cost'] },
    others: ['Item'],
  },

  // https://support.vendhq.com/hc/en-us/articles/4650130313487 and the product export: id,handle,sku,composite_name,
  // composite_sku,composite_quantity,name,…,supply_price,retail_price,…,supplier_code,… What the supplier asks is the cost here.
  {
    program: 'Lightspeed Retail (X-Series)',
    marks: [
      'handle | sku | supply_price',
      'sku | composite_sku | supply_price',
      'sku | supply_price | retail_price',
    ],
    names: { sku: ['sku'], cost: ['supply_price'] },
    others: ['name', 'account_code_purchase'],
  },

  // https://www.linnworks.com/support/settings/import-and-export-data/import-data/import-types/inventory-import/ and
  // …/import-types/stock-level
  {
    program: 'Linnworks',
    marks: [
      'SKU | Minimum Level | Stock Level',
      'SKU | Bin Rack | Stock Value',
      'SKU | Bin Rack | Purchase Price',
      'SKU | Bin Rack | Unit Cost',
    ],
    names: { sku: ['SKU'], cost: ['Unit Cost', 'Purchase Price'] },
  },

  // The item export: Handle,SKU,Name,…,Cost,Barcode,SKU of included item,Quantity of included item,…,Price [Store],…
  {
    program: 'Loyverse',
    marks: ['SKU of included item | Quantity of included item'],
    names: { sku: ['SKU'], cost: ['Cost'] },
    others: ['Name'],
  },

  // https://experienceleague.adobe.com/docs/commerce-admin/systems/data-transfer/data-attributes-product.html
  {
    program: 'Magento',
    marks: ['sku | attribute_set_code', 'sku | out_of_stock_qty'],
    names: { sku: ['sku'], cost: ['cost'] },
    others: ['name'],
  },

  // https://support.ordoro.com/what-dropdown-should-i-use-for-my-data-import/
  {
    program: 'Ordoro',
    marks: ['SKU | Weighted Average Unit Cost'],
    names: { sku: ['SKU'], cost: ['Weighted Average Unit Cost'] },
    anywhere: { cost: ['Weighted Average Unit Cost'] },
  },

  // PrestaShop/PrestaShop: docs/csv_import/products_import.csv; `Buying price`: the user guide of 1.4, CSV import. The wholesale
  // price is what the shop pays; `Unity` and `Unit price` are for the price per litre that the customer sees.
  {
    program: 'PrestaShop',
    marks: [
      'Reference # | Wholesale price | Ecotax',
      'Reference # | Price tax excluded',
      'Reference | Buying price | Tax rule ID',
    ],
    names: { sku: ['Reference #'], cost: ['Wholesale price', 'Buying price'] },
    anywhere: { cost: ['Buying price'] },
    others: ['Name *', 'Name', 'Unity'],
  },

  // https://help.sellersnap.io/en/articles/10323226-importing-csv-files. A preset is Seller Snap's own strategy.
  {
    program: 'Seller Snap',
    marks: [
      'sku | reprice_config_preset',
      'sku | additional_cost | min_price',
      'sku | set_min_markup',
      'sku | set_min_margin',
    ],
    names: {
      sku: ['sku'],
      cost: ['cost'],
      minimum_price: ['min_price'],
      maximum_price: ['max_price'],
      repricing: ['repricing'],
    },
    others: ['additional_cost', 'fulfillment_cost'],
  },

  // https://help.shopify.com/en/manual/products/import-export/using-csv; the inventory export: Handle,Title,…,SKU,HS Code,COO,
  // Location,Bin name,…,On hand (current),On hand (new). The unit price is the one per litre that the customer sees, so its
  // measures say nothing of the cost.
  {
    program: 'Shopify',
    marks: ['Handle | Variant SKU', 'URL handle | SKU', 'SKU | On hand (current)'],
    names: { sku: ['Variant SKU', 'SKU'], cost: ['Cost per item'] },
    anywhere: { cost: ['Cost per item'] },
  },

  // https://docs.shopware.com/de/shopware-5-de/import-export/import-export-artikel: ordernumber;mainnumber;…;price_EK;pseudoprice_EK;
  // baseprice_EK;…;instock;stockmin;…;minpurchase;purchasesteps;maxpurchase;purchaseunit;referenceunit;… `EK` is the customer
  // group of the shop's buyers, and the purchase unit belongs to the price per litre.
  {
    program: 'Shopware 5',
    marks: ['ordernumber | mainnumber', 'ordernumber | price_EK'],
    names: { sku: ['ordernumber'], cost: ['purchasePrice'] },
    others: ['name', 'price_EK', 'pseudoprice_EK', 'baseprice_EK'],
  },

  // shopware/shopware: the default product profile of src/Core/Content/ImportExport, as MappingServiceTest.php writes it
  {
    program: 'Shopware 6',
    marks: ['product_number | purchase_prices_net', 'product_number | price_net | price_gross'],
    names: { sku: ['product_number'], cost: ['purchase_prices_net'] },
    anywhere: { cost: ['purchase_prices_net'] },
    others: ['name', 'purchase_prices_gross'],
  },

  // https://smartrepricer.threecolts.support/en/articles/15458218-smartrepricer-uploads-columns
  {
    program: 'SmartRepricer',
    marks: ['SKU | Cost Currency | Strategy Name'],
    names: { sku: ['SKU'], strategy: ['Strategy Name'], currency: ['Cost Currency'] },
  },

  // https://squareup.com/help/gb/en/article/5966-item-library-and-unit-cost-management; the item library: Token,Item Name,
  // Variation Name,SKU,Description,…,Price,…,Default Unit Cost,Default Vendor Name,Default Vendor Code,…
  {
    program: 'Square',
    marks: ['Token | Item Name | Variation Name', 'Default Unit Cost | Default Vendor Name'],
    names: { sku: ['SKU'], cost: ['Default Unit Cost'] },
    anywhere: { cost: ['Default Unit Cost'] },
    others: ['Item Name'],
  },

  // The product import and export: sku_code,product_title,variant_title,sales_price,cost_price,…,min_reorder_level,
  // quantity_to_reorder,max_reorder_level,…,qty_on_hand,total_qty,total_stock_value
  {
    program: 'Veeqo',
    marks: ['sku_code | product_title', 'sku_code | sales_price'],
    names: { sku: ['sku_code'], cost: ['cost_price'] },
    anywhere: { sku: ['sku_code'] },
  },

  // https://developer.walmart.com/us-marketplace/docs/request-an-item-report and
  // https://developer.walmart.com/us-marketplace/docs/assign-items-to-repricer-api-overview. The strategies are Walmart's own.
  {
    program: 'Walmart',
    marks: ['SKU | Item ID | Lifecycle Status', 'SKU | Repricer Strategy', 'SKU | SKU OPT IN'],
    names: {
      sku: ['SKU'],
      minimum_price: ['Minimum Seller Allowed Price'],
      maximum_price: ['Maximum Seller Allowed Price'],
      currency: ['Currency'],
    },
    others: ['Item ID'],
  },

  // https://woocommerce.com/document/product-csv-importer-exporter/; what plugins keep: https://woocommerce.com/document/cost-of-goods-sold
  // (_wc_cog_cost), https://wpfactory.com/docs/cost-of-goods-for-woocommerce/ (_alg_wc_cog_cost)
  {
    program: 'WooCommerce',
    marks: ['SKU | Is featured?', 'SKU | Visibility in catalog', 'SKU | Regular price | Tax status'],
    names: {
      sku: ['SKU'],
      cost: ['Meta: _wc_cog_cost', 'Meta: _alg_wc_cog_cost', 'Meta: _purchase_price'],
    },
    anywhere: { cost: ['Meta: _wc_cog_cost', 'Meta: _alg_wc_cog_cost'] },
    others: ['Name', 'Purchase note'],
  },
];
