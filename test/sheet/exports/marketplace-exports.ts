import type { ExportCase } from './export-case.ts';
import { writeExport } from './write-export.ts';

const INFORMED = 'https://help.informed.co/editing-your-listings/uploads/upload-templates';
const SELLER_HUB = 'the active listings report of the eBay Seller Hub';
const WALMART = 'https://developer.walmart.com/us-marketplace/docs/request-an-item-report';

const MARKETPLACES: readonly ExportCase[] = [
  {
    program: 'Walmart, item report 6',
    source: WALMART,
    text: writeExport(
      'SKU|Item ID|Product Name|Lifecycle Status|Publish Status|Status Change Reason|Product Category|Price|Currency|Buy Box Item Price|Buy Box Shipping Price|Buy Box Eligible|MSRP|Comparison Price|Shipping Weight|WPID|GTIN|UPC|Repricer Strategy|Minimum Seller Allowed Price|Maximum Seller Allowed Price|Repricer Status|Reviews Count|Average Rating'.split(
        '|',
      ),
      [
        {
          SKU: '06068064605122shoe',
          'Item ID': '555012345',
          'Product Name': 'Shoe, 9.5',
          'Lifecycle Status': 'ACTIVE',
          'Publish Status': 'PUBLISHED',
          Price: '7.60',
          Currency: 'USD',
          'Buy Box Item Price': '7.45',
          MSRP: '9.99',
          'Comparison Price': '9.50',
          'Repricer Strategy': 'Match Competitive Price',
          'Minimum Seller Allowed Price': '7.20',
          'Maximum Seller Allowed Price': '8.00',
          'Reviews Count': '17',
        },
      ],
      { quotes: 'all' },
    ),
    cents: { '06068064605122shoe': { minimum_price: 720, maximum_price: 800 } },
  },
  {
    program: 'Walmart, repricer bulk upload, data from column D and row 7 on',
    source: 'https://developer.walmart.com/us-marketplace/docs/assign-items-to-repricer-api-overview',
    text:
      'Version=1.1,repricer,,,,,,,\n,,,,,,,,\n,,,,,,,,\n' +
      ',,,SKU,Repricer Strategy,Minimum Seller Allowed Price,Maximum Seller Allowed Price,External Product ID Type,External Product ID\n' +
      ',,,sku,repricerStrategy,minimumSellerAllowedPrice,maximumSellerAllowedPrice,externalProductIdType,externalProductId\n' +
      ',,,,,,,,\n' +
      ',,,CUP-1,Buy Box,11.25,15.75,,\n' +
      ',,,CUP-2,No Strategy/Delete from Repricer,,,,\n',
    cents: { 'CUP-1': { minimum_price: 1125, maximum_price: 1575 } },
  },
  {
    program: 'Walmart, CPA report',
    source: 'https://developer.walmart.com/us-marketplace/docs/request-a-cpa-report',
    text: 'SKU,SKU OPT IN,PRODUCT NAME,CURRENCY,PRICE,SHIP PRICE\nCUP-1,Y,Cup,USD,12.30,4.99\n',
    stops: 'sets anything',
  },
  {
    program: "eBay, active listings report: the item number is eBay's",
    source: SELLER_HUB,
    text:
      '\uFEFFItem number,Title,Variation details,Custom label (SKU),Available quantity,Format,Currency,Start price,Auction Buy It Now price,Reserve price,Current price,Sold quantity,Watchers,Bids,Start date,End date,eBay category 1 name,eBay category 1 number,Condition,eBay Product ID(ePID),Listing site,P:UPC,P:EAN,P:ISBN\n' +
      '"800262913581","Impact Driver",,"ID-18V","1","FIXED_PRICE","USD",123.53,,,123.53,"0","","","Jun-29-26 16:00:01 PDT","Jul-29-26 16:00:01 PDT","Drills","71304","New",,"US",,,\n',
    stops: 'sets anything',
  },
  {
    program: 'eBay, active listings report with the cost beside it',
    source: SELLER_HUB,
    text:
      'Item number,Title,Custom label (SKU),Available quantity,Format,Currency,Start price,Current price,eBay category 1 name,Condition,Unit Cost\n' +
      '318000000001,"Paint, 15ml",SKU-A-RED,2,FIXED_PRICE,USD,19.99,19.99,Paint,New,6.15\n' +
      '318000000001,"Paint, 15ml",SKU-A-BLUE,2,FIXED_PRICE,USD,21.99,21.99,Paint,New,6.35\n',
    cents: { 'SKU-A-RED': { cost: 615 }, 'SKU-A-BLUE': { cost: 635 } },
  },
  {
    program: 'Etsy, listings: the materials are copper and stone',
    source: 'the listings download of the shop settings',
    text: writeExport(
      [
        'TITLE',
        'DESCRIPTION',
        'PRICE',
        'CURRENCY_CODE',
        'QUANTITY',
        'TAGS',
        'MATERIALS',
        'IMAGE1',
        'IMAGE2',
        'VARIATION 1 TYPE',
        'VARIATION 1 NAME',
        'VARIATION 1 VALUES',
        'SKU',
      ],
      [
        {
          TITLE: 'Green Ring',
          DESCRIPTION: 'Line one\nLine two',
          PRICE: '6.15',
          CURRENCY_CODE: 'GBP',
          QUANTITY: '3',
          TAGS: 'ring,green',
          MATERIALS: 'Copper,Stone',
          SKU: 'RING-G',
        },
      ],
    ),
    stops: 'sets anything',
  },
];

