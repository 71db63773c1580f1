import { Type } from 'typebox';
import {
  currencyCode,
  dateTime,
  id,
  minorMoney,
  nameSchemas,
  nullable,
  oneOf,
  words,
} from '../../../platform/http/fields.ts';
import { BillingRecord, presentBilling } from '../billing/schemas.ts';
import { DomainStanding } from '../domain-proofs/schemas.ts';
import { fixedCostOf, type OwnPrice } from '../record/own-prices.ts';
import { LIKENESSES, type StoreApplication, VAT_NUMBER_CHECKS } from './application.ts';
import { APPROVALS, type StoreApproval } from './approval.ts';

const reference = Type.Object({ id: id(), name: Type.String() });
const reason = (description: string) => words({ max: 1000, description });

const approval = oneOf(APPROVALS, {
  description: '`pending`: the store can prepare, and its links earn nothing; `rejected`: it can do nothing.',
});

const decision = {
  approval,
  reason: nullable(Type.String({ description: 'The reason given by the administrator; null: none.' })),
  decided_at: nullable(dateTime({ description: 'Null: not decided.' })),
  registered_at: dateTime(),
};

/** For members: without the administrator, and without the stores with similar names. */
export const OwnApprovalReply = Type.Object(decision);

const rate = nullable(
  Type.Object({
    invoice_cpc: nullable(minorMoney('What the store pays for a click; null: not set.')),
    invoice_cpa: nullable(
      Type.Number({ minimum: 0, description: 'What the store pays of the value of an order; null: not set.' }),
    ),
    invoice_cpo: nullable(minorMoney('What the store pays for each order as a fixed amount; null: not set.')),
  }),
);

export const ApprovalReply = Type.Object({
  store: reference,
  ...decision,
  decided_by: nullable(reference),
  registered_by: nullable(
    Type.Object(
      {
        id: id(),
        name: Type.String(),
        email: Type.String(),
        is_email_proven: Type.Boolean({ description: 'Whether the person has confirmed the address.' }),
      },
      { description: 'Who registered the store, otherwise its first member.' },
    ),
  ),
  currency: currencyCode(),
  url: nullable(Type.String({ description: 'The address of the store’s site.' })),
  billing: BillingRecord,
  vat_number_check: oneOf(VAT_NUMBER_CHECKS, {
    description: 'Whether the VAT number has the format of the store’s country. No register is asked.',
  }),
  domains: Type.Array(Type.Object({ id: id(), host: Type.String(), standing: DomainStanding })),
  rates: Type.Object({ general: rate, social: rate }, { description: 'The rates outside campaigns, by source.' }),
  similar_stores: Type.Array(reference, { description: 'Stores with similar names; at most ten.' }),
  resembling_stores: Type.Array(
    Type.Object({
      store: reference,
      approval,
      likenesses: Type.Array(oneOf(LIKENESSES), {
        description: 'What both have in common. Names are similar, the others are equal.',
      }),
    }),
    { description: 'At most ten, most likenesses first. Rejected stores are included, except by their name alone.' },
  ),
});

export const ApprovalBody = Type.Object({
  reason: Type.Optional(reason('Included in the mail to the store’s members.')),
  consent_to_domains: Type.Optional(
    Type.Boolean({
      description: 'Whether the current domains of the store are accepted without a proof. Defaults to false.',
    }),
  ),
});

export const RejectionBody = Type.Object({
  reason: reason('The reason, which is included in the mail to the store’s members.'),
});

export function presentOwnApproval({ approval, reason, decidedAt, registeredAt }: StoreApproval) {
  return {
    approval,
    reason,
    decided_at: decidedAt?.toISOString() ?? null,
    registered_at: registeredAt.toISOString(),
  };
}

export function presentApplication(application: StoreApplication) {
  const { currency, registeredBy, prices } = application;
  return {
    store: { id: application.storeId, name: application.name },
    ...presentOwnApproval(application),
    decided_by: application.decidedBy,
    registered_by: registeredBy && {
      id: registeredBy.id,
      name: registeredBy.name,
      email: registeredBy.email,
      is_email_proven: registeredBy.isEmailProven,
    },
    currency,
    url: application.url,
    billing: presentBilling(application.billing),
    vat_number_check: application.vatNumberCheck,
    domains: application.domains,
    rates: { general: presentRate(prices.general, currency), social: presentRate(prices.social, currency) },
    similar_stores: application.similarStores
      .filter(({ likenesses }) => likenesses.includes('name'))
      .map(({ id, name }) => ({ id, name })),
    resembling_stores: application.similarStores.map(({ id, name, approval, likenesses }) => ({
      store: { id, name },
      approval,
      likenesses,
    })),
  };
}

function presentRate(price: OwnPrice | null, currency: string) {
  if (price === null) return null;
  const amount = (minor: number | null) => (minor === null ? null : { minor, currency });
  return {
    invoice_cpc: amount(price.invoiceCpcMinor ?? price.cpcMinor),
    invoice_cpa: price.invoiceCpa ?? price.cpa,
    invoice_cpo: amount(fixedCostOf(price)),
  };
}

nameSchemas({ OwnStoreApproval: OwnApprovalReply, StoreApproval: ApprovalReply });
