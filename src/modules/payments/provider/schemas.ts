import { Type } from 'typebox';
import { countryCode, currencyCode, dateTime, id, nullable, oneOf, whole } from '../../../platform/http/fields.ts';

const provider = () => oneOf(['manual', 'stripe'], { description: '`manual`: the store pays by invoice.' });

const PaymentMethod = Type.Object(
  {
    type: Type.String({ description: 'The provider’s own word.', examples: ['card', 'sepa_debit'] }),
    brand: nullable(Type.String({ description: 'Of a card its brand, of an account its bank.' })),
    last4: nullable(Type.String()),
    exp_month: nullable(whole()),
    exp_year: nullable(whole()),
  },
  { description: 'What is charged, masked.' },
);

const setupFields = {
  provider: provider(),
  payment_setup_id: nullable(Type.String({ description: 'The provider’s id of the set-up; null: there is none.' })),
  set_at: nullable(dateTime()),
  payment_method: nullable(PaymentMethod),
};

export const PaymentSetup = Type.Object(setupFields, {
  description: 'What the store set up at the payment provider that is configured; null until it has. (Body ours.)',
});

export const PaymentSetupBody = Type.Object({
  payment_setup_id: Type.String({
    maxLength: 255,
    pattern: '^\\S+$',
    description: 'The payment provider’s id of the set-up, or of the session in which it was made.',
    'x-says': 'must be 1 to 255 characters without white space',
  }),
});

export const SetupSession = Type.Object(
  {
    provider: provider(),
    session_id: Type.String(),
    url: nullable(Type.String({ description: 'The provider’s page; null: there is no page to go to.' })),
    client_secret: Type.Optional(
      Type.String({ description: 'Opens the provider’s form within your own page; only when that is configured.' }),
    ),
    publishable_key: Type.Optional(Type.String({ description: 'What the provider’s script wants, beside it.' })),
    instructions: nullable(Type.String({ description: 'What to do, where no page says it.' })),
    expires_at: nullable(dateTime()),
  },
  { description: 'Where the store sets up how it pays. (Body ours.)' },
);

export const PaymentDetailsBody = Type.Object({
  store_id: Type.Optional(id({ description: 'May be left out by a member of one store alone.' })),
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
  { description: 'Who is billed, and how they pay. (Body ours.)' },
);
