import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { adminOnly, inPerson } from '../../../platform/auth/policy.ts';
import { MAX_REPORT_ENTRIES, REPORT_KINDS } from '../../../platform/bank-files/bank-report.ts';
import {
  currencyCode,
  day,
  id,
  list,
  money,
  nameSchemas,
  nullable,
  oneOf,
  whole,
  words,
} from '../../../platform/http/fields.ts';
import { operation } from '../../../platform/http/operation.ts';
import { MAX_BANK_REPORT_BYTES } from '../../../platform/http/upload-limits.ts';
import { moneyObject } from '../../../platform/money.ts';
import { pageQuery, presentV2Page, v2Envelope } from '../../../platform/pagination.ts';
import type { PayoutDeps } from '../deps.ts';
import { OUTCOMES } from './judge-movements.ts';
import { readBankFile } from './read-bank-file.ts';
import {
  type BankEntry,
  DECISIONS,
  decideEntry,
  dismissEntry,
  ENTRY_ORDER,
  listEntries,
  matchEntry,
  prepayEntry,
} from './resolve-entry.ts';

const shared = { tags: ['Payouts'], addition: true } as const;
const moves = { ...shared, method: 'POST', policy: inPerson(adminOnly), idempotent: true } as const;

const EntryRecord = Type.Object({
  id: id(),
  file_id: id(),
  kind: oneOf(REPORT_KINDS),
  direction: oneOf(['in', 'out', 'status'], { description: '`status`: of a payment, by a pain.002.' }),
  amount: nullable(money()),
  charges: nullable(money()),
  currency: nullable(currencyCode()),
  day: nullable(day()),
  end_to_end_id: nullable(Type.String()),
  reference: Type.String(),
  party: Type.String({ description: 'Who paid, or was paid, as the bank names it.' }),
  outcome: oneOf(OUTCOMES, {
    description:
      '`paid_unexpectedly`: the bank paid a payout that was cancelled or rejected after the export; it is booked. `known`: reported before. `doubtful`: may have been reported before, and waits for a decision; nothing is booked. `noted`: a status that changes nothing.',
  }),
  reason: nullable(Type.String({ description: 'The reason why it is unmatched or was returned.' })),
  payout_id: nullable(id()),
  store_id: nullable(id({ description: 'The store whose prepaid balance it increased.' })),
  same_as_id: nullable(
    id({ description: 'The entry that is the same payment (`known`), or may be the same payment (`doubtful`).' }),
  ),
  invoice_ids: Type.Array(id()),
  invoice_numbers: Type.Array(Type.String(), { description: 'Of the same invoices, in the same order.' }),
  resolve_reason: nullable(Type.String()),
});

