import type { ColumnName } from '../../../src/sheet/header/column-names.ts';

/** What people write above their columns, by what they mean by it; a list that the reader knows nothing of. */

export const LANGUAGES = ['en', 'de', 'fr', 'it', 'es', 'nl', 'pl'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Columns that set something, or say in what; fees and days are not among them. */
export type OurName = Exclude<
  ColumnName,
  'platform' | 'channel' | 'listing_id' | 'unit' | 'fee' | 'fee_percent' | 'valid_from' | 'valid_to'
>;

type Words = Readonly<Partial<Record<Language, string>>>;

/** Our own names, which people of every language copy from the documentation. */
export const OWN: Readonly<Record<OurName, string>> = {
  sku: 'sku|SKU',
  cost: 'cost|Cost|COST',
  minimum_price: 'min|Min|minimum_price|Min Price|min price',
  maximum_price: 'max|Max|maximum_price|Max Price|max price',
  manual_price: 'manual_price|Manual Price',
  strategy: 'strategy|Strategy',
  repricing: 'repricing|Repricing',
  currency: 'currency|Currency',
  cost_divisor: 'cost_divisor|Cost Divisor',
};

export const OURS: Readonly<Record<OurName, Words>> = {
  sku: {
    en: 'Item No.|Stock Code|Seller SKU|Part Number|Product Code|Item|Material|Article No|Inventory ID|Model',
    de: 'Artikelnummer|Artikelnr.|Artikel-Nr.|Material|Nr.|Bestellnummer',
    fr: 'Référence article|Référence interne|Réf.|Code article',
    it: 'Codice articolo|Codice|Cod. art.',
    es: 'Referencia interna|Referencia|Código',
    nl: 'Artikelnummer|Artikelcode|Artikelnr.',
    pl: 'Indeks|Symbol|Kod towaru',
  },
  cost: {
    en: 'Unit Cost|Cost Price|Purchase Price|Average Cost|Landed Cost|Item Cost|Standard Cost|Buy Price|Cost per item|Standard Price',
    de: 'EK|EK netto|Einkaufspreis|Einstandspreis|EK-Preis|Einkaufspreis netto',
    fr: "Prix d'achat|Coût|Prix de revient|Coût unitaire|PA HT|Prix d'achat HT",
    it: "Prezzo d'acquisto|Costo|Costo unitario|Costo medio",
    es: 'Precio de compra|Coste|Costo|Coste unitario',
    nl: 'Inkoopprijs|Kostprijs|Inkoopprijs excl. btw',
    pl: 'Cena zakupu|Cena zakupu netto|Koszt',
  },
  minimum_price: {
    en: 'Minimum Price|Floor Price|Floor|Lowest price|Price floor',
    de: 'Mindestpreis|Min|Min. Preis|Preisuntergrenze',
    fr: 'Prix minimum|Min|Prix min',
    it: 'Prezzo minimo|Min|Prezzo min.',
    es: 'Precio mínimo|Mín|Min',
    nl: 'Minimumprijs|Min|Min. prijs',
    pl: 'Cena min|Min|Cena minimalna',
  },
  maximum_price: {
    en: 'Maximum Price|Ceiling Price|Ceiling|Highest price|Price ceiling',
    de: 'Höchstpreis|Max|Max. Preis|Preisobergrenze',
    fr: 'Prix maximum|Max|Prix max',
    it: 'Prezzo massimo|Max|Prezzo max.',
    es: 'Precio máximo|Máx|Max',
    nl: 'Maximumprijs|Max|Max. prijs',
    pl: 'Cena max|Max|Cena maksymalna',
  },
  manual_price: { en: 'Manual Price|Fixed price', de: 'Festpreis', fr: 'Prix fixe' },
  strategy: { en: 'Repricing Rule|Strategy Name|Rule|Rule Name', de: 'Strategie', fr: 'Stratégie' },
  repricing: { en: 'Repricing Enabled|Managed', de: 'Repricing aktiv' },
  currency: {
    en: 'Currency Code|Curr.|Ccy',
    de: 'Währung|Wrg',
    fr: 'Devise',
    it: 'Valuta',
    es: 'Moneda',
    nl: 'Valuta',
    pl: 'Waluta',
  },
  cost_divisor: {
    en: 'Price Unit|Per|Price per qty|Cost Quantity|Lot|Pack Size|Cost basis|Unit of price|For qty|Price per',
    de: 'Preiseinheit|PE|je|Preismenge|Preis je Menge|VPE|Preisbasis|pro',
    fr: 'Unité de prix|Par|Quantité de prix|Colisage',
    it: 'Unità di prezzo|Per|Confezione',
    es: 'Unidad de precio|Por',
    nl: 'Prijseenheid|Per|Prijs per aantal|Verpakking',
    pl: 'Jednostka ceny|Za',
  },
};

/** Groups that people put our columns in. */
export const OUR_GROUPS: Readonly<Record<'item' | 'purchase' | 'sale', Words>> = {
  item: {
    en: 'Item|Product|General|Identification',
    de: 'Artikel|Allgemein|Stammdaten',
    fr: 'Article|Produit',
    it: 'Articolo|Prodotto',
    es: 'Artículo|Producto',
    nl: 'Artikel|Product',
    pl: 'Towar|Produkt',
  },
  purchase: {
    en: 'Purchasing|Purchase|Supplier|Buying',
    de: 'Einkauf|Lieferant',
    fr: 'Achat|Fournisseur',
    it: 'Acquisto|Fornitore',
    es: 'Compra|Proveedor',
    nl: 'Inkoop|Leverancier',
    pl: 'Zakup|Dostawca',
  },
  sale: {
    en: 'Prices|Price limits|Pricing|Selling price|Price|Repricer',
    de: 'Preise|Preisgrenzen|Preis|Verkaufspreis',
    fr: 'Prix|Prix de vente',
    it: 'Prezzi|Prezzo di vendita',
    es: 'Precios|Precio de venta',
    nl: 'Prijzen|Verkoopprijs',
    pl: 'Ceny|Cena sprzedaży',
  },
};

/** Groups and columns that say nothing of what stands beside them. */
export const NEUTRAL = {
  headings: 'Details|Other|Info|Data|Misc',
  below: 'Limits|Range|Values|Thresholds',
  columns: 'Description|Brand|EAN|Colour|Category|Note|ASIN|Title|Bezeichnung|Désignation|Descrizione|Nazwa',
};

/** What a column of another trade holds. */
export type Content =
  | 'low'
  | 'high'
  | 'amount'
  | 'percent'
  | 'size'
  | 'yes'
  | 'fabric'
  | 'rule'
  | 'unit'
  | 'code'
  | 'floor';

/** Columns that mean something else, with all that people write to say so. */
export interface Trade {
  readonly name: string;
  /** Short words that may mean something of ours, with what they hold here. */
  readonly bare: readonly (readonly [words: string, content: Content])[];
  /** Nobody could know what a short word means where nothing else says it. */
  readonly isHidden?: boolean;
  /** Its cells say it. */
  readonly isToldByCells?: boolean;
  /** May also stand beside a count of pieces, which says that it may be something else. */
  readonly isCounted?: boolean;
  /** What its neighbours are for; nothing of ours otherwise. */
  readonly neighboursMean?: OurName;
  /** Each of these says it: the group above, another column, what stands in brackets, the title of the table. */
  readonly headings?: Words;
  readonly neighbours?: Words;
  readonly notes?: string;
  readonly titles?: Words;
  /** Headers that say it alone. */
  readonly plain: Words;
}

const BOUNDS = [
  ['Min|min|Min.|MIN', 'low'],
  ['Max|max|Max.|MAX', 'high'],
] as const;
const SIZES = [
  ['Min|min|Min.', 'size'],
  ['Max|max|Max.', 'size'],
] as const;
const COSTS: readonly (readonly [string, Content])[] = [['Cost|cost|Coste|Costo|Coût|Kosten|COST', 'amount']];

export const TRADES: readonly Trade[] = [
  {
    name: 'stock levels',
    bare: BOUNDS,
    isHidden: true,
    headings: {
      en: 'Stock|Inventory|Stock level|Inventory levels|Warehouse|Stockroom|Par levels|On hand|Min/Max stock|Store stock|SOH|Storeroom|Units in stock|Supply|Depot',
      de: 'Lager|Bestand|Lagerbestand|Bestände|Lagermenge|Disposition|Dispo|Vorrat',
      fr: 'Stock|Stocks|Entrepôt|Niveau de stock|Magasin|Inventaire',
      it: 'Giacenza|Scorte|Magazzino|Scorta|Inventario|Deposito',
      es: 'Existencias|Almacén|Inventario|Nivel de stock|Bodega',
      nl: 'Voorraad|Magazijn|Voorraadniveau',
      pl: 'Zapas|Magazyn|Stan|Stany magazynowe|Zapasy',
    },
    neighbours: {
      en: 'On Hand|Qty On Hand|Stock|In Stock|Available|Reorder Qty|Bin|QOH|SOH|Safety Stock|Reserved|Inventory|Units on hand|Par|Backordered|Stockroom|Committed|Allocated|In transit|Soh',
      de: 'Bestand|Lagerort|Lagerplatz|Menge|Verfügbar|Lagerbestand|Reserviert|Meldebestand|Vorrat|Ist-Bestand|Fehlmenge',
      fr: 'Stock|Quantité|Disponible|Emplacement|Qté|En stock|Réservé|Inventaire|Stock réel',
      it: 'Giacenza|Scorta|Disponibilità|Quantità|Q.tà|Magazzino|Esistenza|Disponibile|Impegnato',
      es: 'Existencias|Cantidad|Disponible|Stock|Ubicación|Inventario|Cant.',
      nl: 'Voorraad|Aantal|Locatie|Beschikbaar|Vrije voorraad|Gereserveerd',
      pl: 'Stan|Ilość|Zapas|Dostępne|Stan magazynowy|Dostępność',
    },
    notes: 'pcs|qty|units|stock|on hand|Stk|Stück|pieces|szt|szt.|uds',
    titles: {
      en: 'Stock levels|Inventory list|Reorder report|Warehouse stock',
      de: 'Lagerbestand|Bestandsliste|Lagerliste|Inventurliste',
      fr: 'État des stocks|Inventaire',
      it: 'Giacenze di magazzino|Inventario',
      es: 'Existencias|Inventario',
      nl: 'Voorraadlijst|Voorraad',
      pl: 'Stan magazynu|Zapasy',
    },
    plain: {
      en: 'Min Stock|Max Stock|Minimum Inventory|Min Qty|Reorder Pt (Min)|Max Level|Min Level|Stock Min|Stock Max|Minimum stock level|Min on hand|Par Min|Safety Min',
      de: 'Mindestbestand|Höchstbestand|Min. Bestand|Lager min.|Max. Menge|Min-Bestand',
      fr: 'Stock mini|Stock maxi|Stock min|Seuil mini|Qté min',
      it: 'Scorta minima|Scorta massima|Giacenza min|Q.tà min',
      es: 'Stock mínimo|Stock máximo|Existencia mínima|Cantidad mín.',
      nl: 'Min. voorraad|Max. voorraad|Minimumvoorraad|Min aantal',
      pl: 'Stan minimalny|Stan maksymalny|Min. ilość|Zapas min',
    },
  },
  {
    name: 'order quantities',
    bare: BOUNDS,
    isHidden: true,
    headings: {
      en: 'Order quantity|Ordering|Orders|Reordering|Replenishment|Reorder|Order qty|Purchase order qty|Refill|Restock|Re-order level|Procurement qty|Order lot',
      de: 'Bestellmenge|Bestellung|Nachbestellung|Losgröße|Meldebestand|Nachschub',
      fr: 'Commande|Réapprovisionnement|Quantité commandée|Réassort',
      it: 'Riordino|Ordine|Lotto|Ordini',
      es: 'Pedido|Reposición|Lote|Pedidos',
      nl: 'Bestelling|Bestelhoeveelheid|Bestellen|Aanvulling',
      pl: 'Zamówienie|Zamówienia|Uzupełnianie',
    },
    neighbours: {
      en: 'Order Qty|MOQ|Order Multiple|Reorder Point|Lead time|Reorder Level|EOQ|Restock qty|Refill to|ROP|On order|PO Qty',
      de: 'Bestellmenge|Losgröße|Meldebestand|Mindestbestellmenge|Bestellpunkt|Wiederbeschaffungszeit',
      fr: 'Quantité commandée|Point de commande|Délai|Commandé|Réassort',
      it: 'Lotto|Punto di riordino|Ordinato|Lotto minimo',
      es: 'Punto de pedido|Lote|Pedido|Plazo',
      nl: 'Bestelpunt|Bestelhoeveelheid|Bestelniveau|Levertijd',
      pl: 'Zamówione|Ilość zamawiana|Punkt zamówienia',
    },
    notes: 'order|per order|order qty|EUR order value|lot',
    plain: {
      en: 'Min Order|Max Order|MOQ|Min Order Qty|Minimum Order Quantity|Order Min|Reorder Min|Reorder Max|Min. purchase',
      de: 'Mindestbestellmenge|Max. Bestellmenge|Bestellung min.',
      fr: 'Commande minimum|Qté min. commande',
      it: 'Ordine minimo|Lotto min.',
      es: 'Pedido mínimo|Lote mín.',
      nl: 'Min. bestelhoeveelheid|Minimale afname',
      pl: 'Min. zamówienie|Minimum logistyczne',
    },
  },
  {
    name: 'places of a warehouse',
    bare: [['Floor|floor|FLOOR|Ceiling', 'floor']],
    isHidden: true,
    headings: {
      en: 'Location|Warehouse|Storage|Bin location|Building|Site|Showroom|Store',
      de: 'Lagerplatz|Standort|Gebäude|Lager',
      fr: 'Emplacement|Bâtiment',
      it: 'Ubicazione|Edificio',
      es: 'Ubicación|Edificio',
      nl: 'Locatie|Gebouw|Magazijn',
      pl: 'Lokalizacja|Budynek|Magazyn',
    },
    neighbours: {
      en: 'Aisle|Bin|Shelf|Rack|Bay|Building|Room|Zone|Warehouse|Row/Shelf|Bin Location|Pick face',
      de: 'Regal|Fach|Gang|Halle|Gebäude|Raum|Lagerplatz',
      fr: 'Allée|Étagère|Emplacement|Bâtiment|Rayon',
      it: 'Scaffale|Corsia|Ubicazione|Edificio|Corridoio',
      es: 'Pasillo|Estante|Estantería|Ubicación|Edificio',
      nl: 'Gangpad|Stelling|Schap|Locatie|Gebouw',
      pl: 'Regał|Półka|Alejka|Budynek|Lokalizacja',
    },
    plain: { en: 'Floor No.|Warehouse Floor|Floor level', de: 'Etage|Stockwerk', fr: 'Étage' },
  },
  {
    name: 'measures',
    bare: SIZES,
    isHidden: true,
    headings: {
      en: 'Length|Width|Size|Dimensions|Temperature|Storage temperature|Age|Weight|Operating temp.|Capacity|Power|Load|Voltage|Wattage|Range (m)|Speed|Humidity|Ages|Head size|Waist|Chest|Size range|Shelf life|Pack size',
      de: 'Länge|Größe|Temperatur|Alter|Gewicht|Maße|Abmessungen|Altersangabe|Leistung|Breite|Spannung|Belastung|Lagertemperatur',
      fr: 'Longueur|Taille|Température|Âge|Poids|Dimensions|Puissance|Largeur',
      it: 'Lunghezza|Misura|Temperatura|Età|Peso|Dimensioni|Taglia|Potenza',
      es: 'Longitud|Tamaño|Temperatura|Edad|Peso|Dimensiones|Talla|Medidas|Potencia',
      nl: 'Lengte|Maat|Temperatuur|Leeftijd|Gewicht|Afmetingen|Vermogen',
      pl: 'Długość|Rozmiar|Temperatura|Wiek|Waga|Wymiary|Moc',
    },
    neighbours: {
      en: 'Length (cm)|Width|Height|Weight|Temperature|Diameter|Dimensions|Capacity (l)|Voltage|Temp. unit',
      de: 'Länge (cm)|Breite|Höhe|Gewicht|Temperatur|Durchmesser',
      fr: 'Longueur|Largeur|Hauteur|Poids|Température|Diamètre',
      it: 'Lunghezza|Larghezza|Altezza|Peso|Temperatura',
      es: 'Longitud|Ancho|Altura|Peso|Temperatura',
      nl: 'Lengte|Breedte|Hoogte|Gewicht|Temperatuur',
      pl: 'Długość|Szerokość|Wysokość|Waga|Temperatura',
    },
    notes:
      'cm|mm|in|°C|years|yrs|kg|C|F|inch|months|V|W|ml|l|lbs|cm/in|Jahre|ans|anni|años|jaar|lat|days|m|t|g|h|"',
    plain: {
      en: 'Min Length|Max Temp|Min Age|Max Weight|Min. Width|Max Load',
      de: 'Mindestalter|Max. Gewicht|Min. Länge',
      fr: 'Âge min|Poids max',
      it: 'Età minima|Peso max',
      es: 'Edad mínima|Peso máx.',
      nl: 'Min. leeftijd|Max. gewicht',
      pl: 'Wiek min|Waga max',
    },
  },
  {
    name: 'shares of a price',
    bare: SIZES,
    isHidden: true,
    headings: {
      en: 'Discount|Margin|Margin %|Markup|Discount %|Commission|Profit|Rebate|ROI|Mark-up|VAT rate',
      de: 'Rabatt|Marge|Aufschlag|Spanne|Handelsspanne|Marge %|Skonto',
      fr: 'Remise|Marge|Taux de marge|Rabais',
      it: 'Sconto|Margine|Ricarico',
      es: 'Descuento|Margen|Recargo',
      nl: 'Korting|Marge|Opslag',
      pl: 'Rabat|Marża|Narzut',
    },
    notes: '%|percent|% margin|margin|discount|markup|pct',
    plain: { en: 'Min Margin|Max Discount|Min ROI|Min %', de: 'Mindestmarge|Max. Rabatt', fr: 'Marge min' },
  },
  {
    name: 'prices of others',
    bare: [
      ['Min|min|Min Price|Lowest price', 'amount'],
      ['Max|max|Max Price', 'amount'],
      ['Cost', 'amount'],
    ],
    headings: {
      en: 'Competitor|Competitors|Competition|Market|Buy Box|Lowest offer|Competitor prices|Market price|Rivals|Other sellers|Last year|Previous|Old|Budget|Forecast|Plan|Target|Prior year|Historical|History|Last season|Before|Previous prices|Old prices|Simulation|Proposed',
      de: 'Wettbewerb|Wettbewerber|Markt|Konkurrenz|Vorjahr|Plan|Budget|Alt|Alte Preise|Marktpreise|Bisher|Planpreise|Historie|Mitbewerber',
      fr: 'Concurrence|Concurrent|Marché|Ancien|Année précédente|Budget|Anciens prix|Historique|Prix du marché',
      it: 'Concorrenza|Concorrenti|Mercato|Precedente|Budget|Anno precedente|Vecchi prezzi|Storico',
      es: 'Competencia|Competidor|Mercado|Anterior|Presupuesto|Año anterior|Precios anteriores|Histórico',
      nl: 'Concurrentie|Concurrent|Markt|Vorig jaar|Budget|Oud|Oude prijzen|Historie',
      pl: 'Konkurencja|Rynek|Poprzedni rok|Budżet|Stare|Stare ceny|Historia|Konkurent',
    },
    notes:
      'old|competitor|market|last year|LY|budget|previous|target|plan|forecast|history|prev.|alt|Vorjahr|neu|new',
    plain: {
      en: 'Competitor Min|Market Price|Budget Cost|Old Cost|Last Year Cost|Previous Cost|Cost LY|Cost 2024|Prior Cost|Target Cost|Old Min Price|New Cost|Future Cost',
      de: 'EK alt|EK Vorjahr|Plankosten|Marktpreis min|EK neu|Alter EK',
      fr: 'Ancien coût|Coût N-1|Coût budgété',
      it: 'Costo precedente|Vecchio costo',
      es: 'Coste anterior|Coste previsto',
      nl: 'Oude kostprijs|Kostprijs vorig jaar',
      pl: 'Stara cena zakupu|Poprzednia cena zakupu',
    },
  },
  {
    name: 'ranges of costs',
    bare: [
      ['Min|Low|Minimum', 'amount'],
      ['Max|High|Maximum', 'amount'],
    ],
    headings: {
      en: 'Cost|Costs|Purchase price|Cost range|Supplier prices|Unit cost|Purchase|Cost history',
      de: 'EK|Einkaufspreise|Kosten|Einkauf|EK-Preise|Lieferantenpreise',
      fr: "Coût|Coûts|Prix d'achat|Achats",
      it: 'Costo|Costi|Acquisto',
      es: 'Coste|Costes|Compra|Costos',
      nl: 'Kostprijs|Inkoop|Kosten',
      pl: 'Koszt|Zakup|Koszty',
    },
    notes: 'cost|purchase|supplier|EK|buying',
    plain: { en: 'Min Cost|Max Cost|Lowest Cost', de: 'Min. EK|Max. EK', fr: 'Coût min', es: 'Coste mín.' },
  },
  {
    name: 'shipping',
    bare: COSTS,
    headings: {
      en: 'Shipping|Freight|Delivery|Postage|Carriage|Outbound|Logistics|Fulfilment|FBA|Courier|Handling|Storage|Import|Packaging|Advertising|Marketing|Labour|Overhead|Returns|Repair|Installation|Service|Warranty|Inbound',
      de: 'Versand|Fracht|Porto|Lieferung|Transport|Logistik|Verpackung|Werbung|Lagerung|Lohn|Zoll|Retouren|Montage|Reparatur',
      fr: "Expédition|Livraison|Transport|Port|Emballage|Logistique|Douane|Publicité|Stockage|Main d'œuvre|Installation|Retours",
      it: 'Spedizione|Trasporto|Consegna|Imballaggio|Logistica|Dogana|Pubblicità|Manodopera',
      es: 'Envío|Transporte|Portes|Embalaje|Logística|Aduana|Publicidad|Mano de obra',
      nl: 'Verzending|Transport|Vracht|Verpakking|Logistiek|Douane|Reclame|Bezorging',
      pl: 'Wysyłka|Dostawa|Transport|Opakowanie|Logistyka|Reklama|Fracht|Cło',
    },
    neighbours: {
      en: 'Carrier|Tracking No|Courier|Consignment|Waybill|Shipment ID|Ship Method|Tracking Number|Shipping method|AWB',
      de: 'Spediteur|Sendungsnummer|Versandart|Frachtführer|Sendung|Paketdienst',
      fr: 'Transporteur|N° de suivi|Mode de livraison',
      it: 'Corriere|Spedizioniere|Vettore',
      es: 'Transportista|Método de envío|Seguimiento',
      nl: 'Vervoerder|Zendingnummer|Verzendmethode|Track & trace',
      pl: 'Przewoźnik|Numer przesyłki|Kurier',
    },
    notes:
      'shipping|freight|Versand|delivery|postage|transport|port|per kg|per km|per order|per shipment|storage|labour|handling|fee|ads',
    plain: {
      en: 'Shipping Cost|Freight Cost|Postage|Cost of delivery|Delivery Cost|Handling Cost|Storage cost|Labor Cost',
      de: 'Versandkosten|Frachtkosten|Porto|Lagerkosten|Lohnkosten',
      fr: 'Frais de port|Coût de livraison|Coût de transport',
      it: 'Spese di spedizione|Costo di trasporto',
      es: 'Gastos de envío|Coste de envío',
      nl: 'Verzendkosten|Vrachtkosten',
      pl: 'Koszt wysyłki|Koszty dostawy',
    },
  },
  {
    name: 'costs with tax',
    bare: [['Cost|Unit Cost|EK|Einkaufspreis|Coût|Costo|Coste|Kostprijs|Cena zakupu', 'amount']],
    notes:
      'VAT|incl. VAT|MwSt|inkl. MwSt|TTC|TVA|IVA|IVA incl.|IVA inclusa|btw|incl. btw|brutto|gross|tax|inc. GST|with tax|mit MwSt|VAT included|z VAT|bruto|lordo|VAT %',
    headings: {
      en: 'VAT|Tax|Duty|Customs|Gross|Sales tax|Duties|Incl. VAT',
      de: 'MwSt|Steuer|Zoll|Brutto|Steuern|USt.',
      fr: 'TVA|Taxes|TTC',
      it: 'IVA|Imposte|Lordo|Dazi',
      es: 'IVA|Impuestos|Con IVA|Aranceles',
      nl: 'btw|Belasting|Bruto|Accijns',
      pl: 'VAT|Podatek|Brutto|Akcyza',
    },
    plain: {
      en: 'Cost incl. VAT|Gross Cost|Cost inc tax|Cost VAT',
      de: 'EK brutto|EK inkl. MwSt',
      fr: "Prix d'achat TTC|Coût TTC",
      it: 'Costo ivato|Costo IVA incl.',
      es: 'Coste con IVA',
      nl: 'Inkoopprijs incl. btw',
      pl: 'Cena zakupu brutto',
    },
  },
  {
    name: 'sales prices',
    bare: [
      ['Standard Price|Standard price', 'amount'],
      ['Price|Preis|Prix|Prezzo|Precio|Prijs|Cena', 'amount'],
    ],
    isHidden: true,
    headings: {
      en: 'Sale|Selling|Retail|Web shop|Sales|Online|RRP|Customer|Consumer|B2C|eBay|Store price',
      de: 'Verkauf|VK|Listenpreise|Webshop|Kunde|Endkunde',
      fr: 'Vente|Prix public|Client|Boutique',
      it: 'Vendita|Listino|Cliente|Negozio',
      es: 'Venta|PVP|Cliente|Tienda',
      nl: 'Verkoop|Adviesprijs|Klant|Winkel',
      pl: 'Sprzedaż|Cennik|Klient|Sklep',
    },
    neighbours: {
      en: 'Sale Price|Sale Start Date|Sales Price|Promo Price|Sale End Date|Retail Price|List Price|Special Price|RRP|MSRP|Clearance price|Member price',
      de: 'Angebotspreis|VK|UVP|Aktionspreis|Verkaufspreis|Sonderpreis',
      fr: 'Prix promo|Prix de vente|Prix soldé|Prix public',
      it: 'Prezzo di vendita|Prezzo promo|Prezzo scontato|Listino',
      es: 'Precio de venta|Precio promo|PVP|Precio de oferta',
      nl: 'Verkoopprijs|Actieprijs|Adviesprijs',
      pl: 'Cena sprzedaży|Cena promocyjna|Cena promo',
    },
    plain: {
      en: 'Sales Price|List Price|Retail Price|Sell Price|RRP|Price',
      de: 'VK|VK netto|Verkaufspreis|UVP|Preis',
      fr: 'Prix de vente|Prix public|Prix',
      it: 'Prezzo di vendita|Listino',
      es: 'Precio de venta|PVP',
      nl: 'Verkoopprijs|Adviesprijs',
      pl: 'Cena sprzedaży|Cena',
    },
  },
  {
    name: 'costs of a line',
    isCounted: true,
    neighboursMean: 'cost',
    bare: [['Cost|Kosten|Coût|Costo|Coste|COST', 'amount']],
    neighbours: {
      en: 'Unit Cost|Cost per unit|Cost each|Cost/unit|Unit Cost (EUR)|Cost (per piece)|Cost per piece',
      de: 'Stückkosten|Kosten je Stück|Kosten pro Stück|EK je Stück',
      fr: 'Coût unitaire|Coût par pièce',
      it: 'Costo unitario|Costo al pezzo',
      es: 'Coste unitario|Costo unitario|Coste por unidad',
      nl: 'Kostprijs per stuk|Kosten per stuk',
      pl: 'Koszt jednostkowy|Koszt za sztukę',
    },
    headings: {
      en: 'Total|Line total|Extended|Totals|Sum|Whole order|Subtotal|Amount|Inventory value|Order total|Valuation|Ext.',
      de: 'Gesamt|Summe|Summen|Gesamtwert|Lagerwert|Bestandswert|Gesamtkosten',
      fr: 'Total|Totaux|Valeur du stock|Montant total',
      it: 'Totale|Totali|Valore di magazzino|Importo totale',
      es: 'Total|Totales|Valor del stock|Importe total',
      nl: 'Totaal|Totalen|Voorraadwaarde',
      pl: 'Razem|Suma|Wartość|Łącznie',
    },
    notes:
      'total|line|extended|sum|gesamt|totale|totaal|razem|suma|qty x cost|per pack|per case|per box|per carton|per kg|per dozen|pack of 6|stock value',
    plain: {
      en: 'Total Cost|Ext. Cost|Line Cost|Extended Cost|Cost Total|Stock Value|Cost Value|Cost Amount|Inventory Cost|COGS|Case Cost|Pack Cost|Cost per case|Cost per pack|Cost per kg',
      de: 'Gesamtkosten|EK gesamt|EK-Wert|Wareneinsatz|Lagerwert|EK je Karton',
      fr: 'Coût total|Valeur du stock|Coût du lot',
      it: 'Costo totale|Costo complessivo',
      es: 'Coste total|Costo total',
      nl: 'Totale kosten|Kostprijs totaal',
      pl: 'Koszt całkowity|Wartość zakupu',
    },
  },
  {
    name: 'costs of a hundred',
    bare: [['Cost|Unit Cost|EK|Coût|Costo|Coste|Einkaufspreis|Kostprijs|Price', 'amount']],
    notes:
      'per 100|/100|per 1000|per C|je 100|per 100 pcs|100 pcs|EUR/100|EUR/1000|EUR per 100|€/100|p. 100|x100|%o|per M|per dozen|pro 100 Stk|USD/C|/doz|EUR/kg|$/lb|€/m',
    plain: {
      en: 'Cost per 100|Cost/100|Cost per thousand|Cost x 100|Cost per C|Unit Cost per 100|Cost p.100|Cost/1000|Cost 100 pcs',
      de: 'EK je 100|EK pro 100|EK/100|Einkaufspreis je 1000 Stk',
      fr: 'Coût aux 100|Coût pour 100|Coût/100',
      it: 'Costo per 100|Costo x 100',
      es: 'Coste por 100|Coste/100',
      nl: 'Kostprijs per 100|Inkoopprijs/100',
      pl: 'Cena zakupu za 100',
    },
  },
  {
    name: 'changes of a cost',
    bare: [['Cost|Unit Cost|EK|Coût|Costo|Coste|Kostprijs|Min Price|Max Price', 'amount']],
    notes:
      '%|+/-|Δ|∆|change|diff|delta|variance|chg|±|% change|Δ%|Abw.|difference|Differenz|variation|vs LY|increase',
    headings: {
      en: 'Change|Difference|Variance|Delta|Increase|Change vs LY|Deviation',
      de: 'Änderung|Abweichung|Differenz|Veränderung',
      fr: 'Écart|Variation|Différence|Évolution',
      it: 'Variazione|Differenza|Scostamento',
      es: 'Variación|Diferencia|Desviación|Cambio',
      nl: 'Verschil|Wijziging|Afwijking',
      pl: 'Zmiana|Różnica|Odchylenie',
    },
    plain: {
      en: '∆Cost|ΔCost|Cost +/-|Cost Δ|Cost Change|Cost Diff|Cost %|±Cost|Cost Var.|Cost ±|+Cost|Cost →|% Cost|Cost Delta',
      de: '∆EK|EK +/-|EK-Änderung|EK Abweichung|ΔEK',
      fr: '∆Coût|Écart de coût|Variation du coût',
      it: '∆Costo|Variazione costo',
      es: '∆Coste|Variación de coste',
      nl: '∆Kostprijs|Verschil kostprijs',
      pl: '∆Cena zakupu|Zmiana ceny zakupu',
    },
  },
  {
    name: 'managed stock',
    bare: [['Managed|managed|MANAGED', 'yes']],
    isHidden: true,
    headings: {
      en: 'Stock|Inventory|Warehouse|Stock control',
      de: 'Lager|Bestand',
      fr: 'Stock',
      it: 'Magazzino',
    },
    neighbours: {
      en: 'Stock|Qty|In Stock|Backorders|Stock Status|Inventory|Quantity|Low stock amount|Stock Qty',
      de: 'Bestand|Lagerbestand|Menge',
      fr: 'Stock|Quantité',
      it: 'Giacenza|Quantità',
      es: 'Existencias|Cantidad',
      nl: 'Voorraad|Aantal',
      pl: 'Stan|Ilość',
    },
    notes: 'stock|inventory|stock?|warehouse|WMS',
    plain: {
      en: 'Managed Stock|Stock Managed|Manage stock?|Managed inventory',
      de: 'Lagergeführt|Bestandsgeführt',
    },
  },
  {
    name: 'fabrics',
    bare: [['Material|material|Item|Name', 'fabric']],
    isToldByCells: true,
    neighbours: {
      en: 'Size|Colour|Color|Fabric weight|Composition|Lining',
      de: 'Größe|Farbe|Futter',
      fr: 'Taille|Couleur',
      it: 'Taglia|Colore',
      es: 'Talla|Color',
      nl: 'Maat|Kleur',
      pl: 'Rozmiar|Kolor',
    },
    plain: { en: 'Fabric|Material Type|Materials', de: 'Stoff|Obermaterial', fr: 'Matière', it: 'Tessuto' },
  },
  {
    name: 'rules of reordering',
    bare: [
      ['Rule|Rule Name|rule', 'rule'],
      ['Strategy|strategy|Strategy Name', 'rule'],
    ],
    headings: {
      en: 'Replenishment|Reordering|Stock|Inventory|Warehouse|Planning|Picking|Shipping|Supply|Purchasing|Procurement|Tax|Discount|Routing|Returns',
      de: 'Nachbestellung|Disposition|Lager|Einkauf|Beschaffung|Versand|Steuer',
      fr: 'Réapprovisionnement|Stock|Achat',
      it: 'Riordino|Magazzino|Acquisti',
      es: 'Reposición|Almacén|Compras',
      nl: 'Voorraad|Bestelling|Inkoop',
      pl: 'Magazyn|Zamówienia|Zakupy',
    },
    notes: 'reorder|stock|replenishment|planning|inventory|tax|purchasing',
    plain: {
      en: 'Reorder Rule|Replenishment Strategy|Planning Strategy|Stock Rule|Tax Rule|Shipping Rule',
      de: 'Dispositionsstrategie|Nachbestellregel',
      fr: 'Règle de réapprovisionnement',
    },
  },
  {
    name: 'numbers of others',
    bare: [['SKU|Item No.|Part Number|sku|Product Code|Item Code|Artikelnummer|Article No', 'code']],
    headings: {
      en: 'Supplier|Vendor|Manufacturer|Competitor|Parent|Customer|Supplier data|Replacement|Alternative|Bundle|Related|Supersedes|Component',
      de: 'Lieferant|Hersteller|Kunde|Wettbewerber|Ersatz|Nachfolger|Zubehör',
      fr: 'Fournisseur|Fabricant|Client|Concurrent|Remplacement',
      it: 'Fornitore|Produttore|Cliente|Sostituto',
      es: 'Proveedor|Fabricante|Cliente|Sustituto',
      nl: 'Leverancier|Fabrikant|Klant|Vervanger',
      pl: 'Dostawca|Producent|Klient|Zamiennik',
    },
    notes: 'supplier|vendor|manufacturer|parent|old|competitor|Lieferant|fournisseur|mfr|legacy',
    plain: {
      en: 'Supplier SKU|Vendor SKU|Supplier Part No|Manufacturer SKU|Parent SKU|Vendor Item No.|Old SKU|MPN|Competitor SKU',
      de: 'Lieferantenartikelnummer|Hersteller-Nr.|Alte Artikelnummer',
      fr: 'Référence fournisseur|Réf. fabricant',
      it: 'Codice fornitore',
      es: 'Referencia proveedor',
      nl: 'Artikelnummer leverancier',
      pl: 'Indeks dostawcy',
    },
  },
  {
    name: 'units of prices',
    bare: [['Price Unit|Per|PE|per|Je|Price unit', 'unit']],
    isToldByCells: true,
    plain: {
      en: 'UoM|Unit|Pack|Colour Unit',
      de: 'Einheit|ME',
      fr: 'Unité',
      it: 'UM',
      es: 'Unidad',
      nl: 'Eenheid',
      pl: 'JM',
    },
  },
  {
    name: 'manual and other prices',
    bare: [['Manual Price|manual_price', 'amount']],
    headings: { en: 'Competitor|Old|Last year|Service manual|Budget', de: 'Alt|Vorjahr' },
    notes: 'old|last year|incl. VAT|gross|competitor|%|per 100',
    plain: { en: 'Manual|Price of manual|Service Manual Price (printed)', de: 'Handbuch' },
  },
];
