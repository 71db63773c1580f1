import { Type } from 'typebox';
import {
  currencyCode,
  dateTime,
  id,
  money,
  nameSchemas,
  nullable,
  oneOf,
  whole,
} from '../../../platform/http/fields.ts';
import { pageQuery, v2Envelope } from '../../../platform/pagination.ts';
import { CLOSING_STEPS } from '../periods/close-period.ts';

/** A payment period's name. */
export const month = (description = 'A month.') =>
  Type.String({
    pattern: '^[1-9][0-9]{3}-(?:0[1-9]|1[0-2])$',
    description,
    examples: ['2030-01'],
    'x-says': 'must be a month such as 2030-01',
  });

const sum = Type.Object({
  kind: oneOf(['store', 'client', 'creator']),
  currency: currencyCode(),
  invoices: whole({ min: 0 }),
  net: money({ signed: true }),
  vat: money({ signed: true }),
  total: money({ signed: true }),
  paid_invoices: whole({ min: 0 }),
  paid: money({ signed: true, description: 'Of `total`.' }),
});

const fields = {
  month: month(),
  closed_at: nullable(dateTime()),
  closed_by: nullable(id({ description: 'The user who closed it; null also for the command line.' })),
  sums: Type.Array(sum, { description: 'The totals of its invoices, by kind and currency.' }),
};

export const PeriodList = v2Envelope(Type.Object(fields));

export const PeriodRecord = Type.Object({
  ...fields,
  invoices: whole({ min: 0, description: 'How many invoices it has.' }),
  closing: nullable(
    Type.Object(
      {
        state: oneOf(['waiting', 'failed'], { description: '`failed`: it is not retried automatically.' }),
        last_error: nullable(Type.String()),
        progress: nullable(
          Type.Object(
            {
              step: oneOf(CLOSING_STEPS, {
                description:
                  'The step under way: `payments` (bonuses and agreed sums), `differences` (what is owed and not booked), `invoices`, `bookings`, `notices` (events and notifications), `balances` (payments from prepaid balances).',
              }),
              rows: nullable(
                whole({
                  min: 0,
                  description: 'How many rows the step before has left for it; null where nothing is counted.',
                }),
              ),
              started_at: dateTime(),
              updated_at: dateTime(),
            },
            { description: 'How far it has come; null while it is not running.' },
          ),
        ),
      },
      { description: 'A closing that was requested and is not finished.' },
    ),
  ),
});

const drafted = {
  net: money({ signed: true }),
  vat: money({ signed: true }),
  total: money({ signed: true }),
};

const kind = () => oneOf(['store', 'client', 'creator']);

export const PeriodPreviewRecord = Type.Object({
  month: month(),
  refusal: nullable(
    Type.Object({ error: Type.String(), message: Type.String() }, { description: 'Why it cannot be closed now.' }),
  ),
  sums: Type.Array(Type.Object({ kind: kind(), currency: currencyCode(), invoices: whole({ min: 0 }), ...drafted }), {
    description: 'The totals of the invoices, by kind and currency.',
  }),
  ...v2Envelope(
    Type.Object({
      kind: kind(),
      party_id: id({ description: 'Of the store, the client or the user.' }),
      party_name: Type.String(),
      currency: currencyCode(),
      ...drafted,
    }),
  ).properties,
});

export const previewQuery = { kind: Type.Optional(kind()), ...pageQuery() };

nameSchemas({ PeriodPage: PeriodList, PeriodDetails: PeriodRecord, PeriodPreview: PeriodPreviewRecord });
