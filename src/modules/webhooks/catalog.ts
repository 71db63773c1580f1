import { Type } from 'typebox';
import type { EventKind } from '../../platform/events/event-kind.ts';
import { eventKind } from '../../platform/events/event-kind.ts';
import { GIFT_ORDER_EVENTS, LIMIT_EVENTS, PARTICIPANT_EVENTS } from '../campaigns/index.ts';
import { CLICK_EVENTS } from '../clicks/index.ts';
import { LINK_EVENTS } from '../links/index.ts';
import { ORDER_EVENTS, REPORTED_EVENTS } from '../orders/index.ts';
import { PAYMENT_EVENTS } from '../payments/index.ts';
import { PAYOUT_EVENTS } from '../payouts/index.ts';
import { STORE_EVENTS } from '../stores/index.ts';

/** Sent by `POST /v2/webhooks/{webhook}/test` only; cannot be subscribed to. */
export const TEST_EVENT = eventKind('webhook.test', 'A test that the owner of the webhook asked for.', {
  message: Type.String(),
});

/** Every kind of event that a webhook can subscribe to. */
export const EVENT_KINDS: readonly EventKind[] = [
  ...[
    PARTICIPANT_EVENTS,
    GIFT_ORDER_EVENTS,
    ORDER_EVENTS,
    REPORTED_EVENTS,
    PAYMENT_EVENTS,
    PAYOUT_EVENTS,
    LINK_EVENTS,
    CLICK_EVENTS,
    STORE_EVENTS,
    LIMIT_EVENTS,
  ].flatMap((kinds) => Object.values<EventKind>(kinds)),
];

/** All kinds with one beginning: `order.*`. */
const groupOf = (type: string) => `${type.slice(0, type.indexOf('.'))}.*`;

/** The permitted values of `events` of a webhook: a kind, all kinds of a group (`order.*`), or all (`*`). */
export const SUBSCRIPTIONS: readonly string[] = [
  '*',
  ...new Set(EVENT_KINDS.map(({ type }) => groupOf(type))),
  ...EVENT_KINDS.map(({ type }) => type),
];

/** The events that a postback can report: those of orders, whose fields its macros contain. */
export const POSTBACK_SUBSCRIPTIONS = ['order.*', ORDER_EVENTS.created.type, ORDER_EVENTS.updated.type] as const;
