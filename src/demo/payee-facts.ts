import type { GivenAccount, PayeeDetails } from '../modules/payouts/index.ts';
import { CREATORS, type CreatorName } from './personas.ts';

/** The payees, and how complete their data are. */
export interface DemoPayee {
  details: PayeeDetails;
  hasConsent: boolean;
  account: GivenAccount | null;
  /** The account was saved this week, so payouts do not use it yet. */
  isNew?: boolean;
}

function person(name: CreatorName, address: readonly [street: string, postalCode: string]): PayeeDetails {
  const { name: legalName, city, country } = CREATORS[name];
  const [street, postalCode] = address;
  return {
    kind: 'person',
    legalName,
    street,
    postalCode,
    city,
    country,
    vatNumber: null,
    vatStatus: 'none',
    taxNumber: null,
    taxFields: {},
  };
}

const iban = (holder: string, number: string): GivenAccount => ({ method: 'iban', holder, iban: number });

/** Creators by their names in the demo. Creators that are not listed have saved nothing yet. */
export const CREATOR_PAYEES: Partial<Record<CreatorName, DemoPayee>> = {
  linnea: {
    details: person('linnea', ['Bondegatan 21', '116 33']),
    hasConsent: true,
    isNew: true,
    account: iban('Linnéa Bergström', 'SE4550000000058398257466'),
  },
  oskar: {
    details: person('oskar', ['Linnégatan 8', '413 04']),
    hasConsent: true,
    account: { method: 'paypal', holder: 'Oskar Lindqvist', email: 'oskarpastigen@creator.example' },
  },
  sofia: {
    details: person('sofia', ['Möllevångsgatan 40', '214 20']),
    hasConsent: true,
    account: { method: 'wise', holder: 'Sofia Åkesson', recipient_id: '148700123' },
  },
  elin: { details: person('elin', ['Kungsgatan 65', '903 26']), hasConsent: true, account: null },
  finn: { details: person('finn', ['Bartelsstraße 12', '20357']), hasConsent: false, account: null },
  hanna: {
    details: person('hanna', ['Sonnenallee 101', '12045']),
    hasConsent: true,
    account: iban('Hanna Vogel', 'DE18100500000000234567'),
  },
  lukas: {
    details: person('lukas', ['Venloer Straße 220', '50823']),
    hasConsent: true,
    account: iban('Lukas Brandt', 'DE54200400000000345678'),
  },
  mia: {
    details: person('mia', ['Fraunhoferstraße 3', '80469']),
    hasConsent: true,
    account: { method: 'paypal', holder: 'Mia Schuster', email: 'miamachtsauf@creator.example' },
  },
  rowan: {
    details: person('rowan', ['8 Hyde Park Road', 'LS6 1PX']),
    hasConsent: true,
    account: { method: 'wise', holder: 'Rowan Hughes', recipient_id: '148700789' },
  },
  isla: {
    details: person('isla', ['14 Broughton Street', 'EH1 3RH']),
    hasConsent: true,
    account: { method: 'wise', holder: 'Isla MacLeod', recipient_id: '148700456' },
  },
};

const company = {
  kind: 'company',
  vatStatus: 'registered',
  taxNumber: null,
  taxFields: {},
} as const;

/** Agencies by the demo's names. Nordljus has not consented yet. */
export const AGENCY_PAYEES: Record<'alster' | 'nordljus', DemoPayee> = {
  alster: {
    details: {
      ...company,
      legalName: 'Alster Talent GmbH',
      street: 'Lange Reihe 71',
      postalCode: '20099',
      city: 'Hamburg',
      country: 'DE',
      vatNumber: 'DE000000102',
    },
    hasConsent: true,
    account: iban('Alster Talent GmbH', 'DE40200500000000123456'),
  },
  nordljus: {
    details: {
      ...company,
      legalName: 'Nordljus Creators AB',
      street: 'Hornsgatan 104',
      postalCode: '117 26',
      city: 'Stockholm',
      country: 'SE',
      vatNumber: 'SE559000000101',
    },
    hasConsent: false,
    account: null,
  },
};
