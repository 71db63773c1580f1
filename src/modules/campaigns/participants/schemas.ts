import { Type } from 'typebox';
import { list, money, nameSchemas, nullable, oneOf, text, whole, words } from '../../../platform/http/fields.ts';
import { pageQuery, v2Envelope } from '../../../platform/pagination.ts';
import { wireSchemas } from '../../../platform/record-fields/field.ts';
import { CPO_MODES } from '../../stores/index.ts';
import { CPO_MODE, MINIMUM_ORDER } from '../campaign/schemas.write.ts';
import { EffectivePrices } from '../overview/schemas.ts';
import { PARTICIPANT_FIELDS } from './fields.ts';
import { PARTICIPANT_STATUSES } from './transitions.ts';

const status = () => oneOf(PARTICIPANT_STATUSES);

export const ParticipantRecord = Type.Object({
  ...wireSchemas(PARTICIPANT_FIELDS, 'v2', 'show'),
  display_name: nullable(Type.String()),
  clicks: whole({ description: 'Counted clicks under this campaign.' }),
  pre_registered_identifier: Type.Optional(
    Type.String({ description: 'Of a participant pre-registered by a social identifier.' }),
  ),
  pre_registered_email: Type.Optional(Type.String({ description: 'Of a participant pre-registered by e-mail.' })),
  todo: nullable(Type.Array(Type.Object({ key: Type.String(), value: Type.Boolean() }))),
  payment_amount: nullable(money()),
  offer_comments_count: Type.Optional(whole({ description: 'With include `offer_comments_count`. (An addition.)' })),
  transitions: Type.Optional(
    Type.Array(Type.Object({ status: status(), label: Type.String({ description: 'Label for a button.' }) }), {
      description: 'With include `transitions`: the transitions that the caller may perform. (An addition.)',
    }),
  ),
  overrides: Type.Optional(
    Type.Object(
      {
        click_limit: nullable(whole({ min: 0 })),
        traffic_sources_costs: Type.Array(
          Type.Object({
            source: whole({ min: 0, max: 1 }),
            cpc: nullable(money()),
            cpa: nullable(Type.Number()),
            cpo: nullable(money()),
            cpo_mode: nullable(oneOf(CPO_MODES)),
            minimum_order: nullable(money()),
          }),
        ),
      },
      { description: 'With include `overrides`: the terms of this participant only. (An addition.)' },
    ),
  ),
  prices: Type.Optional(
    Type.Object(EffectivePrices.properties, {
      description:
        'With include `prices`, for the store alone: what the next click of this participant and the order after it pay and cost. (An addition.)',
    }),
  ),
});

/** The includes of a participant. */
const include = Type.Optional(list(oneOf(['offer_comments_count', 'transitions', 'overrides', 'prices']), { max: 4 }));

export const oneParticipantQuery = { include };

export const ParticipantList = v2Envelope(ParticipantRecord);

export const participantQuery = {
  query: Type.Optional(
    text({ max: 255, description: 'A part of the name or address, or the id of the participant or user.' }),
  ),
  status: Type.Optional(status()),
  include,
  ...pageQuery(),
};

export const StatusBody = Type.Object({
  status: status(),
  reason: Type.Optional(
    words({
      max: 1_000,
      description: 'Only with `store_denied`: why, which the creator reads as a comment. (An addition.)',
    }),
  ),
});

export const TodoBody = Type.Object({
  todo: list(Type.Object({ key: text({ min: 1, max: 255 }), value: Type.Boolean() }), { min: 1, max: 100 }),
});

export const PaymentBody = Type.Object({ payment_amount: money({ description: 'In the store’s currency.' }) });

export const ClickLimitBody = Type.Object({
  click_limit: nullable(whole({ min: 0, max: 1_000_000, description: 'Null removes the limit.' })),
});

export const CostsBody = Type.Object({
  traffic_sources_costs: list(
    Type.Object({
      source: Type.Unsafe<0 | 1>(whole({ min: 0, max: 1, description: '0 General, 1 the social networks.' })),
      cpc: Type.Optional(
        money({ description: 'Payment per click, in the store’s currency; at most 1000 minor units.' }),
      ),
      cpa: Type.Optional(Type.Number({ minimum: 0, maximum: 1, description: 'Fraction of an order’s value.' })),
      cpo: Type.Optional(
        money({ description: 'A fixed amount for each order, in the store’s currency. (An addition.)' }),
      ),
      cpo_mode: Type.Optional(oneOf(CPO_MODES, { description: CPO_MODE })),
      minimum_order: Type.Optional(money({ description: MINIMUM_ORDER })),
    }),
    { min: 1, max: 2 },
  ),
});

nameSchemas({ Participant: ParticipantRecord });
