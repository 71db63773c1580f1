import { moneyObject } from '../../../platform/money.ts';
import type { Participant } from './read-participants.ts';

/** A participant as version 2 shows it. `withComments`: how many comments there are was asked for. */
export function presentParticipant(part: Participant, withComments = false) {
  const { preRegisteredEmail: email, preRegisteredIdentifier: identifier, payment } = part;
  return {
    id: part.id,
    offer_id: part.offerId,
    user_id: part.userId,
    display_name: part.displayName,
    clicks: part.clicks,
    status: part.status,
    ...(identifier === null ? {} : { pre_registered_identifier: identifier }),
    ...(email === null ? {} : { pre_registered_email: email }),
    todo: part.todo,
    payment_amount: payment === null ? null : moneyObject(payment),
    ...(withComments ? { offer_comments_count: part.comments } : {}),
  };
}
