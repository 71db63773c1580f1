import type { InLanguages, Language } from '../../../platform/locale.ts';
import { CLICK_ID_PARAMETER } from '../urls/click-id.ts';
import type { ActivatedPlugin } from './activate-plugin.ts';
import {
  FIRST_PARTY_PATH,
  firstPartySnippet,
  pixelAddress,
  pluginAddress,
  scriptAddress,
  serverAddress,
  trackingSnippet,
} from './addresses.ts';
import type { Collector, CollectorName, Tracking } from './collector.ts';

/** Replaces an existing activation key in every reply except the one that creates it. */
export const ACTIVATION_KEY_MASK = '<SERVICE_ACTIVATION_KEY>';

/** A field of a report of an order. */
interface OrderField {
  name: string;
  required: boolean;
  description: InLanguages;
}

const TRACKING_KEY: OrderField = {
  name: 'tracking_key',
  required: true,
  description: {
    en: 'Whose order it is: in the address.',
    sv: 'Vems ordern är: i adressen.',
    de: 'Wessen Bestellung es ist: in der Adresse.',
  },
};
const ACTIVATION_KEY: OrderField = {
  name: 'service_activation_key',
  required: true,
  description: { en: 'Whose order it is.', sv: 'Vems ordern är.', de: 'Wessen Bestellung es ist.' },
};
const ORDER_AT: OrderField = {
  name: 'order_at',
  required: false,
  description: {
    en: 'When it was placed; now unless given.',
    sv: 'När den lades; nu om inget annat anges.',
    de: 'Wann sie aufgegeben wurde; jetzt, wenn nichts angegeben ist.',
  },
};

/** The fields of a reported order, for all ways. */
const ORDER: readonly OrderField[] = [
  {
    name: 'order_id',
    required: true,
    description: {
      en: 'The store’s own number of the order. Several reports of one number are one order.',
      sv: 'Butikens eget ordernummer. Flera rapporter med samma nummer är en order.',
      de: 'Die eigene Bestellnummer des Shops. Mehrere Meldungen einer Nummer sind eine Bestellung.',
    },
  },
  {
    name: 'order_value',
    required: true,
    description: {
      en: 'The value of the order, a decimal number in the currency.',
      sv: 'Ordervärdet, ett decimaltal i valutan.',
      de: 'Der Bestellwert, eine Dezimalzahl in der Währung.',
    },
  },
  {
    name: 'currency',
    required: false,
    description: {
      en: 'ISO 4217; the store’s unless given.',
      sv: 'ISO 4217; butikens om inget annat anges.',
      de: 'ISO 4217; die des Shops, wenn nichts angegeben ist.',
    },
  },
  {
    name: CLICK_ID_PARAMETER,
    required: false,
    description: {
      en: 'The id of the click that led to the order.',
      sv: 'Id för klicket som ledde till ordern.',
      de: 'Die ID des Klicks, der zur Bestellung geführt hat.',
    },
  },
  {
    name: 'voucher_code',
    required: false,
    description: {
      en: 'The code that the buyer used.',
      sv: 'Rabattkoden som köparen använde.',
      de: 'Der Gutscheincode, den der Käufer verwendet hat.',
    },
  },
];

const SIGNATURE: OrderField = {
  name: 'signature',
  required: false,
  description: {
    en: 'HMAC-SHA256 of order_id|order_value|currency with the signing secret, in hexadecimal digits.',
    sv: 'HMAC-SHA256 av order_id|order_value|currency med signeringshemligheten, i hexadecimala siffror.',
    de: 'HMAC-SHA256 von order_id|order_value|currency mit dem Signaturgeheimnis, in Hexadezimalziffern.',
  },
};

/** Pages identify themselves by the tracking key, plugins by the activation key, and servers by an access token. */
const PARAMETERS: Record<CollectorName, readonly OrderField[]> = {
  sales_pixel: [TRACKING_KEY, ...ORDER, SIGNATURE],
  shop_plugin: [ACTIVATION_KEY, ...ORDER, ORDER_AT],
  server: [...ORDER, ORDER_AT],
};

/** @param language of the descriptions @param newKey the activation key, if this reply shows it */
export function presentCollector(one: Collector, publicUrl: string, language: Language, newKey?: string) {
  const { collector, lastSeenAt, scriptSeenAt, hasActivationKey, activatedAt, refused } = one;
  const shownKey = newKey ?? (hasActivationKey ? ACTIVATION_KEY_MASK : null);
  return {
    collector,
    ...presentTracking(one, collector, language),
    ...presentAddresses(one, collector, publicUrl),
    last_seen_at: isoOrNull(lastSeenAt),
    refused: { reports: refused.reports, latest: [...refused.latest] },
    ...(collector === 'sales_pixel' ? { script_seen_at: isoOrNull(scriptSeenAt) } : {}),
    ...(collector === 'shop_plugin' ? { service_activation_key: shownKey, activated_at: isoOrNull(activatedAt) } : {}),
  };
}

/** The plugin adds the snippet to the store's pages. Their reports are ordinary reports of pages. */
export function presentActivatedPlugin(plugin: ActivatedPlugin, publicUrl: string, language: Language) {
  return {
    ...presentTracking(plugin, 'sales_pixel', language),
    ...presentSnippet(plugin, publicUrl),
    endpoint: pluginAddress(publicUrl),
    activated_at: plugin.activatedAt.toISOString(),
  };
}

/** The addresses for reports of orders: pages have a script and an image, plugins and servers an address for POST requests. */
function presentAddresses(tracking: Tracking, collector: CollectorName, publicUrl: string) {
  if (collector === 'sales_pixel') return presentSnippet(tracking, publicUrl);
  const isPlugin = collector === 'shop_plugin';
  return { endpoint: isPlugin ? pluginAddress(publicUrl) : serverAddress(publicUrl, tracking.storeId) };
}

const presentSnippet = ({ trackingKey }: Tracking, publicUrl: string) => ({
  script_url: scriptAddress(publicUrl, trackingKey),
  pixel_url: pixelAddress(publicUrl, trackingKey),
  snippet: trackingSnippet(publicUrl, trackingKey),
  first_party: {
    path: FIRST_PARTY_PATH,
    forward_to: `${publicUrl}${FIRST_PARTY_PATH}`,
    snippet: firstPartySnippet(trackingKey),
  },
});

function presentTracking(
  { storeId, trackingKey, currency, attributionWindowDays }: Tracking,
  collector: CollectorName,
  language: Language,
) {
  return {
    store_id: storeId,
    tracking_key: trackingKey,
    currency,
    attribution_window_days: attributionWindowDays,
    click_parameter: CLICK_ID_PARAMETER,
    parameters: PARAMETERS[collector].map(({ name, required, description }) => ({
      name,
      required,
      description: description[language],
    })),
  };
}

const isoOrNull = (instant: Date | null) => (instant === null ? null : instant.toISOString());
