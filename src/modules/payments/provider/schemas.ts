import { Type } from 'typebox';
import {
  countryCode,
  currencyCode,
  dateTime,
  id,
  nameSchemas,
  nullable,
  oneOf,
  whole,
} from '../../../platform/http/fields.ts';

const provider = () => oneOf(['manual', 'stripe'], { description: '`manual`: the store pays by invoice.' });

const PaymentMethod = Type.Object(
  {
    type: Type.String({ description: 'The provider’s term.', examples: ['card', 'sepa_debit'] }),
    brand: nullable(Type.String({ description: 'The brand of a card, or the bank of an account.' })),
    last4: nullable(Type.String()),
    exp_month: nullable(whole()),
    exp_year: nullable(whole()),
  },
  { description: 'The masked payment method.' },
);

const setupFields = {
  provider: provider(),
  payment_setup_id: nullable(Type.String({ description: 'The provider’s id of the set-up; null if there is none.' })),
  set_at: nullable(dateTime()),
  payment_method: nullable(PaymentMethod),
};

export const PaymentSetup = Type.Object(setupFields, {
  description:
    'The store’s set-up at the configured payment provider; null until there is one. (The body is an addition.)',
});

export const PaymentSetupBody = Type.Object({
  payment_setup_id: Type.String({
    maxLength: 255,
    pattern: '^\\S+$',
    description: 'The payment provider’s id of the set-up or of its session.',
    'x-says': 'must be 1 to 255 characters without white space',
  }),
});

export const SetupSession = Type.Object(
  {
    provider: provider(),
    session_id: Type.String(),
    url: nullable(Type.String({ description: 'The provider’s page; null if there is none.' })),
    client_secret: Type.Optional(
      Type.String({ description: 'Opens the provider’s form within your own page; only if that is configured.' }),
    ),
    publishable_key: Type.Optional(Type.String({ description: 'The publishable key for the provider’s script.' })),
    instructions: nullable(Type.String({ description: 'Instructions, if there is no page.' })),
    expires_at: nullable(dateTime()),
  },
  { description: 'A session for the payment set-up. (The body is an addition.)' },
);

export const PaymentDetailsBody = Type.Object({
  store_id: Type.Optional(id({ description: 'Optional for a caller with exactly one store.' })),
});

export const PaymentDetails = Type.Object(
  {
    store_id: id(),
    billing: Type.Object({
      store_name: Type.String(),
      company_name: Type.String(),
      street: Type.String(),
      postal_code: Type.String(),
      city: Type.String(),
      country: countryCode(),
      vat_number: Type.String(),
      currency: currencyCode(),
    }),
    ...setupFields,
  },
  { description: 'The billing details and the payment set-up. (The body is an addition.)' },
);

nameSchemas({
  PaymentMethod,
  PaymentSetup,
  PaymentSetupInput: PaymentSetupBody,
  SetupSession,
  PaymentDetailsInput: PaymentDetailsBody,
  PaymentDetails,
});
