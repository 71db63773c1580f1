import { client } from '../../api.ts';
import type { UploadResult } from './upload-dialog.tsx';

/** The generated client types a file as text; the request sends form data. */
export function asForm(file: File) {
  const form = new FormData();
  form.append('file', file);
  return { body: { file: '' }, bodySerializer: () => form };
}

/** Marks the invoices of a file as paid, all or none. */
export async function sendPayments(file: File): Promise<UploadResult> {
  const { marked, errors } = (await client.POST('/v2/payments/mark-invoices-as-paid', asForm(file))).data!;
  return { done: marked, errors };
}

/** Gives the invoices of a file their ids in the accounting system, all or none. */
export async function sendAccountingIds(file: File): Promise<UploadResult> {
  const { matched, errors } = (await client.POST('/v2/payments/upload-ax-id-matching', asForm(file))).data!;
  return { done: matched, errors };
}

/** Marks invoices as paid on one day, by uploading a file of them. @throws Error with the reason */
export async function sendPayment({ ids, paidAt }: { ids: readonly number[]; paidAt: string }): Promise<void> {
  const rows = ids.map((id) => `${id},${paidAt}\n`);
  const file = new File(['invoice_id,paid_at\n', ...rows], 'payments.csv', { type: 'text/csv' });
  const { errors } = await sendPayments(file);
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join(' '));
}
