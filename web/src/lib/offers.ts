// What others at the table propose, and how it is answered.
import type { TableStore } from "../store/table.svelte";
import type { CompanyPart, OfferKind } from "./messages";
import type { Naming } from "./words";
import { m } from "$m";

type Offer = CompanyPart["offers"][number];

/** The offers that somebody at this screen has to answer. */
export const offersToUs = ({ offers, your_seats: ours }: CompanyPart): Offer[] =>
  offers.filter((offer) => offer.awaiting.some((seat) => ours.includes(seat)) && !ours.includes(offer.offered_by));

const WORDS = { draw: m.offers_draw, takeback: m.offers_takeback, rematch: m.offers_rematch };
export const offerWords = (offer: Offer, who: Naming): string => WORDS[offer.kind]({ who: who(offer.offered_by) });

export function answerOffer(table: TableStore, what: OfferKind, yes: boolean): void {
  const { offers, your_seats: ours } = table.company;
  table.act({ kind: "answer", what, yes }, offers.find((offer) => offer.kind === what)?.awaiting.find((seat) => ours.includes(seat)));
}
