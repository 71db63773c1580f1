import { electronicFormatIBAN, isValidBIC, isValidIBAN } from 'ibantools';
import { InvalidInput } from '../../../platform/errors/errors.ts';
import { isEmail } from '../../../platform/http/formats.ts';
import { isSepaIban } from '../../../platform/sepa-countries.ts';
import { canBeLatin } from '../../../platform/text/latin-letters.ts';

export const METHODS = ['iban', 'bankgiro', 'plusgiro', 'uk', 'us', 'paypal', 'wise', 'stripe'] as const;
export type Method = (typeof METHODS)[number];

/** The complete details of an account. They exist in memory only; the database stores them encrypted. */
export type AccountDetails = { holder: string } & (
  | { method: 'iban'; iban: string; bic: string | null }
  | { method: 'bankgiro' | 'plusgiro'; number: string }
  | { method: 'uk'; sortCode: string; number: string }
  | { method: 'us'; routing: string; number: string; type: 'checking' | 'savings' }
  | { method: 'paypal'; email: string }
  | { method: 'wise'; recipientId: string }
  | { method: 'stripe'; accountId: string }
);

/** An account in a request. The required fields depend on the method. */
export interface GivenAccount {
  method: Method;
  holder: string;
  currency?: string | null | undefined;
  iban?: string | undefined;
  bic?: string | undefined;
  number?: string | undefined;
  sort_code?: string | undefined;
  routing_number?: string | undefined;
  account_type?: 'checking' | 'savings' | undefined;
  email?: string | undefined;
  recipient_id?: string | undefined;
  account_id?: string | undefined;
}

/** Methods that pay in one currency only. */
const ONLY_CURRENCY: Partial<Record<Method, string>> = { bankgiro: 'SEK', plusgiro: 'SEK', uk: 'GBP', us: 'USD' };

/** Why a bank cannot pay to an account that has all fields of its method. */
export const ACCOUNT_FAULTS = ['bic_missing', 'holder_not_latin'] as const;
export type AccountFault = (typeof ACCOUNT_FAULTS)[number];

const FAULTS: Record<AccountFault, { field: string; must: string }> = {
  bic_missing: { field: 'bic', must: 'must be given for an account outside the SEPA area, such as TGBATRISXXX' },
  holder_not_latin: {
    field: 'holder',
    must: 'must be the name in Latin letters as the bank writes it: payments cannot contain other letters',
  },
};

/**
 * What prevents a bank from paying to an account: banks find each other by the IBAN only within SEPA, and payments name the holder in
 * Latin letters (Greek and Cyrillic ones are converted). Services that pay to an address of their own need neither.
 */
export function faultOf(details: AccountDetails): AccountFault | null {
  if (details.method === 'paypal' || details.method === 'stripe') return null;
  if (!canBeLatin(details.holder)) return 'holder_not_latin';
  return details.method === 'iban' && details.bic === null && !isSepaIban(details.iban) ? 'bic_missing' : null;
}

type DetailField = Exclude<keyof GivenAccount, 'method' | 'holder' | 'currency'>;

const FIELDS: Record<Method, readonly DetailField[]> = {
  iban: ['iban', 'bic'],
  bankgiro: ['number'],
  plusgiro: ['number'],
  uk: ['sort_code', 'number'],
  us: ['routing_number', 'number', 'account_type'],
  paypal: ['email'],
  wise: ['recipient_id'],
  stripe: ['account_id'],
};

/**
 * Checks an account and normalises it.
 * @returns the account, and its currency (null: any)
 * @throws InvalidInput naming each invalid field
 */
export function parseAccount(given: GivenAccount): { details: AccountDetails; currency: string | null } {
  const errors: Record<string, string[]> = {};
  const { method, holder } = given;
  const only = ONLY_CURRENCY[method];
  const currency = given.currency ?? only ?? null;
  if (only !== undefined && currency !== only) errors.currency = [`must be ${only} for ${method}`];
  for (const names of Object.values(FIELDS))
    for (const name of names)
      if (given[name] !== undefined && !FIELDS[method].includes(name)) errors[name] = [`does not belong to ${method}`];
  const details = { holder, ...detailsOf(given, errors) } as AccountDetails;
  const fault = faultOf(details);
  // Whether a bank needs the BIC depends on a valid IBAN.
  if (fault !== null && !(fault === 'bic_missing' && errors.iban !== undefined))
    errors[FAULTS[fault].field] ??= [FAULTS[fault].must];
  if (Object.keys(errors).length > 0) throw new InvalidInput(errors);
  return { details, currency };
}

