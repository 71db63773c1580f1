import { Type } from 'typebox';
import {
  countryCode,
  currencyCode,
  dateTime,
  id,
  nameSchemas,
  nameText,
  nullable,
  oneOf,
  text,
} from '../../../platform/http/fields.ts';
import { METHODS } from '../payout-accounts/account-details.ts';
import { PAYEE_KINDS, VAT_STATUSES } from './read-payee.ts';

const vatStatus = () =>
  oneOf(VAT_STATUSES, {
    description:
      '`registered`: charges VAT and has a VAT number. `exempt`: a small business that its country exempts. `none`: a private person, or no taxable person.',
  });
const TAX_NUMBER = 'The number of a tax office: an e-invoice states it where the payee has no VAT number.';
const TAX_FIELDS = 'Fields of the tax forms of the country, by their names there.';

const identity = {
  kind: oneOf(PAYEE_KINDS),
  legal_name: nameText({ max: 140 }),
  street: nameText({ max: 140 }),
  postal_code: nameText({ max: 16 }),
  city: nameText({ max: 70 }),
  country: countryCode(),
  vat_status: vatStatus(),
};

export const PayeeBody = Type.Object(
  {
    ...identity,
    vat_number: Type.Optional(nullable(text({ max: 30, examples: ['SE559000000001'] }))),
    tax_number: Type.Optional(nullable(text({ max: 30, description: TAX_NUMBER, examples: ['21/815/08150'] }))),
    tax_fields: Type.Optional(
      Type.Record(Type.String(), text({ max: 255 }), {
        maxProperties: 20,
        description: TAX_FIELDS,
      }),
    ),
  },
  { additionalProperties: false },
);

/** The number that an administrator confirms. */
export const VatConfirmationBody = Type.Object({
  vat_number: text({ min: 1, max: 30, description: 'The payee’s current number.', examples: ['SE559000000001'] }),
});

export const ConsentBody = Type.Object({
  version: text({ min: 1, max: 20, description: 'The version of the text that was shown.', examples: ['2026-11'] }),
});

const digits = (description: string) => Type.Optional(text({ min: 1, max: 40, description }));

export const AccountBody = Type.Object(
  {
    method: oneOf(METHODS),
    holder: nameText({ max: 70, description: 'The name of the holder, as registered at the bank.' }),
    currency: Type.Optional(
      nullable(
        currencyCode({ description: 'The currency that it is for; null: every one that has no account of its own.' }),
      ),
    ),
    iban: digits('`iban`: the IBAN.'),
    bic: digits('`iban`: the BIC, where the bank needs it.'),
    number: digits('`bankgiro`, `plusgiro`, `uk`, `us`: the number.'),
    sort_code: digits('`uk`: the sort code.'),
    routing_number: digits('`us`: the ABA routing number.'),
    account_type: Type.Optional(oneOf(['checking', 'savings'], { description: '`us`: the kind of account.' })),
    email: Type.Optional(text({ min: 1, max: 254, description: '`paypal`: the address of the account.' })),
    recipient_id: digits('`wise`: the number of the recipient.'),
    account_id: Type.Optional(
      text({
        min: 1,
        max: 80,
        description: '`stripe`: the id of the account that is connected to the platform’s account at Stripe.',
      }),
    ),
  },
  { additionalProperties: false },
);

export const PayeeRecord = Type.Object({
  details: nullable(
    Type.Object({
      kind: oneOf(PAYEE_KINDS),
      legal_name: Type.String(),
      street: Type.String(),
      postal_code: Type.String(),
      city: Type.String(),
      country: countryCode(),
      vat_status: vatStatus(),
      vat_number: nullable(Type.String()),
      tax_number: nullable(Type.String({ description: TAX_NUMBER })),
      vat_confirmed_at: nullable(
        dateTime({
          description: 'When an administrator confirmed that the number is the payee’s; null: statements have no VAT.',
        }),
      ),
      tax_fields: Type.Record(Type.String(), Type.String(), { description: TAX_FIELDS }),
      updated_at: dateTime(),
    }),
  ),
  consent: Type.Object({
    version: Type.String({ description: 'The current version of the text.' }),
    text: Type.String({ description: 'The text of the consent.' }),
    given_at: nullable(dateTime({ description: 'When this version was consented to.' })),
  }),
  vat_check: nullable(
    Type.Object(
      {
        vat_number: Type.String(),
        outcome: oneOf(['valid', 'invalid', 'unavailable'], {
          description:
            '`invalid`: statements have no VAT. `unavailable`: the register did not reply; the check is repeated.',
        }),
        checked_at: dateTime(),
        consultation_number: nullable(Type.String({ description: 'The register’s proof of the check.' })),
        registered_name: nullable(
          Type.String({ description: 'The name in the register, if the country discloses it.' }),
        ),
      },
      { description: 'The reply of the register of VAT numbers (VIES) about the current number.' },
    ),
  ),
  payout_accounts: Type.Array(
    Type.Object({
      id: id(),
      method: oneOf(METHODS),
      currency: nullable(currencyCode()),
      masked: Type.String({ description: 'The end of the account. It is never returned in full.' }),
      created_at: dateTime(),
      usable_from: dateTime({ description: 'Nothing is paid to it before.' }),
    }),
  ),
});

nameSchemas({ PayeeInput: PayeeBody, PayoutAccountInput: AccountBody, Payee: PayeeRecord });
