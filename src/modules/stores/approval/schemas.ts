import { Type } from 'typebox';
import { dateTime, id, nameSchemas, nullable, oneOf, words } from '../../../platform/http/fields.ts';
import { DomainStanding } from '../domain-proofs/schemas.ts';
import { APPROVALS, type StoreApproval } from './approval.ts';

const reference = Type.Object({ id: id(), name: Type.String() });
const reason = (description: string) => words({ max: 1000, description });

const decision = {
  approval: oneOf(APPROVALS, {
    description: '`pending`: the store can prepare, and its links earn nothing; `rejected`: it can do nothing.',
  }),
  reason: nullable(Type.String({ description: 'The reason given by the administrator; null: none.' })),
  decided_at: nullable(dateTime({ description: 'Null: not decided.' })),
  registered_at: dateTime(),
};

/** For members: without the administrator, and without the stores with similar names. */
export const OwnApprovalReply = Type.Object(decision);

export const ApprovalReply = Type.Object({
  store: reference,
  ...decision,
  decided_by: nullable(reference),
  domains: Type.Array(Type.Object({ id: id(), host: Type.String(), standing: DomainStanding })),
  similar_stores: Type.Array(reference, { description: 'Stores with similar names; at most ten.' }),
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

export function presentApproval(approval: StoreApproval) {
  return {
    store: { id: approval.storeId, name: approval.name },
    ...presentOwnApproval(approval),
    decided_by: approval.decidedBy,
    domains: approval.domains,
    similar_stores: approval.similarStores,
  };
}

nameSchemas({ OwnStoreApproval: OwnApprovalReply, StoreApproval: ApprovalReply });
