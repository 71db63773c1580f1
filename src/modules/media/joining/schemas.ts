import { Type } from 'typebox';
import { completeList } from '../../../platform/http/complete-list.ts';
import { dateTime, email, id, list, nameSchemas, nullable, oneOf } from '../../../platform/http/fields.ts';
import { pageQuery, v2Envelope } from '../../../platform/pagination.ts';
import { MAX_JOIN_INVITED } from './invite-to-join.ts';
import { MAX_RECEIVED, type ReceivedInvitation } from './received-invitations.ts';
import { JOIN_STATUSES, type SentInvitation } from './sent-invitations.ts';

export const JoinBody = Type.Object({
  user_ids: Type.Optional(list(id(), { max: MAX_JOIN_INVITED, description: 'Creators whom the agency finds.' })),
  list_id: Type.Optional(id({ description: 'All whom the agency finds of this list of the agency.' })),
  emails: Type.Optional(
    list(email(), {
      max: MAX_JOIN_INVITED,
      description:
        'People who may not be here yet. They have the invitation as soon as they have proven the address. The reply is the same whether or not an account has it.',
    }),
  ),
});

export const JoinReply = Type.Object({
  invited_user_ids: Type.Array(id(), { description: 'Also those with a pending invitation.' }),
  skipped_user_ids: Type.Array(id(), {
    description:
      'Whom the agency does not find, who belong to it already, and who have declined it in the last 90 days.',
  }),
});

export const sentQuery = { status: Type.Optional(oneOf(JOIN_STATUSES)), ...pageQuery() };

const SentRecord = Type.Object({
  id: id(),
  creator: nullable(
    Type.Object(
      { id: id(), name: Type.String() },
      { description: 'A creator whom the agency has found, by the public name. Null: an address was invited.' },
    ),
  ),
  email: nullable(Type.String({ description: 'The address that the agency has given. Null: a creator was found.' })),
  status: oneOf(JOIN_STATUSES),
  created_at: dateTime(),
  expires_at: dateTime(),
  answered_at: nullable(dateTime()),
});
export const SentList = v2Envelope(SentRecord);

const share = (description: string) => Type.Number({ minimum: 0, maximum: 1, description });

const ReceivedRecord = Type.Object({
  id: id(),
  client: Type.Object({ id: id(), name: Type.String() }, { description: 'The agency.' }),
  created_at: dateTime(),
  expires_at: dateTime(),
  user_share_now: share('The creator’s part of a commission now, where no campaign says otherwise.'),
  user_share: share('The same with the agency.'),
  is_paid_by_client: Type.Boolean({
    description: 'Whether the agency then receives what the creator has earned, and pays the creator.',
  }),
});
export const ReceivedList = completeList(ReceivedRecord, {
  description: `Open invitations, newest first; at most ${MAX_RECEIVED}.`,
});

export function presentSent({ creator, email: address, status, ...invitation }: SentInvitation) {
  return {
    id: invitation.id,
    creator,
    email: address,
    status,
    created_at: invitation.createdAt.toISOString(),
    expires_at: invitation.expiresAt.toISOString(),
    answered_at: invitation.answeredAt?.toISOString() ?? null,
  };
}

export function presentReceived({ agency, shareNow, shareThen, isPaidByAgency, ...invitation }: ReceivedInvitation) {
  return {
    id: invitation.id,
    client: agency,
    created_at: invitation.createdAt.toISOString(),
    expires_at: invitation.expiresAt.toISOString(),
    user_share_now: shareNow,
    user_share: shareThen,
    is_paid_by_client: isPaidByAgency,
  };
}

nameSchemas({
  JoinInvitationInput: JoinBody,
  JoinInvitedReply: JoinReply,
  SentJoinInvitation: SentRecord,
  ReceivedJoinInvitation: ReceivedRecord,
});
