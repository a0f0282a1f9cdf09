import type { ExportCase } from './export-case.ts';
import { inLatin1, writeExport } from './write-export.ts';

const TABS = { delimiter: '\t', quotes: 'none' } as const;

const LISTINGS =
  'item-name item-description listing-id seller-sku price quantity open-date image-url item-is-marketplace product-id-type zshop-shipping-fee item-note item-condition zshop-category1 zshop-browse-path zshop-storefront-feature asin1 asin2 asin3 will-ship-internationally expedited-shipping zshop-boldface product-id bid-for-featured-placement add-delete pending-quantity fulfillment-channel'.split(
    ' ',
  );

const TIERS = [1, 2, 3, 4, 5].flatMap((tier) => [`Quantity Lower Bound ${tier}`, `Quantity Price ${tier}`]);

const SELLER_TEMPLATES = 'Flat.File.PriceInventory.uk.xls of the seller templates';
const SP_API = 'GET_MERCHANT_LISTINGS_ALL_DATA and its like of the Selling Partner API';
const CONNECTOR = "the localized headings that CedCommerce's Amazon connector lists ($mappedReportHeading)";

const REPORTS: readonly ExportCase[] = [
  {
    program: 'Amazon, all listings report, with the bounds of automated pricing',
    source: SP_API,
    text: inLatin1(
      writeExport(
        [
          ...LISTINGS,
          'merchant-shipping-group',
          'status',
          'minimum-seller-allowed-price',
          'maximum-seller-allowed-price',
        ],
        [
          {
            'item-name': 'Café tray 12" oak, unfinished',
            'listing-id': '0812YA0GT7P',
            'seller-sku': 'TR-12-OAK',
            price: '31.50',
            quantity: '14',
            'open-date': '2026-03-02 08:11:40 PST',
            'item-is-marketplace': 'y',
            'product-id-type': '1',
            'item-condition': '11',
            asin1: 'B0C1AAAAA1',
            'product-id': 'B0C1AAAAA1',
            'pending-quantity': '0',
            'fulfillment-channel': 'DEFAULT',
            status: 'Active',
            'minimum-seller-allowed-price': '27.10',
            'maximum-seller-allowed-price': '44.90',
          },
          {
            'item-name': 'Jug 1 l',
            'listing-id': '0812YA0GT8Q',
            'seller-sku': 'JG-1',
            price: '18.20',
            asin1: 'B0C1AAAAA2',
            'product-id': 'B0C1AAAAA2',
            'fulfillment-channel': 'AMAZON_NA',
            status: 'Inactive',
            'maximum-seller-allowed-price': '25.80',
          },
        ],
        TABS,
      ),
    ),
    cents: {
      'TR-12-OAK': { minimum_price: 2710, maximum_price: 4490 },
      'JG-1': { maximum_price: 2580 },
    },
  },
  {
    program: 'Amazon, active listings report of a business seller',
    source: SP_API,
    text: writeExport(
      [...LISTINGS, 'Business Price', 'Quantity Price Type', ...TIERS, 'merchant-shipping-group'],
      [
        {
          'item-name': 'Hinge set',
          'listing-id': '0902XH4410A',
          'seller-sku': 'HS-04',
          price: '16.40',
          quantity: '200',
          'product-id-type': '1',
          'item-condition': '11',
          asin1: 'B0D2BBBBB1',
          'product-id': 'B0D2BBBBB1',
          'fulfillment-channel': 'DEFAULT',
          'Business Price': '15.90',
          'Quantity Price Type': 'FIXED',
          'Quantity Lower Bound 1': '10',
          'Quantity Price 1': '14.70',
          'Quantity Lower Bound 2': '100',
          'Quantity Price 2': '13.30',
        },
      ],
      TABS,
    ),
    stops: 'sets anything',
  },
  {
    program: 'Amazon, open listings report',
    source: SP_API,
    text: writeExport(
      ['sku', 'asin', 'price', 'quantity', 'Business Price', 'Quantity Price Type', ...TIERS],
      [
        { sku: 'HS-04', asin: 'B0D2BBBBB1', price: '16.40', quantity: '200', 'Business Price': '15.90' },
        { sku: 'HS-05', asin: 'B0D2BBBBB2', price: '17.60', quantity: '12' },
      ],
      TABS,
    ),
    stops: 'sets anything',
  },
  {
    program: 'Amazon.de, Bericht zu allen Angeboten',
    source: CONNECTOR,
    text: inLatin1(
      writeExport(
        [
          'Artikelbezeichnung',
          'Artikelbeschreibung',
          'Angebotsnummer',
          'Händler-SKU',
          'Preis',
          'Menge',
          'Erstellungsdatum',
          'Artikel ist Marketplace-Angebot',
          'Produkt-ID-Typ',
          'Anmerkung zum Artikel',
          'Artikelzustand',
          'ASIN 1',
          'Internationaler Versand',
          'Expressversand',
          'Produkt-ID',
          'Versender',
          'Händlerversandgruppe',
          'Status',
          'Mindestbestellmenge',
          'Restposten verkaufen',
        ],
        [
          {
            Artikelbezeichnung: 'Gießkanne 5 l',
            Angebotsnummer: '0711SX9FF01',
            'Händler-SKU': 'GK-5-GRÜN',
            Preis: '24.90',
            Menge: '31',
            'Produkt-ID-Typ': '1',
            Artikelzustand: '11',
            'ASIN 1': 'B0A7CCCCC1',
            'Produkt-ID': 'B0A7CCCCC1',
            Versender: 'DEFAULT',
            Status: 'Active',
            Mindestbestellmenge: '2',
          },
        ],
        TABS,
      ),
    ),
    stops: 'sets anything',
  },
  {
    program:
      'Amazon.de, Bericht zu aktiven Angeboten, with the purchase price that the seller has put beside it',
    source: CONNECTOR,
    text: inLatin1(
      'Händler-SKU;Artikelbezeichnung;Angebotsnummer;Preis;Menge;ASIN 1;Einstandspreis\r\n' +
        'GK-5-GRÜN;Gießkanne 5 l;0711SX9FF01;24,90;31;B0A7CCCCC1;11,35\r\n' +
        'GK-9;Gießkanne 9 l;0711SX9FF02;33,50;4;B0A7CCCCC2;15,05\r\n',
    ),
    cents: { 'GK-5-GRÜN': { cost: 1135 }, 'GK-9': { cost: 1505 } },
  },
  {
    program: 'Amazon.co.jp, all listings report in UTF-8',
    source: CONNECTOR,
    text:
      '商品名\t出品ID\t出品者SKU\t価格\t数量\t出品日\t商品IDタイプ\tコンディション説明\tコンディション\t国外へ配送可\t迅速な配送\t商品ID\t在庫数\tフルフィルメント・チャンネル\tmerchant-shipping-group\tステータス\n' +
      '急須 300ml\t0311JJ9ZZ01\tKY-300\t2480\t6\t2026/02/11 10:20:30 JST\t1\t\t11\t\t\tB0J1GGGGG1\t0\tDEFAULT\t\tActive\n',
    stops: 'sets anything',
  },
  {
    program: 'Amazon.pl, raport wszystkich ofert',
    source: CONNECTOR,
    text:
      'nazwa-produktu\topis-produktu\tidentyfikator-oferty\tsku-sprzedawcy\tcena\tilość\tdata-otwarcia\tprodukt-jest-(na)rynku\ttyp-identyfikatora-produktu\tuwaga-o-produkcie\tstan-produktu\twysyłka-międzynarodowa\tprzyspieszona-wysyłka\tidentyfikator-produktu\tdodaj-usuń\tilość-oczekująca\tkanał-realizacji\tgrupa-wysyłki-sprzedawcy\tMaksymalna liczba zamówionych produktów\n' +
      'Czajnik żeliwny\t\t0211PP8YY02\tCZ-ŻEL\t189.00\t5\t2026-01-07 12:00:00 CET\ty\t1\t\t11\t\t\tB0P1HHHHH1\t\t0\tDEFAULT\t\t4\n',
    stops: 'sets anything',
  },
  {
    program: 'Amazon.cn account, all listings report, with a cost column in the same language as the rest',
    source: CONNECTOR,
    text:
      '商品名称\t商品描述\t卖家 SKU\t价格\t数量\t开售日期\t商品编码类型\t商品备注\t商品状况\t商品编码\t等待购买数量\t配送渠道\tCost\n' +
      '茶杯\t\tCB-2\t21.90\t60\t2026-01-02 09:00:00 PST\t1\t\t11\tB0N1IIIII1\t0\tDEFAULT\t4.35\n',
    cents: { 'CB-2': { cost: 435 } },
  },
  {
    program: 'Amazon.com.tr, all listings report',
    source: CONNECTOR,
    text:
      'item-name (ürün adı)\tlisting-id (liste kaydı numarası)\tseller-sku (satıcı sku)\tprice (fiyat)\tquantity (adet)\topen-date (yayınlanma tarihi)\tproduct-id-type (ürün numarası türü)\titem-condition (ürün durumu)\tproduct-id (ürün numarası)\tpending-quantity (bekleyen adet)\tfulfillment-channel (dağıtım kanalı)\tdurum\tMinimum sipariş adedi\n' +
      'Çaydanlık\t0111TT7XX03\tÇD-1\t749.00\t8\t2025-12-20 11:00:00 EET\t1\t11\tB0T1JJJJJ1\t0\tDEFAULT\tActive\t2\n',
    stops: 'sets anything',
  },
];

