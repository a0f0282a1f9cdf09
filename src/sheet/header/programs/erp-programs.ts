import { namesIn } from '../names-in.ts';
import type { ProgramNames } from './program-names.ts';

/**
 * Accounting and ERP programs, in alphabetical order, with each heading's source above its entry. Each pair of a price and its
 * quantity has a separate entry, since a quantity of another price divides by the wrong number.
 */
export const ERP_PROGRAMS: readonly ProgramNames[] = [
  // https://aperture.stratusgroup.dev/dac/px/objects/in/inventoryitem (display names of PX.Objects.IN.InventoryItem)
  {
    program: 'Acumatica',
    marks: ['Inventory ID | Default Price', 'Inventory ID | Item Class | Base Unit'],
    names: { sku: ['Inventory ID'], cost: ['Average Cost', 'Last Cost', 'Current Standard Cost'] },
    anywhere: { cost: ['Last Cost'] },
  },
  // https://learn.microsoft.com/dynamics365/business-central (item card: Unit Cost, Last Direct Cost, planning fields)
  {
    program: 'Business Central',
    marks: [
      'No. | Base Unit of Measure | Unit Cost',
      'No. | Unit Price | Last Direct Cost',
      'No. | Base Unit of Measure | Unit Price',
      'No. | Cost is Adjusted',
    ],
    names: { sku: ['No.'], cost: ['Unit Cost', 'Last Direct Cost', 'Standard Cost'] },
  },
  // MicrosoftDocs/dynamics365smb-docs, translation nl-nl: fields "Kostprijs", "Laatste directe kosten", "Eenheidsprijs"
  {
    program: 'Business Central, Dutch',
    marks: ['Nr. | Omschrijving | Kostprijs', 'Nr. | Omschrijving | Laatste directe kosten'],
    names: { sku: ['Nr.'], cost: ['Kostprijs', 'Laatste directe kosten'] },
    anywhere: { cost: ['Laatste directe kosten'] },
  },
  // MicrosoftDocs/dynamics365smb-docs, translation fr-fr: fields "Coût unitaire", "Dernier coût direct", "Prix unitaire"
  {
    program: 'Business Central, French',
    marks: ['N° | Description | Coût unitaire', 'N° | Description | Dernier coût direct'],
    names: { sku: ['N°'], cost: ['Coût unitaire', 'Dernier coût direct'] },
    anywhere: { cost: ['Dernier coût direct'] },
  },
  // MicrosoftDocs/dynamics365smb-docs, translation de-de: fields "Einstandspreis", "EK-Preis (neuester)"
  {
    program: 'Business Central, German',
    marks: [
      'Nr. | Beschreibung | Einstandspreis',
      'Nr. | Beschreibung | EK-Preis (neuester)',
      'Nr. | Basiseinheitencode',
    ],
    names: { sku: ['Nr.'], cost: ['Einstandspreis', 'EK-Preis (neuester)'] },
    anywhere: { cost: ['EK-Preis (neuester)'] },
  },
  // MicrosoftDocs/dynamics365smb-docs, translation it-it: fields "Costo unitario", "Ultimo costo diretto", "Prezzo unitario"
  {
    program: 'Business Central, Italian',
    marks: ['Nr. | Descrizione | Costo unitario', 'Nr. | Descrizione | Ultimo costo diretto'],
    names: { sku: ['Nr.'], cost: ['Costo unitario', 'Ultimo costo diretto'] },
    anywhere: { cost: ['Ultimo costo diretto'] },
  },
  // Header line of Busy's item list in public import code: Item Name, Item Group, Main Unit, Sale Price, Purchase Price, MRP, …
  {
    program: 'Busy',
    marks: ['Item Name | Main Unit | Purchase Price', 'Item Name | Main Unit | Opening Stock Qty'],
    names: { sku: ['Item Name'], cost: ['Purchase Price'] },
  },
  // Header line of Cin7 Core's (DEAR's) product file in public import code; field names also in
  // https://dearinventory.docs.apiary.io (Product: AverageCost, PriceTier1, MinimumBeforeReorder)
  {
    program: 'Cin7 Core',
    marks: ['ProductCode | FixedAssetType', 'ProductCode | PriceTier1 | MinimumBeforeReorder'],
    names: { sku: ['ProductCode'], cost: ['AverageCost'] },
  },
  // github.com/Dolibarr/dolibarr htdocs/langs/en_US/products.lang (ProductRef, ProductLabel, BuiingPrice, MinPrice, QtyMin)
  {
    program: 'Dolibarr',
    marks: [
      'Product ref. | Product label',
      'Ref. | Label | Minim. selling price',
      'Ref. | Label | Buying price',
    ],
    names: {
      sku: ['Product ref.', 'Ref.'],
      cost: ['Cost price', 'Buying price'],
      minimum_price: ['Minim. selling price'],
    },
    anywhere: { cost: ['Buying price'], minimum_price: ['Minim. selling price', 'Minimum selling price'] },
  },
  // MicrosoftDocs/common-data-model-and-service …/ProductInformationManagement/EcoResReleasedDistinctProductV2Entity.md
  {
    program: 'Dynamics 365 Finance, unit cost',
    marks: ['ITEMNUMBER | UNITCOST | UNITCOSTQUANTITY', 'PRODUCTNUMBER | UNITCOST | UNITCOSTQUANTITY'],
    names: { sku: ['ITEMNUMBER', 'PRODUCTNUMBER'], cost: ['UNITCOST'], cost_divisor: ['UNITCOSTQUANTITY'] },
    others: ['PURCHASEPRICE', 'PURCHASEPRICEQUANTITY'],
  },
  // Likewise, EcoResReleasedProductMasterV2Entity.md
  {
    program: 'Dynamics 365 Finance, purchase price',
    marks: [
      'ITEMNUMBER | PURCHASEPRICE | PURCHASEPRICEQUANTITY',
      'PRODUCTNUMBER | PURCHASEPRICE | PURCHASEPRICEQUANTITY',
    ],
    names: {
      sku: ['ITEMNUMBER', 'PRODUCTNUMBER'],
      cost: ['PURCHASEPRICE'],
      cost_divisor: ['PURCHASEPRICEQUANTITY'],
    },
  },
  // https://github.com/frappe/erpnext/issues/34689, /issues/10146 and /issues/2126 (Item: Valuation Rate, Standard Selling Rate)
  {
    program: 'ERPNext',
    marks: [
      'Item Code | Valuation Rate | Standard Selling Rate',
      'Item Code | Valuation Rate | Item Group',
      'Item | Valuation Rate | Balance Qty',
    ],
    names: { sku: ['Item Code', 'Item'], cost: ['Valuation Rate', 'Last Purchase Rate'] },
    anywhere: { cost: ['Valuation Rate', 'Last Purchase Rate'] },
  },
  // https://productupdates.exact.com, "Connectivity Manual C/S - Items": items.csv
  {
    program: 'Exact Financials',
    marks: ['item_code | itemgroup_code', 'item_code | standard_cost_price'],
    names: { sku: ['item_code'], cost: ['standard_cost_price'] },
    anywhere: { cost: ['standard_cost_price'] },
  },
  // https://help.fishbowlinventory.com/advanced/s/exportPartCost.html, …/importPartStdCost.html,
  // https://fishbowlhelp.com/files/csv/updatePPP.html
  {
    program: 'Fishbowl',
    marks: [
      'PartNumber | PartDescription | AveragePartCost',
      'PartNumber | PartDescription | StandardCost',
      'PartNumber | PartTypeID | StdCost',
    ],
    names: { sku: ['PartNumber'], cost: ['AveragePartCost', 'LastPartCost', 'StandardCost', 'StdCost'] },
    anywhere: { cost: ['AveragePartCost', 'LastPartCost'] },
  },
  // https://fishbowlhelp.com/files/csv/importVendorParts.html
  {
    program: 'Fishbowl, vendor parts',
    marks: ['FishbowlPartNumber | VendorPartNumber'],
    names: { sku: ['FishbowlPartNumber'], cost: ['Cost'] },
  },
  // Header line of iBiznes' KartotekaTowarowiUslug.csv in public code that reads it
  {
    program: 'iBiznes',
    marks: ['Kod towaru / usługi | Nazwa towaru / usługi'],
    names: { sku: ['Kod towaru / usługi'], cost: ['Cena zakupu netto'] },
    anywhere: { cost: ['Cena zakupu netto'] },
  },
  // Header lines of JTL-Ameise's article export and import templates in public code that reads and writes them. "Netto-EK" is
  // the supplier's price in the supplier's currency.
  {
    program: 'JTL-Wawi',
    marks: [
      'Artikelnummer | EK Netto (für GLD)',
      'Artikelnummer | Std. VK Netto',
      'Artikelnummer | Std. VK Brutto',
      'Artikelnummer | Interner Schlüssel',
    ],
    names: { sku: ['Artikelnummer'], cost: ['EK Netto (für GLD)', 'EK netto'] },
    anywhere: { cost: ['EK Netto (für GLD)'] },
    others: ['Netto-EK', 'EK Brutto'],
  },
  // https://support.katanamrp.com/en/articles/5945008 (the default purchase price is per purchase unit; "Unit conversion rate"
  // is how many stock units that is)
  {
    program: 'Katana',
    marks: ['Variant code / SKU | Default purchase price', 'Variant code / SKU | Default sales price'],
    names: {
      sku: ['Variant code / SKU'],
      cost: ['Default purchase price'],
      cost_divisor: ['Unit conversion rate'],
    },
    anywhere: { sku: ['Variant code / SKU'], cost: ['Default purchase price'] },
  },
  // https://guide.jtl-software.com/jtl-wawi/jtl-ameise/lexware/ and oxid-esales' lexware_export module: article list
  {
    program: 'Lexware',
    marks: [
      'Artikelnummer | Preis pro Anzahl',
      'Artikelnummer | Warengr.-Kurzbez.',
      'Artikelnummer | EK 1 | Währung EK1',
    ],
    names: {
      sku: ['Artikelnummer'],
      cost: ['EK 1'],
      currency: ['Währung EK1'],
      cost_divisor: ['Preis pro Anzahl'],
    },
    others: ['EK 2'],
  },
  // Header line of MYOB AccountRight's item file in public code that reads it ("Minumum" is MYOB's spelling)
  {
    program: 'MYOB',
    marks: [
      'Item Number | Buying Unit of Measure | Qty Per Buying UOM',
      'Item Number | Minumum Qty | Maximum Qty',
    ],
    names: { sku: ['Item Number'], cost: ['Standard Cost', 'Last Cost'] },
  },
  // https://www.netsuite.com/help/helpcenter/en_US/srbrowser/Browser2020_1/schema/record/inventoryitem.html,
  // https://blog.prolecto.com/2023/04/29/explain-netsuites-last-purchase-price/
  {
    program: 'NetSuite',
    marks: [
      'Internal ID | Name | Average Cost',
      'Internal ID | Name | Last Purchase Price',
      'Internal ID | Name | Purchase Price',
      'Internal ID | Name | Base Price',
    ],
    names: {
      sku: ['Name'],
      cost: ['Average Cost', 'Last Purchase Price', 'Purchase Price', 'Item Defined Cost'],
    },
  },
  // github.com/odoo/odoo addons/product/models/product_product.py, 17.0: default_code, standard_price, lst_price
  {
    program: 'Odoo, technical names',
    marks: ['default_code | standard_price', 'default_code | list_price'],
    names: { sku: ['default_code'], cost: ['standard_price'] },
  },
  // github.com/odoo/odoo addons/product/i18n/{de,it,nl,fr,es}.po, 17.0: default_code, standard_price, cost_currency_id. The words
  // for the cost are common ones, so they are judged by the columns around them as in any other sheet.
  {
    program: 'Odoo',
    marks: ['Internal Reference | Sales Price', 'Interne Referenz | Kosten'],
    names: { sku: ['Internal Reference', 'Interne Referenz'], cost: ['Kosten'] },
    anywhere: {
      sku: ['Interne Referenz', 'Riferimento interno', 'Interne referentie'],
      currency: ['Kostenwährung', 'Valuta costo', 'Kostprijs valuta'],
    },
  },
  // https://cougarmtnservice.com/help/Appendix/QB_Req_IN.htm; "Max" is how much is ordered up to
  {
    program: 'QuickBooks Desktop',
    marks: [
      'Item | Type | Reorder Pt (Min)',
      'Item | Preferred Vendor | Reorder Pt (Min)',
      'Item | COGS Account | Asset Account',
      'Active Status | Type | Item',
    ],
    names: { sku: ['Item'], cost: ['Cost'] },
    skuPath: ':',
    others: ['Max'],
  },
  // http://support.quickbooks.intuit.com/support/Pages/InProductHelp/Core/QB2K8/ContentPackage/Core/IIF/iif_reference_invitems.html
  {
    program: 'QuickBooks Desktop, IIF',
    marks: ['!INVITEM | INVITEMTYPE'],
    names: { sku: ['NAME'], cost: ['COST'] },
    skuPath: ':',
  },
  // https://importer.transactionpro.com/tpiplus/Importer/Docs/Import/Item.aspx, and the export in fixtures/erp/quickbooks.csv
  {
    program: 'QuickBooks Online',
    marks: ['Product/Service Name | Purchase Cost', 'Product/Service Name | Sales Price / Rate'],
    names: { sku: ['SKU', 'Product/Service Name'], cost: ['Purchase Cost'] },
  },
  // https://help-sage100.na.sage.com/2016/Subsystems/IM/IMMainFields/Inventory_Maintenance_-_Fields.htm, and the fields of CI_Item
  {
    program: 'Sage 100',
    marks: ['ItemCode | ItemCodeDesc', 'Item Code | Last Total Unit Cost'],
    names: { sku: ['ItemCode'], cost: ['AverageUnitCost', 'LastTotalUnitCost', 'StandardUnitCost'] },
    anywhere: { cost: ['Average Unit Cost', 'Last Total Unit Cost', 'Standard Unit Cost'] },
  },
  // https://gb-kb.sage.com "Product record data fields you can import" (Product Record CSV)
  {
    program: 'Sage 50, United Kingdom',
    marks: [
      'Stock Code | Last Cost Price (Standard)',
      'Stock Code | Sales Price | Re-order Level',
      'Stock Code | Nominal A/C Ref',
      'Stock Code | Supplier A/C Ref',
    ],
    names: {
      sku: ['Stock Code'],
      cost: ['Last Cost Price', 'Last Cost Price (Standard)', 'Average Cost Price'],
    },
    anywhere: { cost: ['Last Cost Price (Standard)'] },
  },
  // http://help.sage50.na.sage.com/en-us/2017/sage50us/Content/IEFIELDS/IEFIELDS_Inventory_Item_List.htm
  {
    program: 'Sage 50, United States',
    marks: ['Item ID | Item Description | Item Class', 'Item ID | Description for Sales'],
    names: { sku: ['Item ID'], cost: ['Last Unit Cost'] },
  },
  // https://help.sbc.sage.com/de-de/accounting/importing/import-stock-items.html
  {
    program: 'Sage Business Cloud, German',
    marks: ['Nummer | Name Preis 1', 'Nummer | Betrag Preis 1'],
    names: { sku: ['Nummer'], cost: ['Einkaufspreis'] },
  },
  // Columns of table OITM in public code that reads it, and fixtures/erp/sap-business-one.csv
  {
    program: 'SAP Business One',
    marks: [
      'ItemCode | ItemName | AvgPrice',
      'ItemCode | ItemName | LastPurPrc',
      'Item No. | Item Cost | Last Purchase Price',
    ],
    names: {
      sku: ['ItemCode', 'Item No.'],
      cost: ['Last Purchase Price', 'LastPurPrc', 'Item Cost', 'AvgPrice'],
    },
  },
  // https://www.sapdatasheet.org/abap/dtel/ verpr_bapi.html, stprs_bapi.html, cpeinh.html (heading "per"), bwpei.html ("PrUnit").
  // "PE" is the German short heading of PEINH.
  {
    program: 'SAP ERP',
    marks: [
      'MATNR | BWKEY',
      'MATNR | VERPR',
      'MATNR | STPRS',
      'Material | Valuation Area | per',
      'Material | Valuation Area | PrUnit',
      'Material | Valuation Area | Moving price',
      'Material | VERPR',
      'Material | STPRS',
      'Material | MvAvgPrice',
      'Material | MovAvgPrice',
      'Material | Mov. avg. price',
      'Material | Moving price | Std price',
      'Material | Moving price | per',
      'Material | Moving price | Price unit',
      'Material | Standard price | Price unit',
      'Material | Std price | per',
    ],
    names: {
      sku: ['MATNR', 'Material'],
      cost: namesIn(`
        VERPR | Moving price | MvAvgPrice | MovAvgPrice | Mov. avg. price | STPRS | Std price |
        Standard price
      `),
      cost_divisor: ['PEINH', 'per', 'PE', 'PrUnit', 'Price unit'],
    },
    anywhere: { cost: ['MvAvgPrice', 'MovAvgPrice', 'Mov. avg. price'] },
  },
  // https://cdsee.me/sap-s4hana-private-cloud/table/I_ProductValuationBasic, …/view/I_MaterialValuation
  {
    program: 'SAP S/4HANA',
    marks: [
      'Product | ValuationArea | StandardPrice',
      'Product | ValuationArea | MovingAveragePrice',
      'Material | InventoryValuationProcedure',
      'Product | PriceUnitQty',
      'Material | PriceUnitQty',
    ],
    names: {
      sku: ['Product', 'Material'],
      cost: ['MovingAveragePrice', 'StandardPrice'],
      cost_divisor: ['PriceUnitQty'],
    },
    anywhere: { cost_divisor: ['PriceUnitQty'] },
  },
  // https://tdlworld.freshservice.com/support/solutions/articles/8000003718-3-7-stockitems
  {
    program: 'Tally',
    marks: ['Name | BaseUnits | OpeningRate', 'PartNo | OpeningBalance | OpeningRate'],
    names: { sku: ['PartNo', 'NameAlias', 'Name'], cost: ['OpeningRate'] },
  },
  // https://support.unleashedsoftware.com/hc/en-us/articles/4409753021081 and /4415260325529
  {
    program: 'Unleashed',
    marks: [
      '*Product Code | *Product Description',
      'Product Code | Default Purchase Price | Default Sell Price',
      'Product Code | Min Stock Alert Level',
    ],
    names: {
      sku: ['Product Code'],
      cost: ['AverageLandCost', 'Last Cost', 'Default Purchase Price'],
      minimum_price: ['Minimum Sell Price'],
    },
    anywhere: { cost: ['Default Purchase Price'], minimum_price: ['Minimum Sell Price'] },
    others: ['NewAverageLandCost'],
  },
  // The export in fixtures/erp/xero.csv
  {
    program: 'Xero',
    marks: ['ItemCode | PurchasesUnitPrice', 'ItemCode | SalesUnitPrice'],
    names: { sku: ['ItemCode'], cost: ['PurchasesUnitPrice'] },
  },
  // https://www.zoho.com/us/books/help/items/ (purchase information: Rate), and the header line of the item export in public
  // code that reads it: Item ID, Item Name, SKU, …, Rate, …, Purchase Rate, Purchase Account, …
  {
    program: 'Zoho',
    marks: ['Item Name | Purchase Rate', 'Item ID | Item Name | Purchase Account'],
    names: { sku: ['SKU'], cost: ['Purchase Rate'] },
    anywhere: { cost: ['Purchase Rate'] },
  },
];
