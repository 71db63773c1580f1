import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { adminOnly } from '../../../platform/auth/policy.ts';
import { whole } from '../../../platform/http/fields.ts';
import { operation } from '../../../platform/http/operation.ts';
import type { PaymentDeps } from '../deps.ts';
import { markPaid, PAID_COLUMNS } from './mark-paid.ts';
import { AX_COLUMNS, matchAxIds } from './match-ax-ids.ts';
import { MAX_TABLE_BYTES } from './read-table.ts';
import { MAX_ROWS } from './table.ts';

const tags = ['Payments'];

const errors = Type.Array(
  Type.Object({
    row: whole({ min: 1, description: 'As a spreadsheet counts it: the header is row 1.' }),
    message: Type.String(),
  }),
  { description: 'What is wrong with which row; when there is any, nothing has been done.' },
);

const HOW =
  'All rows or none: when any is wrong, each such row is named and nothing is done. What is so already stays and is not counted, so the same file again changes nothing.';
const table = (columns: string) => ({
  field: 'file',
  maxBytes: MAX_TABLE_BYTES,
  description: `A CSV in UTF-8, with commas or semicolons, or an XLSX, of which the first sheet is read. ${columns} The header’s case does not matter; other columns are passed over. At most ${MAX_ROWS} rows.`,
});

/** What accounting and the bank say of invoices, as files. */
export function importRoutes(app: FastifyInstance, { calendar, files }: PaymentDeps): void {
  operation(app, {
    method: 'POST',
    url: '/v2/payments/upload-ax-id-matching',
    operationId: 'uploadAxIdMatching',
    summary: 'Say under which ids the accounting system knows invoices',
    description: HOW,
    tags,
    policy: adminOnly,
    upload: table('Columns `invoice_id` (our id, or the number of the invoice) and `ax_id`.'),
    replies: {
      200: Type.Object(
        { matched: whole({ min: 0, description: 'How many invoices have got an id.' }), errors },
        { description: '(Body ours.)' },
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
    fresh: true,
    summary: 'Mark invoices as paid',
    description: `${HOW} The payments are booked in the current month.`,
    tags,
    policy: adminOnly,
    upload: table(
      'Columns `invoice_id` (our id, or the number of the invoice) and, if there is one, `paid_at` (a day, `YYYY-MM-DD`; today where it is empty).',
    ),
    replies: {
      200: Type.Object(
        { marked: whole({ min: 0, description: 'How many invoices have been marked.' }), errors },
        { description: '(Body ours.)' },
      ),
    },
    idempotent: true,
    handle: async ({ ctx, upload }) => {
      const { done, faults } = await markPaid(ctx, { calendar }, await files.readTable(upload.content, PAID_COLUMNS));
      return { marked: done, errors: faults };
    },
  });
}
