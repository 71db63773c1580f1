import { Type } from 'typebox';
import { dateTime, id, list, nameSchemas, nullable, oneOf, text, whole } from '../../platform/http/fields.ts';
import { CursorMeta, earlierName, v2Envelope } from '../../platform/pagination.ts';
import { POSTBACK_SUBSCRIPTIONS, SUBSCRIPTIONS } from './catalog.ts';
import { DELIVERY_STATUSES } from './list-deliveries.ts';
import { MACRO_NAMES } from './postback-macros.ts';
import { PAUSE_REASONS, type WebhookKind } from './webhook.ts';

const MACROS = MACRO_NAMES.map((name) => `\`{${name}}\``).join(', ');

const urlOf = (kind: WebhookKind) =>
  text({
    min: 1,
    max: 2048,
    description:
      kind === 'webhook'
        ? 'Where events are posted to: http or https, at a public address.'
        : `A URL template. Macros: ${MACROS}, and \`{secret.name}\` for values of \`secrets\`. They are not permitted in the host.`,
    examples: [
      kind === 'webhook'
        ? 'https://example.com/tributary'
        : 'https://network.example/postback?click={sub1}&payout={payout}&currency={currency}&status={order_status}',
    ],
  });

const eventsOf = (kind: WebhookKind) =>
  list(oneOf(kind === 'webhook' ? SUBSCRIPTIONS : POSTBACK_SUBSCRIPTIONS), {
    min: 1,
    max: 100,
    description: 'Kinds of events, groups of them (`order.*`) or all (`*`).',
  });

const description = () => text({ max: 500, description: 'For people.' });
const status = () => oneOf(['active', 'paused'], { description: 'Nothing is sent while it is paused.' });

/** Headers of a postback, and their lengths. */
const MAX_HEADERS = 10;
const SECRET_NAME = '^[a-z][a-z0-9_]{0,39}$';

/** How a postback is requested. */
const requestFields = {
  method: Type.Optional(oneOf(['GET', 'POST'], { description: '`GET` unless given.' })),
  content_type: Type.Optional(
    nullable(oneOf(['json', 'form'], { description: 'Of `body`, whose macros are escaped accordingly.' })),
  ),
  headers: Type.Optional(
    Type.Record(Type.String({ pattern: '^[A-Za-z0-9-]{1,64}$' }), text({ min: 1, max: 1_000 }), {
      maxProperties: MAX_HEADERS,
      description: 'Further headers, by name; templates with macros. A header without its value is left out.',
    }),
  ),
  body: Type.Optional(
    nullable(
      text({
        min: 1,
        max: 20_000,
        description:
          'A template, for `POST`. In `json`, macros stand in texts (`"{value}"`); amounts and times that are a whole text become numbers, and a property without its value is left out.',
      }),
    ),
  ),
  secrets: Type.Optional(
    Type.Record(Type.String({ pattern: SECRET_NAME }), text({ min: 4, max: 2_000 }), {
      maxProperties: 20,
      description:
        'Values for `{secret.name}`, which are encrypted and never shown again. Omitted ones are kept, unless the URL leads to another host.',
    }),
  ),
};

/** The owner, in bodies and queries. */
export const ownerFields = {
  store_id: Type.Optional(id({ description: 'Of this store.' })),
  client_id: Type.Optional(id({ description: 'Of this agency.' })),
  user_id: Type.Optional(id({ description: 'Of this creator.' })),
};

export const createBody = (kind: WebhookKind) =>
  Type.Object({
    url: urlOf(kind),
    events: kind === 'webhook' ? eventsOf(kind) : Type.Optional(eventsOf(kind)),
    description: Type.Optional(description()),
    ...ownerFields,
  });

export const PostbackBody = Type.Object({ ...createBody('postback').properties, ...requestFields });

export const changeBody = (kind: WebhookKind) =>
  Type.Object({
    url: Type.Optional(urlOf(kind)),
    events: Type.Optional(eventsOf(kind)),
    description: Type.Optional(description()),
    status: Type.Optional(status()),
  });

export const PostbackChange = Type.Object({ ...changeBody('postback').properties, ...requestFields });

export const ReplayBody = Type.Object({
  since: dateTime({ description: 'Events from this instant on.', examples: ['2026-11-01T00:00:00Z'] }),
  until: Type.Optional(dateTime({ description: 'Events before this instant; now unless given.' })),
});

const record = {
  id: id(),
  url: Type.String(),
  events: Type.Array(Type.String()),
  description: Type.String(),
  store_id: nullable(id()),
  client_id: nullable(id()),
  user_id: nullable(id()),
  status: status(),
  paused_at: nullable(dateTime()),
  pause_reason: nullable(
    oneOf(PAUSE_REASONS, {
      description:
        '`failing`: nothing was accepted for three days. `gone`: the receiver replied 410. `key_ended`: the API key that set it up has ended.',
    }),
  ),
  failing_since: nullable(dateTime({ description: 'The first failure since the last success.' })),
  last_success_at: nullable(dateTime()),
  created_at: dateTime(),
  updated_at: dateTime(),
};