/** Bank reports, for administrators. */
export function bankFileRoutes(app: FastifyInstance, deps: PayoutDeps): void {
  operation(app, {
    ...moves,
    url: '/v2/bank-files',
    operationId: 'uploadBankFile',
    scope: 'money',
    presence: 'fresh',
    summary: 'Read a report of a bank',
    description:
      'Payouts are marked as paid, returned or rejected by their end-to-end id. Incoming payments pay stores’ invoices by the numbers in their reference and the sum, or by amount and payer, and raise the prepaid balance of the store whose reference they name. Unmatched entries are listed. A file is read once, and a movement is booked once. A movement that may have been reported before is `doubtful` and waits for a decision.',
    upload: {
      field: 'file',
      maxBytes: MAX_BANK_REPORT_BYTES,
      description: `A camt.052, camt.053, camt.054 or pain.002 of any version, also in a zip or gzip archive, with at most ${MAX_REPORT_ENTRIES} entries.`,
    },
    replies: {
      201: Type.Object({
        id: id(),
        outcomes: Type.Record(Type.String(), whole({ min: 0 }), { description: 'Entries by outcome.' }),
      }),
    },
    errors: ['file_known'],
    handle: async ({ ctx, upload: { content } }) =>
      readBankFile(ctx, deps, { content, report: await deps.files.readReport(content) }),
  });

  operation(app, {
    ...shared,
    method: 'GET',
    policy: adminOnly,
    url: '/v2/bank-entries',
    operationId: 'listBankEntries',
    summary: 'List what banks reported',
    description: 'The latest first unless `sort_by` is given.',
    query: {
      outcome: Type.Optional(oneOf(OUTCOMES, { description: 'With this outcome alone.' })),
      file_id: Type.Optional(id({ description: 'Of this report alone.' })),
      sort_by: ENTRY_ORDER.query,
      ...pageQuery(),
    },
    replies: { 200: v2Envelope(EntryRecord) },
    handle: async ({ ctx, query, page, request }) => {
      const found = await listEntries(
        ctx,
        { outcome: query.outcome, fileId: query.file_id, sort: query.sort_by },
        page,
      );
      return presentV2Page(request, page, found, presentEntry);
    },
  });

  operation(app, {
    ...moves,
    url: '/v2/bank-entries/:bank_entry/match',
    operationId: 'matchBankEntry',
    scope: 'money',
    presence: 'fresh',
    summary: 'Assign an incoming payment to invoices',
    body: Type.Object({ invoice_ids: list(id(), { min: 1, max: 100 }) }),
    replies: { 200: EntryRecord },
    errors: ['not_unmatched', 'amount_differs'],
    handle: async ({ ctx, params, body }) =>
      presentEntry(await matchEntry(ctx, deps, { entryId: params.bank_entry, invoiceIds: body.invoice_ids })),
  });

  operation(app, {
    ...moves,
    url: '/v2/bank-entries/:bank_entry/prepay',
    operationId: 'prepayBankEntry',
    scope: 'money',
    presence: 'fresh',
    summary: 'Add an incoming payment to the prepaid balance of a store',
    body: Type.Object({ store_id: id() }),
    replies: { 200: EntryRecord },
    errors: ['not_unmatched', 'amount_differs'],
    handle: async ({ ctx, params, body }) =>
      presentEntry(await prepayEntry(ctx, deps, { entryId: params.bank_entry, storeId: body.store_id })),
  });

  operation(app, {
    ...moves,
    url: '/v2/bank-entries/:bank_entry/decide',
    operationId: 'decideBankEntry',
    scope: 'money',
    presence: 'fresh',
    summary: 'Decide whether a doubtful entry is a repetition',
    description:
      '`same_payment`: the entry becomes `known`, and nothing is booked. `another_payment`: it is booked like the first report of a payment.',
    body: Type.Object({ decision: oneOf(DECISIONS) }),
    replies: { 200: EntryRecord },
    errors: ['not_doubtful'],
    handle: async ({ ctx, params, body }) =>
      presentEntry(await decideEntry(ctx, deps, { entryId: params.bank_entry, decision: body.decision })),
  });

  operation(app, {
    ...moves,
    url: '/v2/bank-entries/:bank_entry/dismiss',
    operationId: 'dismissBankEntry',
    scope: 'money',
    presence: 'fresh',
    summary: 'Dismiss an unmatched entry',
    body: Type.Object({ reason: words({ max: 1000, description: 'The reason, which is stored in the audit log.' }) }),
    replies: { 200: EntryRecord },
    errors: ['not_unmatched'],
    handle: async ({ ctx, params, body }) =>
      presentEntry(await dismissEntry(ctx, { entryId: params.bank_entry, reason: body.reason })),
  });
}

function presentEntry(entry: BankEntry) {
  const { amountMinor, currency } = entry;
  return {
    id: entry.id,
    file_id: entry.fileId,
    kind: entry.kind,
    direction: entry.direction,
    currency,
    day: entry.day,
    amount: amountMinor === null || currency === null ? null : moneyObject({ minor: amountMinor, currency }),
    end_to_end_id: entry.endToEndId,
    reference: entry.reference,
    party: entry.party,
    outcome: entry.outcome,
    charges:
      entry.chargesMinor === 0 || currency === null ? null : moneyObject({ minor: entry.chargesMinor, currency }),
    same_as_id: entry.sameAsId,
    reason: entry.reason,
    payout_id: entry.payoutId,
    store_id: entry.storeId,
    invoice_ids: entry.invoiceIds,
    invoice_numbers: entry.invoiceNumbers,
    resolve_reason: entry.resolveReason,
  };
}

nameSchemas({ BankEntry: EntryRecord });
