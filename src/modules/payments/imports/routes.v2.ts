import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { adminOnly } from '../../../platform/auth/policy.ts';
import { whole } from '../../../platform/http/fields.ts';
import { operation } from '../../../platform/http/operation.ts';
import { MAX_INVOICE_TABLE_BYTES, MAX_TABLE_ROWS } from '../../../platform/http/upload-limits.ts';
import type { PaymentDeps } from '../deps.ts';
import { markPaid, PAID_COLUMNS } from './mark-paid.ts';
import { AX_COLUMNS, matchAxIds } from './match-ax-ids.ts';

const tags = ['Payments'];

const errors = Type.Array(
  Type.Object({
    row: whole({ min: 1, description: 'The row number as in a spreadsheet: the header is row 1.' }),
    message: Type.String(),
  }),
  { description: 'The errors by row. If there are any, nothing was changed.' },
);

const HOW =
  'All rows or none: if one is invalid, every invalid row is listed and nothing is changed. Rows that change nothing are not counted, so importing a file again has no effect.';
const table = (columns: string) => ({
  field: 'file',
  maxBytes: MAX_INVOICE_TABLE_BYTES,
  description: `A CSV in UTF-8, with commas or semicolons, or an XLSX (first sheet). ${columns} The header is case-insensitive; other columns are ignored. At most ${MAX_TABLE_ROWS} rows.`,
});

/** Imports of files from the accounting system and the bank. */
export function importRoutes(app: FastifyInstance, { calendar, files }: PaymentDeps): void {
  operation(app, {
    method: 'POST',
    url: '/v2/payments/upload-ax-id-matching',
    operationId: 'uploadAxIdMatching',
    scope: 'money',
    presence: 'fresh',
    summary: 'Import the accounting system’s ids of invoices',
    description: HOW,
    tags,
    policy: adminOnly,
    upload: table('Columns `invoice_id` (the id or the number of the invoice) and `ax_id`.'),
    replies: {
      200: Type.Object(
        { matched: whole({ min: 0, description: 'The number of invoices with a new id.' }), errors },
        { description: '(The body is an addition.)' },
      ),
    },
    idempotent: true,
    handle: async ({ ctx, upload }) => {
      const { done, faults } = await matchAxIds(ctx, await files.readTable(upload.content, AX_COLUMNS));
      return { matched: done, errors: faults };
    },
  });

  operation(app, {
    method: 'POST',
    url: '/v2/payments/mark-invoices-as-paid',
    operationId: 'markInvoicesAsPaid',
    scope: 'money',
    presence: 'fresh',
    summary: 'Mark invoices as paid',
    description: `${HOW} The payments are booked in the current month.`,
    tags,
    policy: adminOnly,
    upload: table(
      'Columns `invoice_id` (the id or the number of the invoice) and optionally `paid_at` (a day, `YYYY-MM-DD`; an empty cell means today).',
    ),
    replies: {
      200: Type.Object(
        { marked: whole({ min: 0, description: 'The number of marked invoices.' }), errors },
        { description: '(The body is an addition.)' },
      ),
    },
    idempotent: true,
    handle: async ({ ctx, upload }) => {
      const { done, faults } = await markPaid(ctx, { calendar }, await files.readTable(upload.content, PAID_COLUMNS));
      return { marked: done, errors: faults };
    },
  });
}