const BUSINESS_TIERS = [1, 2, 3, 4, 5].flatMap(() => [
  'Quantity Threshold (Lower Bound, Amazon Business (B2B), US)',
  'Quantity Price (Fixed Price/Percentage Discount, Amazon Business (B2B), US)',
]);

/** The labels of the template of 2026; `bound` is how its bounds are called. */
function priceAndQuantity(bound: (word: string) => string): readonly string[] {
  return [
    'SKU',
    'Fulfillment Channel Code (US)',
    'Quantity (US)',
    'Handling Time (US)',
    'Restock Date (US)',
    'Inventory Always Available (US)',
    'Your Price USD (Sell on Amazon, US)',
    'Pricing Rule (Sell on Amazon, US)',
    bound('Minimum'),
    bound('Maximum'),
    'Sale Price USD (Sell on Amazon, US)',
    'Sale Start Date (Sell on Amazon, US)',
    'Sale End Date (Sell on Amazon, US)',
    'Offering Release Date (Sell on Amazon, US)',
    'Stop Selling Date (Sell on Amazon, US)',
    'Your Price USD (Amazon Business (B2B), US)',
    'Minimum Seller Allowed Price (Amazon Business (B2B), US)',
    'Maximum Seller Allowed Price (Amazon Business (B2B), US)',
    'Offering Release Date (Amazon Business (B2B), US)',
    'Stop Selling Date (Amazon Business (B2B), US)',
    'Quantity Price Type (Amazon Business (B2B), US)',
    ...BUSINESS_TIERS,
    'Shipping Template (US)',
  ];
}

