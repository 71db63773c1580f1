import { Text } from '@mantine/core';
import type { RefObject } from 'react';
import { client } from '../../api.ts';
import { DecimalInput } from '../../components/decimal-input.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Form } from '../../components/form.tsx';
import { LimitedArea } from '../../components/limited-area.tsx';
import { readNumber } from '../../components/number-input.ts';
import { useForm } from '../../components/use-form.ts';
import { digitsOf } from '../../language/formats.ts';
import type { Invoice } from './invoice.ts';
import { useInvoicesTexts } from './texts.ts';

const MAX_REASON = 300;

interface CreditNoteProps {
  invoice: Invoice;
  opened: boolean;
  openedBy: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** Issues a credit note against an invoice of a store. */
export function CreditNote({ invoice, opened, openedBy, onClose }: CreditNoteProps) {
  const t = useInvoicesTexts().credit;
  return (
    <Dialog opened={opened} onClose={onClose} title={t.title(invoice.number)} openedBy={openedBy}>
      <CreditNoteForm invoice={invoice} onClose={onClose} />
    </Dialog>
  );
}

function CreditNoteForm({ invoice, onClose }: Pick<CreditNoteProps, 'invoice' | 'onClose'>) {
  const t = useInvoicesTexts().credit;
  const { currency } = invoice.total;
  const minorOf = (amount: string) => Math.round((readNumber(amount) ?? 0) * 10 ** digitsOf(currency));
  const form = useForm(
    { amount: '', reason: '' },
    {
      name: `credit-note:${invoice.id}`,
      check: ({ amount }) => (amount.trim() === '' || minorOf(amount) >= 1 ? {} : { amount: t.invalid }),
      send: async ({ amount, reason }) => {
        const params = { path: { invoice: invoice.id } };
        const body = { ...(amount.trim() === '' ? {} : { net_minor: minorOf(amount) }), reason: reason.trim() };
        return (await client.POST('/v2/payments/invoices/{invoice}/credit-notes', { params, body })).data!;
      },
      done: ({ number }) => t.done(number),
      onDone: onClose,
    },
  );
  return (
    <Form of={form} action={t.action} onCancel={onClose}>
      <Text size="sm">{t.words}</Text>
      <DecimalInput label={t.amount(currency)} description={t.amountHint} {...form.value('amount', 'net_minor')} />
      <LimitedArea
        label={t.reason}
        description={t.reasonHint}
        required
        max={MAX_REASON}
        autosize
        {...form.text('reason')}
      />
    </Form>
  );
}
