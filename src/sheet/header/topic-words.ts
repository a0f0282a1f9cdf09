import { wordsOf } from './fold-header.ts';

/** Words by topic, in the languages that exports come in; `*` is any ending. */
const TOPICS = {
  cost: toPattern(
    'purchase* purchasing buying buy einkauf* achat* acquist* compra* inkoop* zakup* ' +
      'cost costs kosten coût coûts costo costi coste costes costos kostprijs koszt koszty ek ek-preise',
  ),
  tax: toPattern(
    'vat tax taxes duty duties customs mwst ust umsatzsteuer steuer* zoll tva taxe* douane iva impuesto* arancel* imposta dazio btw belasting* moms gst',
  ),
  shipping: toPattern(
    'shipping ship freight postage delivery carriage courier* carrier* parcel* tracking* track shipment* consignment* waybill* awb ' +
      'versand* porto fracht* lieferung sendung* spediteur* transport* paketdienst* livraison port expédition suivi ' +
      'spedizion* trasport* corriere vettore envío* envio* portes seguimiento flete verzend* verzending* zending* vracht* ' +
      'wysyłk* dostaw* przesyłk* kurier* przewoźnik*',
  ),
  other_cost: toPattern(
    'labor labour overhead handling advertising ads marketing storage fulfil* fba referral fee fees commission* insurance packaging packing previous prior old last budget target forecast planned competitor* competition gebühr* provision* verpackung* vorjahr alt plan soll wettbewerb*',
  ),
};

function toPattern(words: string): RegExp {
  return new RegExp(`^(?:${words.replaceAll('*', '.*').replaceAll(' ', '|')})$`, 'u');
}

/** Whether a header mentions a topic, which decides what a person is shown first. */
export function mentions(header: string, topic: keyof typeof TOPICS): boolean {
  return wordsOf(header).some((word) => TOPICS[topic].test(word));
}