const INSTRUCTION =
  '     Use ENGLISH to fill this template. DO NOT modify or delete the colored header rows. To expand all optional columns, click the "2" button on the top left.';

const ATTRIBUTES = [
  'contribution_sku#1.value',
  'fulfillment_availability#1.fulfillment_channel_code',
  'fulfillment_availability#1.quantity',
  'fulfillment_availability#1.lead_time_to_ship_max_days',
  'fulfillment_availability#1.restock_date',
  'fulfillment_availability#1.is_inventory_available',
  'purchasable_offer[marketplace_id=ATVPDKIKX0DER][audience=ALL]#1.our_price#1.schedule#1.value_with_tax',
  'purchasable_offer[marketplace_id=ATVPDKIKX0DER][audience=ALL]#1.automated_pricing_merchandising_rule_plan#1.merchandising_rule.rule_id',
  'purchasable_offer[marketplace_id=ATVPDKIKX0DER][audience=ALL]#1.minimum_seller_allowed_price#1.schedule#1.value_with_tax',
  'purchasable_offer[marketplace_id=ATVPDKIKX0DER][audience=ALL]#1.maximum_seller_allowed_price#1.schedule#1.value_with_tax',
];

const PRICE_ROWS = [
  {
    SKU: 'MUG-1',
    'Quantity (US)': '152',
    'Handling Time (US)': '5',
    'Your Price USD (Sell on Amazon, US)': '21.00',
    'Pricing Rule (Sell on Amazon, US)': 'Competitive Price Rule by Amazon',
    'Your Price USD (Amazon Business (B2B), US)': '19.50',
    'Minimum Seller Allowed Price (Amazon Business (B2B), US)': '16.60',
    'Maximum Seller Allowed Price (Amazon Business (B2B), US)': '23.70',
  },
  { SKU: 'MUG-2', 'Your Price USD (Sell on Amazon, US)': '22.00' },
] as const;

