import { eventId, eventKind } from '../../../platform/events/event-kind.ts';
import { id } from '../../../platform/http/fields.ts';

/** Events of gift orders. They contain no address: whoever may know it reads the gift orders. */
export const GIFT_ORDER_EVENTS = {
  requested: eventKind('gift_order.requested', 'A store wants a gift to be ordered in its shop.', {
    id: id(),
    store_id: eventId('The store.'),
    offer_id: eventId('The campaign.'),
    participant_id: eventId('The participant who receives it.'),
  }),
};
