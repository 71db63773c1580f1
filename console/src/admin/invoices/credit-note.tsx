import { Alert, Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { type FormEvent, type RefObject, useState } from 'react';
import { client } from '../../api.ts';
import { DecimalInput } from '../../components/decimal-input.tsx';
import { readNumber } from '../../components/number-input.ts';
import { returnFocusTo } from '../../components/return-focus.ts';
import { useApiMutation } from '../../components/use-api-mutation.ts';
import { digitsOf } from '../../language/formats.ts';
import { useAdminCommonTexts } from '../components/texts.ts';
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
  const { cancel } = useAdminCommonTexts();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t.title(invoice.number)}
      closeButtonProps={{ 'aria-label': cancel }}
      {...returnFocusTo(openedBy)}
    >
      <CreditNoteForm invoice={invoice} onClose={onClose} />
    </Modal>
  );
}

function CreditNoteForm({ invoice, onClose }: Pick<CreditNoteProps, 'invoice' | 'onClose'>) {
  const t = useInvoicesTexts().credit;
  const { cancel } = useAdminCommonTexts();
  const [amount, setAmount] = useState('');
  const [reason, setReason] = useState('');
  const [isInvalid, setIsInvalid] = useState(false);
  const { currency } = invoice.total;
  const issuing = useApiMutation(
    async (body: { net_minor?: number; reason: string }) =>
      (
        await client.POST('/v2/payments/invoices/{invoice}/credit-notes', {
          params: { path: { invoice: invoice.id } },
          body,
        })
      ).data!,
    { done: ({ number }) => t.done(number), onDone: onClose },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const isAll = amount.trim() === '';
    const minor = Math.round((readNumber(amount) ?? 0) * 10 ** digitsOf(currency));
    setIsInvalid(!isAll && !(minor >= 1));
    if (isAll || minor >= 1) issuing.mutate({ ...(isAll ? {} : { net_minor: minor }), reason: reason.trim() });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text size="sm">{t.words}</Text>
        <DecimalInput
          label={t.amount(currency)}
          description={t.amountHint}
          value={amount}
          error={isInvalid ? t.invalid : undefined}
          onChange={setAmount}
        />
        <Textarea
          label={t.reason}
          description={t.reasonHint}
          required
          maxLength={MAX_REASON}
          autosize
          value={reason}
          onChange={({ currentTarget: { value } }) => setReason(value)}
        />
        {issuing.failure !== null && (
          <Alert color="red" variant="light" role="alert">
            {issuing.failure}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {cancel}
          </Button>
          <Button type="submit" loading={issuing.isPending} disabled={reason.trim() === ''}>
            {t.action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