function priceTemplate(bound: (word: string) => string): string {
  const [first, second] = PRICE_ROWS;
  return writeExport(
    priceAndQuantity(bound),
    [
      { ...first, [bound('Minimum')]: '17.40', [bound('Maximum')]: '29.80' },
      { ...second, [bound('Minimum')]: '18.10' },
    ],
    {
      ...TABS,
      end: '\r\n',
      above: [
        'settings=attributeRow=5&contentLanguageTag=en_US&dataRow=7&labelRow=4&templateIdentifier=5f0e',
        INSTRUCTION,
        'Listing Identity\tOffer (US) - (Sell on Amazon), (US) - (Amazon Business (B2B))',
      ],
      below: [ATTRIBUTES.join('\t').padEnd(ATTRIBUTES.join('\t').length + 22, '\t'), ''],
    },
  );
}

const JAPANESE =
  'the header of three rows that Japanese sellers write (TemplateType=PriceInventory, Version=2018.0924)';
const JAPANESE_LABELS =
  '商品管理番号|販売価格|ポイント|在庫数|通貨コード|セール価格|セール時ポイントパーセント|セール開始日|セール終了日|商品の入荷予定日|販売価格の下限設定|販売価格の上限設定|出荷経路|出荷作業日数'.split(
    '|',
  );

const SPANISH_OFFER = '(Vender en Amazon, ES)';

