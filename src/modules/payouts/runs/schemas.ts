import { Type } from 'typebox';
import { completeList } from '../../../platform/http/complete-list.ts';
import {
  currencyCode,
  dateTime,
  day,
  id,
  list,
  minorMoney,
  money,
  nameSchemas,
  nullable,
  oneOf,
  text,
  whole,
  words,
} from '../../../platform/http/fields.ts';
import { v2Envelope } from '../../../platform/pagination.ts';
import { PAIN_FORMATS } from '../files/pain.ts';
import { REASONS } from '../payable/read-payables.ts';
import { PayoutRecord } from '../payable/routes.v2.ts';
import { RUN_STATUSES } from './run.ts';

const request = {
  currency: currencyCode(),
  cut_off: day({ description: 'Hold periods that ended by this day are over. Not in the future.' }),
};

export const PreviewBody = Type.Object(request);
export const RunBody = Type.Object({
  ...request,
  fingerprint: text({ min: 64, max: 64, description: 'Of the preview.' }),
});
export const ExportBody = Type.Object({
  format: oneOf(PAIN_FORMATS, { description: 'Of the file for the bank.' }),
  execute_on: Type.Optional(day({ description: 'When the bank is to pay; today unless given.' })),
});
export const CancelBody = Type.Object({
  reason: words({ max: 1000, description: 'The reason, which is stored in the audit log.' }),
});
export const PaidBody = Type.Object({
  paid_on: day(),
  payout_ids: Type.Optional(
    list(id(), { max: 5000, min: 1, description: 'These payouts; all that are on their way unless given.' }),
  ),
});
export const ReturnBody = Type.Object({
  returned_on: day(),
  reason: words({ max: 255, description: 'Why; the payee reads it.' }),
});

const payee = {
  kind: oneOf(['creator', 'client']),
  payee_id: id(),
  payee_name: Type.String(),
};

const PreviewRow = Type.Object({
  ...payee,
  amount: money(),
  minimum: money(),
  account: nullable(Type.String({ description: 'The end of the account that it goes to.' })),
  reasons: Type.Array(oneOf(REASONS), { description: 'Why it is not paid; empty where it is.' }),
});

export const RunPreviewRecord = Type.Object({
  ...request,
  fingerprint: Type.String({ description: 'Changes when any payout would.' }),
  total: money(),
  payouts: whole({ min: 0 }),
  needs_approval: Type.Boolean({ description: 'A second administrator must approve the run.' }),
  due: Type.Array(PreviewRow, { description: 'The payouts of the run, the largest amount first.' }),
  waiting: Type.Array(PreviewRow, { description: 'The largest 500 amounts that it does not pay, with the reasons.' }),
});

const PayableCurrency = Type.Object({
  currency: currencyCode(),
  due: minorMoney('What a run pays.'),
  payees: whole({ min: 0, description: 'Payees that a run pays.' }),
  waiting: minorMoney('What is payable and not paid by a run.'),
  waiting_payees: whole({ min: 0 }),
});
export const PayableCurrencies = Type.Object({ data: Type.Array(PayableCurrency) });

const stepFields = { by: id(), name: Type.String({ description: 'Who it was.' }), at: dateTime() };
const step = () => nullable(Type.Object(stepFields));

export const RunRecord = Type.Object({
  id: id(),
  ...request,
  status: oneOf(RUN_STATUSES),
  needs_approval: Type.Boolean(),
  format: nullable(oneOf(PAIN_FORMATS)),
  total: money({ description: 'Of the payouts that were not dropped or cancelled.' }),
  payouts: whole({ min: 0 }),
  states: Type.Record(Type.String(), whole({ min: 0 }), { description: 'Payouts by status.' }),
  created: Type.Object(stepFields),
  approved: step(),
  exported: step(),
  cancelled: nullable(Type.Object({ ...stepFields, reason: Type.String() })),
  files: Type.Array(
    Type.Object({
      id: id(),
      kind: oneOf(['bank', 'paypal', 'wise', 'stripe'], {
        description: '`stripe`: a list of the transfers that are sent automatically.',
      }),
      name: Type.String(),
      payouts: whole({ min: 1 }),
      total: money(),
      sha256: Type.String({ description: 'Of the content, hexadecimal.' }),
    }),
  ),
});
export const RunList = v2Envelope(RunRecord);

export const RunPayoutList = v2Envelope(
  Type.Object({
    ...PayoutRecord.properties,
    ...payee,
    transfer_id: nullable(Type.String({ description: 'The transfer at Stripe.' })),
    is_shared: Type.Boolean({ description: 'Another payee has the same account.' }),
  }),
);

const minimum = {
  currency: currencyCode(),
  client_id: nullable(id({ description: 'Of this agency and its creators; null: of all others.' })),
  minimum: money({ description: 'The minimum payout; smaller amounts are carried over.' }),
};
const MinimumRecord = Type.Object(minimum);
export const MinimumList = completeList(MinimumRecord);
export const MinimumBody = Type.Object({
  client_id: Type.Optional(nullable(id())),
  minimum: money({ description: 'Its currency is the one that it is for.' }),
});

nameSchemas({
  AdminPayoutMinimum: MinimumRecord,
  PayoutMinimums: MinimumList,
  PayableCurrency,
  PayableCurrencies,
  PayoutRunInput: RunBody,
  PayoutPreview: PreviewRow,
  PayoutRunPreview: RunPreviewRecord,
  PayoutRun: RunRecord,
  RunPayoutPage: RunPayoutList,
  PayoutMinimumInput: MinimumBody,
});
