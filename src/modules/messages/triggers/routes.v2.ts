import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { completeList } from '../../../platform/http/complete-list.ts';
import { dateTime, id, nameSchemas, nullable, oneOf, whole } from '../../../platform/http/fields.ts';
import { operation } from '../../../platform/http/operation.ts';
import { onStore } from '../../stores/index.ts';
import {
  createTrigger,
  deleteTrigger,
  listTriggers,
  type MessageTrigger,
  OCCASIONS,
  switchTrigger,
} from './triggers.ts';

const occasion = () =>
  oneOf(OCCASIONS, {
    description:
      '`joined`: the creator takes part. `no_clicks`: a number of days after that, without a paid click under the campaign. `first_order`: the first order under the campaign. `tier_reached`: a bonus tier of the campaign.',
  });

const days = (options: object = {}) => whole({ min: 1, max: 90, ...options });

const TriggerRecord = Type.Object(
  {
    id: id(),
    occasion: occasion(),
    days: nullable(days({ description: 'Of `no_clicks`.' })),
    offer: nullable(
      Type.Object({ id: id(), title: Type.String() }, { description: 'Null: all campaigns of the store.' }),
    ),
    template: Type.Object({ id: id(), name: Type.String() }),
    is_on: Type.Boolean(),
    on_since: dateTime({ description: 'Only what happens after it counts.' }),
    sent: whole({ min: 0 }),
    left_out: whole({ min: 0, description: 'Creators who do not receive messages of the store to many.' }),
    created_at: dateTime(),
  },
  { description: 'A template that is sent on an occasion. (The body is an addition.)' },
);

const TriggerBody = Type.Object({
  occasion: occasion(),
  days: Type.Optional(days({ description: 'Of `no_clicks`; 14 unless given.' })),
  offer_id: Type.Optional(id({ description: 'Absent: all campaigns of the store.' })),
  template_id: id(),
  is_on: Type.Optional(Type.Boolean({ default: true })),
});

const SwitchBody = Type.Object({ is_on: Type.Boolean() });

/** Templates that a store sends on occasions, once to each participant. */
export function messageTriggerRoutes(app: FastifyInstance): void {
  const common = { tags: ['Messages'], addition: true, policy: onStore('store') } as const;
  const write = { scope: 'campaigns', presence: 'token' } as const;
  const url = '/v2/stores/:store/message-triggers';
  const one = `${url}/:message_trigger` as const;
  const params = { message_trigger: id({ kind: 'trigger' }) };

  operation(app, {
    ...common,
    method: 'GET',
    url,
    operationId: 'listMessageTriggers',
    summary: 'List the messages that a store sends on occasions',
    description: 'Always complete: at most 100.',
    replies: { 200: completeList(TriggerRecord) },
    handle: async ({ ctx, resource }) => ({ data: (await listTriggers(ctx, resource.id)).map(presentTrigger) }),
  });

  operation(app, {
    ...common,
    ...write,
    method: 'POST',
    url,
    operationId: 'createMessageTrigger',
    summary: 'Send a template on an occasion',
    description:
      'Each participant receives it at most once, within minutes of the occasion, and only for what happens from now on. It is written in your name.',
    body: TriggerBody,
    replies: { 201: TriggerRecord },
    errors: [404, 'too_many_triggers'],
    idempotent: true,
    handle: async ({ ctx, resource, body }) =>
      presentTrigger(
        await createTrigger(ctx, {
          storeId: resource.id,
          occasion: body.occasion,
          days: body.days,
          campaignId: body.offer_id ?? null,
          templateId: body.template_id,
          isOn: body.is_on ?? true,
        }),
      ),
  });

  operation(app, {
    ...common,
    ...write,
    method: 'PATCH',
    url: one,
    operationId: 'switchMessageTrigger',
    summary: 'Turn a message on an occasion on or off',
    description: 'What happens while it is off does not count.',
    params,
    body: SwitchBody,
    replies: { 200: TriggerRecord },
    errors: [404],
    handle: async ({ ctx, resource, params: { message_trigger: trigger }, body }) =>
      presentTrigger(await switchTrigger(ctx, { storeId: resource.id, id: trigger, isOn: body.is_on })),
  });

  operation(app, {
    ...common,
    ...write,
    method: 'DELETE',
    url: one,
    operationId: 'deleteMessageTrigger',
    summary: 'Delete a message on an occasion',
    params,
    replies: { 204: null },
    errors: [404],
    handle: ({ ctx, resource, params: { message_trigger: trigger } }) =>
      deleteTrigger(ctx, { storeId: resource.id, id: trigger }),
  });
}

const presentTrigger = (it: MessageTrigger) => ({
  id: it.id,
  occasion: it.occasion,
  days: it.days,
  offer: it.campaign,
  template: it.template,
  is_on: it.isOn,
  on_since: it.onSince.toISOString(),
  sent: it.sent,
  left_out: it.leftOut,
  created_at: it.createdAt.toISOString(),
});

nameSchemas({ MessageTrigger: TriggerRecord, MessageTriggerInput: TriggerBody, MessageTriggerSwitch: SwitchBody });
