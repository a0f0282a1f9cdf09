import { wordsOf } from './fold-header.ts';

/** Words by topic, in the languages that exports come in. A part in brackets is optional; `*` is any ending. */
const WORDS = {
  stock:
    'stock* onhand on-hand hand ats avail rop roq whs whse usage demand turns sold received intransit inventory warehouse* wh reorder* re-order* replenish* bin bins aisle* shelf shelves rack* par safety backorder* available availability allocated atp qty qtys quantity quantities moq order orders ordering lot lots batch units lead location* bay zone pallet* reserved committed soh qoh roh transit stockroom* storeroom* showroom* supply depot* eoq rop restock* refill* row room building* slot vorrat* vorrät* dispo* inventur* reserviert verfügbar* fehlmenge* losgröße* wiederbeschaffung* gang halle gebäude raum inventa* disponib* réserv* réassort* allée étagère rayon bâtiment esistenza impegnat* deposito lotto lotti scaffal* corsia corridoio edificio bodega lote lotes pasillo estante* vrije beschikbaar gereserveerd tà cant pick mindestbestell* höchstbestell* afname gangpad stelling schap gebouw dostępn* lokalizacja regał* półka alejka budynek logistyczne stany ' +
    'lager* bestand* mindestbestand* höchstbestand* meldebestand* sicherheitsbestand* regal* fach fächer menge* mindestmenge* bestellmenge* bestell* nachbestell* platz ' +
    'entrepôt* quantité* qté* réappro* seuil* emplacement* dépôt* command* ' +
    'giacenz* scort* magazzin* quantità* qta riordin* ordin* ubicazion* ' +
    'existencia* almacén* almacen* cantidad* ubicación reposición pedido* ' +
    'voorra* magazijn* aantal* bestel* locatie* ' +
    'stan stany zapas* magazyn* ilość* ilosc* zamówi* lagersaldo antal beställ*',
  measure:
    'length width height weight depth diameter radius temp temper* tempér* capacity capacité capacità capacidad kapazität* capaciteit pojemność age ages volume dimension* dims thickness gauge voltage volts watt* rpm speed pressure mm cm km kg gram grams lb lbs oz inch inches ft feet litre* liter* ml days weeks months hours minutes warranty shelf-life ' +
    'länge* breite* höhe* gewicht* tiefe* durchmesser alter lieferzeit* tage wochen ' +
    'longueur* largeur* hauteur* poids profondeur* diamètre* âge délai* jours ' +
    'lunghezza larghezza altezza peso profondità diametro età giorni ' +
    'longitud ancho altura profundidad diámetro edad plazo días ' +
    'lengte breedte hoogte gewicht diepte leeftijd dagen levertijd ' +
    'długość szerokość wysokość waga głębokość dni',
  shipping:
    'shipping ship freight postage delivery carriage courier handling versand* porto fracht* lieferung transport* livraison frais port expédition spedizion* trasport* envío* envio* portes flete verzend* vracht* wysyłk* dostaw*',
  tax: 'vat tax taxes duty duties customs mwst ust umsatzsteuer steuer* zoll tva taxe* douane iva impuesto* arancel* imposta dazio btw belasting* moms gst',
  sale: 'sale sales sell selling retail list rrp msrp srp vk verkauf* vente* vend* vendita listino venta* verkoop* sprzedaż* promo* special* offer* clearance member pvp cennik* adviesprijs uvp angebot* aktion* sonderpreis* sold* scontat* oferta* public soldé* actie* online web shop website consumer',
  purchase: 'purchase* purchasing buying buy einkauf* achat* acquist* compra* inkoop* zakup*',
  supplier: 'supplier* vendor* lieferant* fournisseur* fornitor* proveedor* leverancier* dostawc*',
  cost: 'cost costs kosten coût coûts costo costi coste costes costos kostprijs koszt koszty ek ek-preise',
  share:
    'margin* markup mark-up discount* rebate* roi profit* rabatt* marge* aufschlag* spanne* handelsspanne* skonto remise* rabais margin* ricarico scont* descuento* margen* recargo korting* opslag rabat* marża marż* narzut*',
  shipment:
    'carrier* courier* tracking* shipment* consignment* waybill* parcel* spediteur* sendung* transporteur* corriere spedizionier* transportista* vervoerder* przewoźnik* method métod* metodo mode track trace versandart* versandweg paketdienst* frachtführer awb suivi seguimiento vettore zending* verzendmethode kurier* przesyłk*',
  other_cost:
    'labor labour overhead handling advertising ads marketing storage fulfil* fba referral fee fees commission* insurance packaging packing previous prior old last budget target forecast planned competitor* competition gebühr* provision* verpackung* vorjahr alt plan soll wettbewerb*',
};

/** Other topics of a sheet: under one of them, or beside it, a short word such as `Min` may not be a price. */
export type Topic = keyof typeof WORDS;

const MATCHERS = new Map(Object.entries(WORDS).map(([topic, words]) => [topic as Topic, toMatcher(words)]));

interface Matcher {
  readonly words: ReadonlySet<string>;
  readonly beginnings: readonly string[];
}

function toMatcher(text: string): Matcher {
  const words = text.split(' ');
  return {
    words: new Set(words.filter((word) => !word.endsWith('*'))),
    beginnings: words.filter((word) => word.endsWith('*')).map((word) => word.slice(0, -1)),
  };
}

/** Whether a header or heading mentions a topic. */
export function mentions(text: string, topic: Topic): boolean {
  const matcher = MATCHERS.get(topic);
  return matcher !== undefined && wordsOf(text).some((word) => matches(word, matcher));
}

function matches(word: string, { words, beginnings }: Matcher): boolean {
  return words.has(word) || beginnings.some((beginning) => word.startsWith(beginning));
}