function detailsOf(given: GivenAccount, errors: Record<string, string[]>): object {
  const compact = (text = '') => text.replaceAll(/[\s-]/g, '').toUpperCase();
  const check = (name: DetailField, isValid: boolean, must: string) => {
    if (!isValid) errors[name] = [must];
  };
  const { method } = given;
  switch (method) {
    case 'iban': {
      const iban = electronicFormatIBAN(given.iban ?? '') ?? '';
      const bic = given.bic === undefined || given.bic.trim() === '' ? null : compact(given.bic);
      check(
        'iban',
        isValidIBAN(iban),
        'must be an IBAN with a correct checksum, such as SE45 5000 0000 0583 9825 7466',
      );
      if (bic !== null) check('bic', isValidBIC(bic), 'must be a BIC such as ESSESESS');
      return { method, iban, bic };
    }
    case 'bankgiro':
    case 'plusgiro': {
      const number = compact(given.number);
      const digits = method === 'bankgiro' ? /^\d{7,8}$/ : /^\d{2,8}$/;
      check('number', digits.test(number) && isLuhn(number), `must be a ${method} number with a correct check digit`);
      return { method, number };
    }
    case 'uk': {
      const [sortCode, number] = [compact(given.sort_code), compact(given.number)];
      check('sort_code', /^\d{6}$/.test(sortCode), 'must have six digits, such as 12-34-56');
      check('number', /^\d{8}$/.test(number), 'must have eight digits');
      return { method, sortCode, number };
    }
    case 'us': {
      const [routing, number] = [compact(given.routing_number), compact(given.number)];
      check('routing_number', isRoutingNumber(routing), 'must be an ABA routing number of nine digits');
      check('number', /^\d{4,17}$/.test(number), 'must have 4 to 17 digits');
      return { method, routing, number, type: given.account_type ?? 'checking' };
    }
    case 'paypal': {
      const email = (given.email ?? '').trim().toLowerCase();
      // A spreadsheet would run a cell that begins with one of these as a formula; PayPal's file is read by one.
      check('email', isEmail(email) && !/^[=+@-]/.test(email), 'must be the e-mail address of a PayPal account');
      return { method, email };
    }
    case 'wise': {
      const recipientId = (given.recipient_id ?? '').trim();
      check('recipient_id', /^[1-9]\d{0,17}$/.test(recipientId), 'must be the number of a recipient at Wise');
      return { method, recipientId };
    }
    case 'stripe': {
      const accountId = (given.account_id ?? '').trim();
      check(
        'account_id',
        /^acct_[A-Za-z0-9]{8,64}$/.test(accountId),
        'must be the id of a connected account at Stripe, such as acct_1032D82eZvKYlo2C',
      );
      return { method, accountId };
    }
  }
}

/** The masked form of an account: enough for its owner to recognise it. */
export function maskAccount(details: AccountDetails): string {
  const end = (text: string, shown = 4) => `••••${text.slice(-Math.min(shown, Math.max(0, text.length - shown)))}`;
  switch (details.method) {
    case 'iban':
      return `${details.iban.slice(0, 2)} ${end(details.iban)}`;
    case 'uk':
    case 'us':
      return end(details.number);
    case 'bankgiro':
    case 'plusgiro':
      return end(details.number, 3);
    case 'paypal': {
      const at = details.email.lastIndexOf('@');
      return `${details.email.slice(0, 1)}••••${details.email.slice(at)}`;
    }
    case 'wise':
      return end(details.recipientId, 3);
    case 'stripe':
      return end(details.accountId);
  }
}

/** The account without its holder, to recognise that two people use the same account. */
export function accountIdentity(details: AccountDetails): string {
  switch (details.method) {
    case 'iban':
      return `iban:${details.iban}`;
    case 'uk':
      return `uk:${details.sortCode}:${details.number}`;
    case 'us':
      return `us:${details.routing}:${details.number}`;
    case 'paypal':
      return `paypal:${details.email}`;
    case 'wise':
      return `wise:${details.recipientId}`;
    case 'stripe':
      return `stripe:${details.accountId}`;
    default:
      return `${details.method}:${details.number}`;
  }
}

/** The check digit of bankgiro and plusgiro numbers (modulus 10). */
function isLuhn(digits: string): boolean {
  let sum = 0;
  for (let at = 0; at < digits.length; at += 1) {
    const digit = Number(digits[digits.length - 1 - at]) * (at % 2 === 0 ? 1 : 2);
    sum += digit > 9 ? digit - 9 : digit;
  }
  return sum > 0 && sum % 10 === 0;
}

/** The checksum of the American Bankers Association: weights 3, 7, 1. */
function isRoutingNumber(digits: string): boolean {
  if (!/^\d{9}$/.test(digits) || /^0+$/.test(digits)) return false;
  const weights = [3, 7, 1];
  const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * weights[at % 3]!, 0);
  return sum % 10 === 0;
}
