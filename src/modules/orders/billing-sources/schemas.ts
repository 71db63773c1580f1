import { Type } from 'typebox';
import { completeList } from '../../../platform/http/complete-list.ts';
import { dateTime, nameSchemas, nullable, oneOf, text, whole } from '../../../platform/http/fields.ts';
import { kindCode } from '../kinds/schemas.ts';
import { SOURCES } from './sources.ts';

/** Maximum number of hours for which a replaced secret is also accepted. */
const MAX_OVERLAP_HOURS = 168;
export const DEFAULT_OVERLAP_HOURS = 72;

const REMAINS = 'Omitted: the known one remains.';
const trialKind =
  'The kind of events that a trial is: its number is that of the subscription. Null: trials are not reported.';
const startKind =
  'The kind of events that a subscription is when it begins after its trial, or without one. Null: only its invoices are reported.';

export const BillingSourceBody = Type.Object({
  secret: Type.Optional(
    text({
      min: 16,
      max: 255,
      description:
        'The secret with which the source signs its events (Stripe: `whsec_…`, Paddle: `pdl_ntfset_…`). No reply contains it. Omitted: the known secret remains.',
    }),
  ),
  overlap_hours: Type.Optional(
    whole({
      min: 0,
      max: MAX_OVERLAP_HOURS,
      description: `How long the replaced secret is also accepted; ${DEFAULT_OVERLAP_HOURS} by default. 0 after a leak: it ends now, also if it was replaced earlier.`,
    }),
  ),
  trial_kind: Type.Optional(nullable(kindCode({ description: `${trialKind} ${REMAINS}` }))),
  start_kind: Type.Optional(nullable(kindCode({ description: `${startKind} ${REMAINS}` }))),
});

export const BillingSourceRecord = Type.Object(
  {
    source: oneOf(SOURCES),
    endpoint: Type.String({ description: 'The address to which the source sends its events.' }),
    events: Type.Array(Type.String(), { description: 'The kinds of events to select there.' }),
    trial_kind: nullable(Type.String({ description: trialKind })),
    start_kind: nullable(Type.String({ description: startKind })),
    connected_at: nullable(dateTime({ description: 'Null: the store has not connected it.' })),
    previous_secret_until: nullable(
      dateTime({ description: 'Until when the previous secret is also accepted; null: there is none.' }),
    ),
    last_event: nullable(
      Type.Object(
        { kind: Type.String({ description: 'As the source names it.', examples: ['invoice.paid'] }), at: dateTime() },
        { description: 'The latest event, to the minute; null: none has arrived.' },
      ),
    ),
    last_refusal: nullable(
      Type.Object(
        {
          reason: Type.String({
            description:
              'The code of the refusal, or a field and what is wrong with it. `test_event`: the event is about no real money.',
          }),
          at: dateTime(),
        },
        { description: 'The latest event that had no effect, or not all of it.' },
      ),
    ),
  },
  { description: 'A system that bills subscriptions of the store and reports what is paid.' },
);

export const BillingSourceList = completeList(BillingSourceRecord, {
  description: 'All, also those that are not connected.',
});

export const BillingEventReply = Type.Object({
  received: Type.Literal(true),
  outcome: oneOf(['kept', 'ignored', 'refused'], {
    description:
      '`kept`: orders follow it within seconds. `ignored`: it does not concern orders. `refused`: it has no effect, or not all of it; the store reads why.',
  }),
});

nameSchemas({ BillingSource: BillingSourceRecord, BillingSourceInput: BillingSourceBody });
