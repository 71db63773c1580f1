import { Type } from 'typebox';
import { dateTime, id, nameSchemas, nameText, nullable, oneOf, whole } from '../../platform/http/fields.ts';
import { PATTERNS, SHAPES } from './host.ts';
import { SANDBOX_LIMITS } from './limits.ts';

export const sandboxParam = {
  sandbox: Type.String({
    minLength: 1,
    maxLength: 64,
    description: 'The id of a sandbox.',
    examples: ['k3v9q0x7m2ab'],
  }),
};

export const MakeBody = Type.Object({
  name: Type.Optional(nameText({ max: 100, description: 'For people.', examples: ['Black Friday'] })),
  shape: Type.Optional(
    oneOf(SHAPES, {
      description: '`market`: stores, people, campaigns and links, without a past. `empty`: an administrator alone.',
      default: 'market',
    }),
  ),
  seed: Type.Optional(
    whole({ min: 0, max: 4_294_967_295, default: 1, description: 'Default seed of generated traffic.' }),
  ),
  clock: Type.Optional(
    dateTime({ description: 'The initial time of the clock, within a year of today; now by default.' }),
  ),
});

export const ClockBody = Type.Object({
  advance_to: dateTime({
    description: `Not before the clock, and at most ${SANDBOX_LIMITS.advanceDays} days after it.`,
    examples: ['2027-01-05T09:00:00Z'],
  }),
});

export const TrafficBody = Type.Object({
  from: Type.Optional(dateTime({ description: 'Not before the clock; the clock unless given.' })),
  days: Type.Optional(whole({ min: 1, max: SANDBOX_LIMITS.request.days, default: 30 })),
  clicks: whole({
    min: 1,
    max: SANDBOX_LIMITS.request.clicks,
    description: 'The number of visits; the rules decide how many of them count.',
  }),
  orders: Type.Optional(
    whole({ min: 0, max: SANDBOX_LIMITS.request.orders, default: 0, description: 'At most the number of clicks.' }),
  ),
  seed: Type.Optional(
    whole({
      min: 0,
      max: 4_294_967_295,
      description: 'The same seed yields the same traffic; that of the sandbox unless given.',
    }),
  ),
  pattern: Type.Optional(
    oneOf(PATTERNS, {
      default: 'shoppers',
      description:
        '`click_farm`: one link, few networks, no purchases. `cookie_stuffing`: requests of embedded pictures and frames. `order_squatting`: purchases from few addresses that are denied later.',
    }),
  ),
  store_id: Type.Optional(id({ description: 'Only links of this store of the sandbox.' })),
});

export const TrafficReply = Type.Object({
  id: id(),
  from: dateTime(),
  until: dateTime(),
  clicks: Type.Integer(),
  orders: Type.Integer(),
  seed: Type.Integer(),
  pattern: oneOf(PATTERNS),
  store_id: nullable(id()),
});

const record = {
  id: Type.String(),
  name: Type.String(),
  shape: oneOf(SHAPES),
  seed: Type.Integer(),
  owner_id: id(),
  state: oneOf(['making', 'ready', 'advancing']),
  clock: dateTime({ description: 'The time until which all events of the sandbox have been processed.' }),
  advance: nullable(
    Type.Object({
      from: dateTime(),
      to: dateTime(),
      progress: Type.Number({ description: '0 to 1, of the simulated time.' }),
    }),
  ),
  failure: nullable(Type.String({ description: 'Why the latest advance stopped. It can be requested again.' })),
  public_url: Type.String({ description: 'The address of the sandbox: API, tracked links, scripts and pixels.' }),
  ids: Type.Record(Type.String(), Type.Integer(), { description: 'Records of the sandbox for programs.' }),
  stores: Type.Array(Type.Object({ id: id(), name: Type.String(), tracking_key: Type.String() })),
  created_at: dateTime(),
  expires_at: dateTime(),
  last_used_at: dateTime(),
};

export const SandboxRecord = Type.Object(record);
export const MadeSandbox = Type.Object({
  ...record,
  tokens: Type.Record(Type.String(), Type.String(), {
    description:
      'Access tokens by role (`admin`, `advertiser`, `creator`, `agency`, …). They begin with `trb_test_` and are shown only in this reply.',
  }),
});

export const MailRecord = Type.Object({
  id: id(),
  to: Type.String(),
  subject: Type.String(),
  text: Type.String(),
  sent_at: dateTime(),
});

export const EventRecord = Type.Object({
  id: id(),
  type: Type.String(),
  version: Type.Integer(),
  subject: Type.String(),
  occurred_at: dateTime(),
  data: Type.Unknown(),
});

nameSchemas({
  SandboxTraffic: TrafficReply,
  Sandbox: SandboxRecord,
  MadeSandbox,
  SandboxMail: MailRecord,
  SandboxEvent: EventRecord,
});
