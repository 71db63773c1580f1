import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { client } from '../../api.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { useApiMutation } from '../../components/use-api-mutation.ts';
import type { Invoice } from './invoice.ts';
import { MarkPaid } from './mark-paid.tsx';
import { useInvoicesTexts } from './texts.ts';

/** Menu of an invoice. */
export function InvoiceActions({ invoice }: { invoice: Invoice }) {
  const t = useInvoicesTexts();
  const [asking, setAsking] = useState<'paid' | 'back' | null>(null);
  const { id, number, paid_at: paidAt } = invoice;
  const button = useRef<HTMLButtonElement>(null);
  const close = () => setAsking(null);
  const takingBack = useApiMutation(
    async () =>
      (await client.POST('/v2/payments/invoices/{invoice}/take-back-payment', { params: { path: { invoice: id } } }))
        .data!,
    { done: t.takenBack(number), onDone: close },
  );
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon ref={button} variant="subtle" color="gray" aria-label={t.actionsOf(number)}>
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item component="a" href={`/v2/payments/invoices/${id}/pdf`} download>
            {t.pdf}
          </Menu.Item>
          <Menu.Item component="a" href={`/v2/payments/invoices/${id}/excel`} download>
            {t.excel}
          </Menu.Item>
          {paidAt === null ? (
            <Menu.Item onClick={() => setAsking('paid')}>{t.markPaid}</Menu.Item>
          ) : (
            <Menu.Item onClick={() => setAsking('back')}>{t.takeBack}</Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <MarkPaid invoices={[invoice]} opened={asking === 'paid'} openedBy={button} onClose={close} />
      <ConfirmDialog
        title={t.takeBackTitle(number)}
        words={t.takeBackWords}
        action={t.takeBack}
        opened={asking === 'back'}
        openedBy={button}
        doing={takingBack}
        onClose={close}
      />
    </>
  );
}