const TEMPLATES: readonly ExportCase[] = [
  {
    program: 'Amazon, price and quantity file with three header rows',
    source: SELLER_TEMPLATES,
    text:
      'TemplateType=PriceInventory\tVersion=2018.0924\tThis row is for Amazon.com use only. Do not modify or delete this row.\t\t\t\t\t\r\n' +
      'SKU\tPrice\tMinimum Seller Allowed Price\tMaximum Seller Allowed Price\tQuantity\tFulfilment Channel\tHandling Time\tCurrency\r\n' +
      'sku\tprice\tminimum-seller-allowed-price\tmaximum-seller-allowed-price\tquantity\tfulfillment-channel\thandling-time\tcurrency\r\n' +
      'PAN-24\t39.00\t32.50\t47.25\t12\t\t2\tGBP\r\n' +
      'PAN-28\t45.00\t\t52.75\t7\t\t2\tGBP\r\n',
    cents: {
      'PAN-24': { minimum_price: 3250, maximum_price: 4725 },
      'PAN-28': { maximum_price: 5275 },
    },
  },
  {
    program: 'Amazon.es, price and quantity file with decimal commas',
    source: 'Flat.File.PriceInventory.es.xls of the seller templates',
    text: inLatin1(
      'TemplateType=PriceInventory\tVersion=2018.0924\tEsta fila es para uso exclusivo de Amazon. No la modifique ni la elimine.\t\t\t\t\r\n' +
        'sku\tprice\tminimum-seller-allowed-price\tmaximum-seller-allowed-price\tquantity\tfulfillment-channel\thandling-time\r\n' +
        'PA-40\t33,10\t26,45\t38,95\t17\t\t1\r\n' +
        'PA-46\t41,90\t35,60\t1.049,50\t2\t\t1\r\n',
    ),
    cents: {
      'PA-40': { minimum_price: 2645, maximum_price: 3895 },
      'PA-46': { minimum_price: 3560, maximum_price: 104950 },
    },
  },
  {
    program: 'Amazon.co.jp, price and quantity file in Shift_JIS',
    source: JAPANESE,
    text: Buffer.concat([
      // TemplateType=PriceInventory, Version=2018.0924, この行はAmazonが使用しますので変更や削除しないでください。
      Buffer.from(
        '54656d706c617465547970653d5072696365496e76656e746f72790956657273696f6e3d323031382e303932340982b182cc8d7382cd416d617a6f6e82aa8e67977082b582dc82b782cc82c595cf8d5882e28ded8f9c82b582c882a282c582ad82be82b382a281420d0a',
        'hex',
      ),
      // 商品管理番号, 販売価格, ポイント, 在庫数, 通貨コード, …, 販売価格の下限設定, 販売価格の上限設定, 出荷経路, 出荷作業日数
      Buffer.from(
        '8fa495698ac7979d94d48d860994cc948489bf8a6909837c834383938367098ddd8cc990940992ca89dd8352815b836809835a815b838b89bf8a6909835a815b838b8e9e837c8343839383678370815b835a8393836709835a815b838b8a4a8e6e93fa09835a815b838b8f4997b993fa098fa4956982cc93fc89d7975c92e893fa0994cc948489bf8a6982cc89ba8cc090dd92e80994cc948489bf8a6982cc8fe38cc090dd92e8098f6f89d78c6f9848098f6f89d78dec8bc693fa90940d0a',
        'hex',
      ),
      Buffer.from(
        'sku\tprice\tstandard-price-points\tquantity\tcurrency\tsale-price\tsale-price-points-percent\tsale-from-date\tsale-through-date\trestock-date\tminimum-seller-allowed-price\tmaximum-seller-allowed-price\tfulfillment-channel\thandling-time\r\n' +
          'KY-300\t2480\t24\t6\t\t\t\t\t\t\t2150\t3290\t\t2\r\n',
      ),
    ]),
    stops: '--encoding',
  },
  {
    program: 'Amazon.co.jp, price and quantity file, of which only the labels are left',
    source: JAPANESE,
    text: `${JAPANESE_LABELS.join(',')}\nKY-300,2480,24,6,,,,,,,2160,3280,,2\n`,
    cents: { 'KY-300': { minimum_price: 216000, maximum_price: 328000 } },
  },
  {
    program: 'Amazon, price and quantity template of 2026, saved as text',
    source:
      'the template as tools write it: rows 1 to 6 are settings, instruction, groups, labels, attributes, example',
    text: priceTemplate((word) => `${word} Seller Allowed Price (Sell on Amazon, US)`),
    cents: {
      'MUG-1': { minimum_price: 1740, maximum_price: 2980 },
      'MUG-2': { minimum_price: 1810 },
    },
  },
  {
    program: 'Amazon, template of 2026 whose bounds are labelled with the currency',
    source: 'the labels of the template of 2026',
    text: priceTemplate((word) => `${word} Seller Allowed Price USD (Sell on Amazon, US)`),
    cents: {
      'MUG-1': { minimum_price: 1740, maximum_price: 2980 },
      'MUG-2': { minimum_price: 1810 },
    },
  },
  {
    program: 'Amazon.es, price and quantity template of 2026',
    source: 'the template as tools write it, marketplace A1RKKUPIHCS9HS',
    text: writeExport(
      [
        'SKU',
        'Cumplimiento de código de canal (ES)',
        'Cantidad (ES)',
        'Tiempo de tramitación (ES)',
        `Tu precio EUR ${SPANISH_OFFER}`,
        `Regla de precios ${SPANISH_OFFER}`,
        `Precio mínimo permitido al vendedor ${SPANISH_OFFER}`,
        `Precio máximo permitido al vendedor ${SPANISH_OFFER}`,
        `Precio de venta. EUR ${SPANISH_OFFER}`,
        'Tu precio EUR (B2B, ES)',
        'Precio mínimo permitido al vendedor (B2B, ES)',
        'Precio máximo permitido al vendedor (B2B, ES)',
        'Plantilla de envío (ES)',
      ],
      [
        {
          SKU: '4085VC',
          'Cantidad (ES)': '6',
          [`Tu precio EUR ${SPANISH_OFFER}`]: '59,00',
          [`Regla de precios ${SPANISH_OFFER}`]: 'Regla de precios competitivos de Amazon',
          [`Precio mínimo permitido al vendedor ${SPANISH_OFFER}`]: '51,30',
          [`Precio máximo permitido al vendedor ${SPANISH_OFFER}`]: '72,40',
          'Precio mínimo permitido al vendedor (B2B, ES)': '48,20',
          'Precio máximo permitido al vendedor (B2B, ES)': '66,10',
        },
      ],
      {
        delimiter: ';',
        end: '\r\n',
        above: [
          'settings=attributeRow=5&contentLanguageTag=es_ES&dataRow=7&labelRow=4;;;;;;;;;;;;',
          'Identidad de listing;Oferta (ES) - (Vender en Amazon), (ES) - (B2B);;;;;;;;;;;',
        ],
      },
    ),
    cents: { '4085VC': { minimum_price: 5130, maximum_price: 7240 } },
  },
  {
    program: 'Amazon.in, template of 2026: the maximum retail price is printed on the box, and no bound',
    source: 'the labels of the Indian price and quantity template',
    text: writeExport(
      [
        'SKU',
        'Your Price INR (Sell on Amazon, IN)',
        'Maximum Retail Price (Sell on Amazon, IN)',
        'Minimum Seller Allowed Price (Sell on Amazon, IN)',
        'Maximum Seller Allowed Price (Sell on Amazon, IN)',
      ],
      [
        {
          SKU: 'LB-9',
          'Your Price INR (Sell on Amazon, IN)': '499.00',
          'Maximum Retail Price (Sell on Amazon, IN)': '799.00',
          'Minimum Seller Allowed Price (Sell on Amazon, IN)': '455.50',
          'Maximum Seller Allowed Price (Sell on Amazon, IN)': '560.25',
        },
      ],
    ),
    cents: { 'LB-9': { minimum_price: 45550, maximum_price: 56025 } },
  },
  {
    program: 'Amazon, one template for two stores: either minimum could be meant',
    source: 'the labels of the template of 2026, stores US and CA',
    text: writeExport(
      [
        'SKU',
        'Minimum Seller Allowed Price (Sell on Amazon, US)',
        'Minimum Seller Allowed Price (Sell on Amazon, CA)',
      ],
      [
        {
          SKU: 'MUG-1',
          'Minimum Seller Allowed Price (Sell on Amazon, US)': '17.40',
          'Minimum Seller Allowed Price (Sell on Amazon, CA)': '23.90',
        },
      ],
    ),
    stops: 'minimum_price',
  },
  {
    program: 'Amazon, category template: the standard price is what it sells for, and the material is cotton',
    source: 'Flat.File.Clothing.xls of the seller templates',
    text: writeExport(
      [
        'feed_product_type',
        'item_sku',
        'brand_name',
        'item_name',
        'external_product_id',
        'external_product_id_type',
        'standard_price',
        'list_price',
        'quantity',
        'material_type',
        'mfg_minimum',
        'mfg_maximum',
        'max_order_quantity',
      ],
      [
        {
          feed_product_type: 'shirt',
          item_sku: 'SH-XL-NAVY',
          brand_name: 'Norrvik',
          item_name: 'Shirt, navy',
          external_product_id: '4006381333931',
          external_product_id_type: 'EAN',
          standard_price: '34.95',
          list_price: '49.95',
          quantity: '20',
          material_type: 'Cotton',
          mfg_minimum: '36',
          mfg_maximum: '120',
          max_order_quantity: '5',
        },
      ],
      {
        ...TABS,
        above: [
          'TemplateType=fptcustom\tVersion=2021.1014\tTemplateSignature=U0hJUlQ=\tThe top 3 rows are for Amazon.com use only. Do not modify or delete the top 3 rows.\t\t\t\t\t\t\t\t\t',
          "Product Type\tSeller SKU\tBrand Name\tProduct Name\tProduct ID\tProduct ID Type\tStandard Price\tManufacturer's Suggested Retail Price\tQuantity\tMaterial Type\tMinimum Manufacturer Age Recommended\tMaximum Manufacturer Age Recommended\tMax Order Quantity",
        ],
      },
    ),
    stops: 'sets anything',
  },
  {
    program: "Amazon, automate pricing file: the rule is one of Amazon's",
    source: 'Flat.File.AutomatePricing.uk.xls of the seller templates',
    text:
      'SKU\tMinimum Seller Allowed Price\tMaximum Seller Allowed Price\tRule Name\tRule Action\n' +
      'sku\tminimum-seller-allowed-price\tmaximum-seller-allowed-price\trule-name\trule-action\n' +
      'PAN-24\t31.15\t46.85\tCompetitive Price Rule by Amazon\tSTART\n' +
      'PAN-28\t\t\t\tSTOP\n',
    cents: { 'PAN-24': { minimum_price: 3115, maximum_price: 4685 } },
  },
  {
    program: 'Amazon.in, automate pricing file with its own names',
    source: 'https://sellercentral.amazon.in/gp/help/external/G202166010',
    text:
      'sku\tminimum-seller-set-price\tmaximum-seller-set-price\tcountry-code\tcurrency-code\trule-name\trule-action\n' +
      'LB-9\t451.75\t571.25\tIN\tINR\tBuy Box\tSTART\n',
    cents: { 'LB-9': { minimum_price: 45175, maximum_price: 57125 } },
  },
  {
    program: 'Amazon, inventory loader',
    source: 'Flat.File.InventoryLoader.xls of the seller templates',
    text:
      'sku\tproduct-id\tproduct-id-type\tprice\tminimum-seller-allowed-price\tmaximum-seller-allowed-price\titem-condition\tquantity\tadd-delete\twill-ship-internationally\texpedited-shipping\titem-note\tfulfillment-center-id\tproduct-tax-code\thandling-time\r\n' +
      'LAMP-7\tB0L7KKKKK1\t1\t64.00\t55.30\t81.60\t11\t3\ta\t\t\t\t\t\t\r\n',
    cents: { 'LAMP-7': { minimum_price: 5530, maximum_price: 8160 } },
  },
];

/** What Amazon writes and takes, in the languages of its stores. */
export const AMAZON_EXPORTS: readonly ExportCase[] = [...REPORTS, ...TEMPLATES];
