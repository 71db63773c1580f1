import { sql } from 'drizzle-orm';
import type { InLanguages } from '../../../platform/locale.ts';
import { CLICK_REFUSALS } from '../../clicks/index.ts';

/** The reasons why an order is not attributed, as sentences in each language. Some orders are attributed later: see `attribute-waiting.ts`. */
export const UNATTRIBUTED = {
  no_click: {
    en: 'Neither a click nor a voucher was reported.',
    sv: 'Varken ett klick eller en rabattkod rapporterades.',
    de: 'Weder ein Klick noch ein Gutschein wurde gemeldet.',
  },
  unknown_click: {
    en: 'There is no click with the reported id, or it is not recorded yet.',
    sv: 'Det finns inget klick med det rapporterade id:t, eller så är det inte registrerat än.',
    de: 'Es gibt keinen Klick mit der gemeldeten ID, oder er ist noch nicht erfasst.',
  },
  other_store: {
    en: 'The click led to another store.',
    sv: 'Klicket ledde till en annan butik.',
    de: 'Der Klick führte zu einem anderen Shop.',
  },
  click_too_old: {
    en: 'The click is older than the store’s attribution window.',
    sv: 'Klicket är äldre än butikens attribueringsfönster.',
    de: 'Der Klick liegt länger zurück als der Zuordnungszeitraum des Shops.',
  },
  click_after_order: {
    en: 'The click came after the order.',
    sv: 'Klicket kom efter ordern.',
    de: 'Der Klick kam nach der Bestellung.',
  },
  ...CLICK_REFUSALS,
  credit_limit: {
    en: 'The commission exceeds what is left of the store’s credit.',
    sv: 'Provisionen överstiger det som återstår av butikens kredit.',
    de: 'Die Provision übersteigt den verbleibenden Kreditrahmen des Shops.',
  },
  unknown_voucher: {
    en: 'No creator has this voucher at the store.',
    sv: 'Ingen kreatör har den här rabattkoden hos butiken.',
    de: 'Kein Creator hat diesen Gutschein bei dem Shop.',
  },
  no_exchange_rate: {
    en: 'There is no exchange rate for the order’s currency.',
    sv: 'Det finns ingen växelkurs för orderns valuta.',
    de: 'Für die Währung der Bestellung gibt es keinen Wechselkurs.',
  },
  disputed: {
    en: 'Reports of the order contradict each other.',
    sv: 'Rapporterna om ordern motsäger varandra.',
    de: 'Die Meldungen der Bestellung widersprechen sich.',
  },
  unconfirmed: {
    en: 'No report that counts has arrived.',
    sv: 'Ingen rapport som räknas har kommit in.',
    de: 'Es ist keine Meldung eingegangen, die zählt.',
  },
  value_limit: {
    en: 'Its value is above the store’s maximum.',
    sv: 'Dess värde överstiger butikens högsta värde.',
    de: 'Ihr Wert liegt über dem Höchstwert des Shops.',
  },
  event_repeated: {
    en: 'The customer has done this before, and the store pays for it once.',
    sv: 'Kunden har gjort detta tidigare, och butiken betalar för det en gång.',
    de: 'Der Kunde hat dies schon einmal getan, und der Shop bezahlt es einmal.',
  },
  event_limit: {
    en: 'The most events of this kind that the store pays in a month were reached.',
    sv: 'Det högsta antalet händelser av den här typen som butiken betalar per månad var nått.',
    de: 'Die Höchstzahl der Ereignisse dieser Art, die der Shop im Monat bezahlt, war erreicht.',
  },
} satisfies Record<string, InLanguages>;
export type Reason = keyof typeof UNATTRIBUTED;
export const REASONS = Object.keys(UNATTRIBUTED) as readonly Reason[];

/** The reasons why an order must be resolved by a user. Until then it is not attributed and cannot be approved. */
export const UNRESOLVED = ['disputed', 'unconfirmed', 'value_limit'] as const satisfies readonly Reason[];

/** A condition over `orders o`: a user has to resolve the order. It is the predicate of the index `orders_unresolved`. */
export const UNRESOLVED_SQL = sql.raw(
  `(o.status = 'pending' AND o.unattributed_reason IN (${UNRESOLVED.map((reason) => `'${reason}'`).join(', ')}))`,
);

/** Whether the reason requires a resolution by a user. */
export const isUnresolved = (reason: Reason | null): boolean => UNRESOLVED.some((one) => one === reason);