const previousSecret = {
  store_key_id: nullable(
    id({
      description: 'The API key of the store that has set its destination, and with which it ends; null: a person has.',
    }),
  ),
  previous_secret_until: nullable(dateTime({ description: 'Until then the previous secret also signs.' })),
};

export const WebhookRecord = Type.Object(
  { ...record, ...previousSecret },
  { description: 'A webhook. (The body is an addition.)' },
);
export const WebhookWithSecret = Type.Object(
  {
    ...record,
    ...previousSecret,
    secret: Type.String({
      description: 'The signing secret, which is shown only in this reply.',
      examples: ['whsec_…'],
    }),
  },
  { description: 'A webhook with its secret. (The body is an addition.)' },
);
const request = {
  method: oneOf(['GET', 'POST']),
  content_type: nullable(oneOf(['json', 'form'])),
  headers: Type.Record(Type.String(), Type.String()),
  body: nullable(Type.String()),
};
export const PostbackRecord = Type.Object(
  {
    ...record,
    ...request,
    secret_names: Type.Array(Type.String(), { description: 'The names of the values that were entered.' }),
  },
  { description: 'A postback. (The body is an addition.)' },
);

const Preset = Type.Object({
  id: oneOf(['ga4', 'meta', 'tiktok']),
  name: Type.String(),
  url: Type.String(),
  ...request,
  secret_names: Type.Array(Type.String(), { description: 'The values that must be entered.' }),
});

export const PresetList = Type.Object(
  { data: Type.Array(Preset) },
  { description: 'Templates of postbacks for other services. (The body is an addition.)' },
);

const attempt = Type.Object({
  at: dateTime(),
  duration_ms: whole(),
  request: Type.Object({
    method: Type.String(),
    url: Type.String(),
    body: nullable(
      Type.String({ description: 'Of a postback, without entered values. Null: none, or the payload of the event.' }),
    ),
  }),
  reply: nullable(Type.Object({ status: whole(), body: Type.String({ description: 'Its first 1000 characters.' }) })),
  error: nullable(Type.String({ description: 'Why no reply came.' })),
});

const payload = Type.Object(
  {
    id: Type.String({ description: 'The header `webhook-id`, the same at each attempt.' }),
    type: Type.String(),
    version: whole(),
    timestamp: dateTime(),
    data: Type.Object({}, { additionalProperties: true }),
  },
  { description: 'The payload.' },
);

export const DeliveryRecord = Type.Object(
  {
    id: id(),
    status: oneOf(DELIVERY_STATUSES, { description: '`failed`: given up after three days.' }),
    event: payload,
    next_attempt_at: nullable(dateTime()),
    delivered_at: nullable(dateTime()),
    created_at: dateTime(),
    attempts: Type.Array(attempt, { description: 'The latest 50, oldest first.' }),
  },
  { description: 'The delivery of an event to a receiver, with its log. (The body is an addition.)' },
);
export const DeliveryList = v2Envelope(DeliveryRecord);

export const deliveryQuery = {
  status: Type.Optional(oneOf(DELIVERY_STATUSES)),
  type: Type.Optional(text({ max: 100, description: 'Of this kind of event.' })),
  after: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'Deliveries with a greater id, oldest first: to follow the log.',
    }),
  ),
};

export const ReplayReply = Type.Object({ replayed: whole({ description: 'Events that are sent again.' }) });

export const eventQuery = {
  ...ownerFields,
  events: Type.Optional(
    list(oneOf(SUBSCRIPTIONS), {
      min: 1,
      max: 100,
      description: 'Kinds of events, groups of them (`order.*`) or all (`*`, the default).',
    }),
  ),
  after: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description:
        '`meta.next_cursor` of the previous reply, which always has one; 0 for the oldest stored event. Without it, the reply contains no events and the current position.',
    }),
  ),
  limit: Type.Integer({ minimum: 1, maximum: 500, default: 100, description: 'Events at most.' }),
  wait_seconds: Type.Integer({
    minimum: 0,
    maximum: 30,
    default: 0,
    description: 'How long to wait for an event when there is none after `after`.',
  }),
};

export const EventList = Type.Object(
  {
    data: Type.Array(payload),
    meta: CursorMeta,
    after: whole(earlierName('meta.next_cursor')),
    has_more: Type.Boolean(earlierName('meta.has_more')),
  },
  { description: 'Events in the order in which they are sent. (The body is an addition.)' },
);

nameSchemas({
  Webhook: WebhookRecord,
  WebhookWithSecret,
  Postback: PostbackRecord,
  PostbackPreset: Preset,
  PostbackPresetList: PresetList,
  Delivery: DeliveryRecord,
  Replay: ReplayReply,
  Event: payload,
  EventList,
});
