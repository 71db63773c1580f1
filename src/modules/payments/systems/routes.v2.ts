import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { adminOnly } from '../../../platform/auth/policy.ts';
import { dayOfMoment } from '../../../platform/calendar.ts';
import { InvalidInput } from '../../../platform/errors/errors.ts';
import { day, id, moment, nameSchemas, nullable, oneOf } from '../../../platform/http/fields.ts';
import { operation } from '../../../platform/http/operation.ts';
import type { PaymentDeps } from '../deps.ts';
import { type PaymentSystem, type PaymentSystemFacts, readPaymentSystem, setPaymentSystem } from './payment-system.ts';

const tags = ['Payments'];

const system = () =>
  Type.Unsafe<PaymentSystem>(
    Type.Enum([0, 1, 2], {
      type: 'integer',
      description:
        '0: the platform pays by bank transfer. 1: the platform’s payment provider pays. 2: the creator’s agency pays, and the platform pays the agency.',
    }),
  );

const SystemsConfigBody = Type.Object({
  date: moment({ description: 'From this day of the platform’s time zone on; a time without a zone is UTC.' }),
  client_id: Type.Optional(id({ description: 'Applies to all creators of the agency without their own setting.' })),
  user_id: Type.Optional(id({ description: 'Applies to this creator, regardless of the setting of the agency.' })),
  system: system(),
  ignore_lock: Type.Optional(
    Type.Boolean({
      description: 'Also permits a day in a closed month; recorded in the audit log. Bookings are unchanged.',
    }),
  ),
});

const SystemsConfig = Type.Object(
  {
    date: day(),
    client_id: nullable(id({ description: 'Of a creator, the agency.' })),
    user_id: nullable(id()),
    system: system(),
    source: oneOf(['user', 'client', 'client_setting', 'default'], {
      description: 'The origin of the setting. `client_setting`: the agency’s own payment system.',
    }),
    since: nullable(day({ description: 'The first day of the setting.' })),
    locked: Type.Boolean({ description: 'The day lies in a closed month, or before one.' }),
  },
  {
    description:
      'The payer of a creator. The setting on the last day of a month applies to its earnings. (The body is an addition.)',
  },
);

/** The payers of creators. */
export function systemRoutes(app: FastifyInstance, { calendar }: PaymentDeps): void {
  operation(app, {
    method: 'GET',
    url: '/v2/payments/systems-config',
    operationId: 'getPaymentSystem',
    summary: 'Read who pays a creator, or an agency’s creators, on a day',
    tags,
    policy: adminOnly,
    query: {
      date: Type.Optional(moment({ description: 'Today unless given.' })),
      client_id: Type.Optional(id({ description: 'An agency. Without it and `user_id`, the default is returned.' })),
      user_id: Type.Optional(id({ description: 'A creator, whose own setting takes precedence over the agency’s.' })),
    },
    replies: { 200: SystemsConfig },
    handle: async ({ ctx, query: { date, client_id: agencyId = null, user_id: userId = null } }) => {
      const on = dayOfMoment(calendar, date ?? ctx.now().toISOString());
      return present(await readPaymentSystem(ctx, { day: on, agencyId, userId }));
    },
  });

  operation(app, {
    method: 'POST',
    url: '/v2/payments/systems-config',
    operationId: 'setPaymentSystem',
    scope: 'money',
    presence: 'fresh',
    summary: 'Set who pays a creator, or an agency’s creators, from a day on',
    description:
      'For an agency or a creator; a creator’s setting takes precedence over the agency’s. With both, the setting applies to the creator, who must belong to the agency.',
    tags,
    policy: adminOnly,
    body: SystemsConfigBody,
    replies: { 200: SystemsConfig },
    errors: ['period_locked'],
    idempotent: true,
    handle: async ({ ctx, body }) => {
      const { client_id: agencyId = null, user_id: userId = null, ignore_lock: ignoreLock = false } = body;
      if (agencyId === null && userId === null)
        throw new InvalidInput({ user_id: ['is required, unless client_id is given'] });
      const set = { day: dayOfMoment(calendar, body.date), agencyId, userId, system: body.system, ignoreLock };
      return present(await setPaymentSystem(ctx, set));
    },
  });
}

function present({ day: date, agencyId, userId, isLocked, ...facts }: PaymentSystemFacts) {
  return { date, client_id: agencyId, user_id: userId, ...facts, locked: isLocked };
}

nameSchemas({ SystemsConfigInput: SystemsConfigBody, SystemsConfig });
