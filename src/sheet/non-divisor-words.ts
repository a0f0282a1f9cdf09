/**
 * Words of headers whose columns can't hold the number of pieces that a cost is for, by what they say instead; in English,
 * German, French, Italian, Spanish and Dutch, without accents. Words of five letters and more count inside of longer ones
 * too (`Mindestbestand`), shorter ones alone. What is not here may be such a number: `Pack`, `VPE`, `Lot`, `Qty`.
 */
export const OTHER_HEADERS = {
  stock: words(
    'stock hand onhand inventory available availability reserved allocated committed backorder soh qoh atp bestand lager verfugbar verfuegbar reserviert disponible inventaire giacenza scorta magazzino disponibile existencias inventario voorraad beschikbaar',
  ),
  ordering: words(
    'moq min max mini maxi minimum maximum order reorder replenish safety sold demand forecast mindest hochst hoechst meldebestand bestell auftrag verkauft minimale maximale commande vendu minimo massimo ordine venduto maximo pedido vendido bestelling verkocht',
  ),
  time: words(
    'lead time date day days week weeks month months year years age expiry warranty season created updated modified delivery datum tag tage woche wochen monat jahr zeit liefer wiederbeschaffung garantie jour jours delai livraison mois giorni giorno consegna mesi anno data dia dias fecha plazo entrega dag dagen levertijd levering maand',
  ),
  percent: words(
    'tax vat gst percent percentage pct discount margin markup duty commission steuer mwst mw ust prozent rabatt skonto marge aufschlag zoll taxe tva pourcentage remise iva imposta percentuale sconto margine impuesto porcentaje descuento margen btw belasting korting',
  ),
  measure: words(
    'weight length width height depth volume diameter thickness dimension dimensions gram grams kg lb lbs oz cm mm inch voltage watt gewicht lange laenge breite hohe hoehe tiefe durchmesser poids longueur largeur hauteur peso lunghezza larghezza altezza largo ancho alto lengte breedte hoogte',
  ),
  state: words(
    'status state active inactive enabled disabled visible published hidden deleted blocked flag managed tracked condition type class level version revision aktiv sichtbar gesperrt zustand klasse statut etat actif stato attivo tipo estado activo actief zichtbaar',
  ),
  group: words(
    'category department group family collection series page priority rank sort sequence score rating reviews views clicks gruppe kategorie abteilung familie seite prioritat prioritaet rang sortierung bewertung groupe categorie priorite rayon gruppo categoria famiglia pagina priorita grupo prioridad groep prioriteit volgorde',
  ),
  place: words(
    'plant plnt werk werks bwkey bukrs vkorg ekorg lgort mandt spart warehouse location site store branch bin aisle shelf rack zone depot client company country region channel marketplace filiale standort regal fach buchungskreis mandant sparte land entrepot magasin emplacement pays sede paese almacen ubicacion pais sucursal locatie filiaal',
  ),
  amount: words(
    'amount total value retail msrp rrp srp uvp map vk list fee fees shipping freight revenue profit sales currency exchange betrag summe wert fracht versand umsatz gewinn wahrung waehrung montant valeur frais devise importo valore spese valuta importe valor gastos moneda bedrag waarde verzending',
  ),
} as const;

/** Likewise, for ids and parties: beside a word for packs these count no more, since `Vendor Pack` may be what the cost is for. */
export const IDENTITY_HEADERS: readonly string[] = words(
  'id ids no nr num number key code codes ref reference sku asin ean upc gtin isbn mpn barcode serial index line row pos position account ledger nominal uuid vendor supplier manufacturer brand buyer planner customer nummer strichcode zeile konto referenz lieferant kreditor hersteller marke kunde disponent numero ligne compte fournisseur fabricant marque codice riga conto riferimento fornitore produttore marca codigo linea cuenta referencia proveedor fabricante regel rekening referentie leverancier merk',
);

/** Words that say what a price is for: a header with one of them always counts. */
export const PRICE_BASIS = words(
  'per je pro par por pour voor unit units einheit einheiten unite unites unita unidad unidades eenheid eenheden basis base divisor divider factor faktor facteur fattore conversion umrechnung',
);

/** Likewise, behind a price. */
export const PRICE_SCALES = words('uom um multiplier mult scale denominator nenner for by size measure');

/** Words for quantities, which make a header with a price in it one that says what the price is for. */
export const QUANTITIES = words(
  'qty quantity qte quantite quant menge anzahl quantita cantidad hoeveelheid aantal multiple lot',
);

/** Words for packs and pieces. */
export const PACKS = words(
  'pack packs package packung verpackung vpe case cases carton karton box inner outer piece pieces pcs stuck stueck colis colisage conditionnement confezione collo caja paquete doos stuks',
);

/** Words for prices and costs. */
export const PRICES = words(
  'price prices pricing preis preise prix prezzo prezzi precio precios prijs cost costs kosten cout costo coste kost',
);

function words(text: string): readonly string[] {
  return text.split(' ');
}
