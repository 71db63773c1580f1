import { Type } from 'typebox';
import { dateTime, id, nullable, oneOf, words } from '../../../platform/http/fields.ts';
import { DomainStanding } from '../domain-proofs/schemas.ts';
import { APPROVALS, type StoreApproval } from './approval.ts';

const reference = Type.Object({ id: id(), name: Type.String() });
const reason = (description: string) => words({ max: 1000, description });

export const ApprovalReply = Type.Object({
  store: reference,
  approval: oneOf(APPROVALS, {
    description: '`pending`: the store prepares, and earns nobody anything; `rejected`: it can do nothing.',
  }),
  reason: nullable(Type.String({ description: 'In the words of whoever decided; null: nobody said any.' })),
  decided_by: nullable(reference),
  decided_at: nullable(dateTime({ description: 'Null: nobody has decided.' })),
  registered_at: dateTime(),
  domains: Type.Array(Type.Object({ id: id(), host: Type.String(), standing: DomainStanding })),
  similar_stores: Type.Array(reference, { description: 'Stores whose names look like this one’s; at most ten.' }),
});

export const ApprovalBody = Type.Object({
  reason: Type.Optional(reason('Is in the mail to the store’s members.')),
  consent_to_domains: Type.Optional(
    Type.Boolean({
      description: 'Accepts the domains that the store has named so far without a proof; false unless given.',
    }),
  ),
});

export const RejectionBody = Type.Object({ reason: reason('Why; it is in the mail to the store’s members.') });

export function presentApproval(approval: StoreApproval) {
  return {
    store: { id: approval.storeId, name: approval.name },
    approval: approval.approval,
    reason: approval.reason,
    decided_by: approval.decidedBy,
    decided_at: approval.decidedAt?.toISOString() ?? null,
    registered_at: approval.registeredAt.toISOString(),
    domains: approval.domains,
    similar_stores: approval.similarStores,
  };
}