const REPRICERS: readonly ExportCase[] = [
  {
    program: 'Informed, all available fields',
    source: INFORMED,
    text:
      'SKU,LIVE_INVENTORY,ITEM_ID,MEMO,TITLE,MARKETPLACE_ID,COST,CURRENCY,MIN_PRICE,MAX_PRICE,CURRENT_PRICE,CURRENT_SHIPPING,MANUAL_PRICE,ORIGINAL_PRICE,MAP_PRICE,LISTING_TYPE,STRATEGY_ID,BUY_BOX_PRICE,BUY_BOX_WINNER\r\n' +
      'KIT-A,14,B0K1LLLLL1,,Kit A,4771,9.15,USD,13.25,21.75,17.95,3.49,16.55,18.45,15.95,Amazon FBA,,17.85,No\r\n' +
      'KIT-B,0,B0K1LLLLL2,,Kit B,4771,,USD,14.35,,19.95,0.00,,,,Amazon FBM,,,No\r\n',
    cents: {
      'KIT-A': { cost: 915, minimum_price: 1325, maximum_price: 2175, manual_price: 1655 },
      'KIT-B': { minimum_price: 1435 },
    },
  },
  {
    program: 'Informed, set or update cost',
    source: INFORMED,
    text: 'SKU,COST,CURRENCY,CREATED_DATE\r\nKIT-A,9.25,USD,2026-05-04 11:02:00\r\nKIT-B,10.75,USD,2026-05-04 11:02:00\r\n',
    cents: { 'KIT-A': { cost: 925 }, 'KIT-B': { cost: 1075 } },
  },
  {
    program: 'Informed, set or update min/max prices',
    source: INFORMED,
    text:
      'SKU,MARKETPLACE_ID,MIN_PRICE,MAX_PRICE,CURRENT_PRICE,CURRENT_SHIPPING,CREATED_DATE\r\n' +
      'KIT-A,4771,13.35,21.85,17.95,3.49,2026-05-04 11:02:00\r\n',
    cents: { 'KIT-A': { minimum_price: 1335, maximum_price: 2185 } },
  },
  {
    program: 'Informed, set or update manual prices',
    source: INFORMED,
    text: 'SKU,MARKETPLACE_ID,MANUAL_PRICE\r\nKIT-A,4771,16.65\r\n',
    cents: { 'KIT-A': { manual_price: 1665 } },
  },
  {
    program: 'Informed, MAP and handling time: a MAP is no minimum',
    source: INFORMED,
    text: 'SKU,MARKETPLACE_ID,MAP_PRICE,HANDLING_DAYS\r\nKIT-A,4771,15.95,2\r\n',
    stops: 'sets anything',
  },
  {
    program: 'Seller Snap, import file: what is added to the cost is no cost',
    source: 'https://help.sellersnap.io/en/articles/10323226-importing-csv-files',
    text:
      'sku,tags,note,additional_cost,fulfillment_cost,min_price,max_price,repricing,reprice_config_preset,set_min_markup,set_max_markup,vat_percent,map,store_id\n' +
      'BOT-1,summer;new,,1.15,4.85,23.45,31.95,ON,Buy Box Hunter,10,60,20,25.00,1\n',
    cents: { 'BOT-1': { minimum_price: 2345, maximum_price: 3195 } },
  },
  {
    program: 'ChannelMAX, inventory file upload',
    source: 'https://channelmax.zendesk.com/hc/en-us/articles/4408231674011-Inventory-File-Upload',
    text: writeExport(
      'SKU|ASIN|SellingVenue|MinSellingPrice|MaxSellingPrice|Purchase Cost|Quantity|ActualShippingCost|Unit Cost|Retail|Manufacturer|MAP|RepricingModelID|FolderID'.split(
        '|',
      ),
      [
        {
          SKU: 'CM-100',
          ASIN: 'B0M1MMMMM1',
          SellingVenue: 'AmazonUS',
          MinSellingPrice: '12.05',
          MaxSellingPrice: '19.85',
          'Purchase Cost': '7.65',
          Quantity: '48',
          ActualShippingCost: '1.35',
          'Unit Cost': '6.95',
          Retail: '24.99',
          MAP: '14.99',
          RepricingModelID: '59022',
          FolderID: '12',
        },
      ],
      { delimiter: '\t', end: '\r\n', quotes: 'none' },
    ),
    asks: '"Unit Cost" is taken for cost',
  },
  {
    program: 'eSagu, price rules with decimal commas',
    source: 'https://esagu.de/en/resources/knowledge-base/csv/amzn-csv',
    text: 'SKU;MIN_PRICE;MAX_PRICE\r\n0110;12,34;20,10\r\n0111;8,05;1.010,10\r\n',
    cents: {
      '0110': { minimum_price: 1234, maximum_price: 2010 },
      '0111': { minimum_price: 805, maximum_price: 101010 },
    },
  },
];

/** Marketplaces other than Amazon, and what repricers take and write. */
export const MARKETPLACE_EXPORTS: readonly ExportCase[] = [...MARKETPLACES, ...REPRICERS];
