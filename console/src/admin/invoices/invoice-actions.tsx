import { ActionIcon, Alert, Button, Group, Menu, Modal, Stack, TextInput } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { paths } from '@tributary/client';
import { type FormEvent, useState } from 'react';
import { client } from '../../api.ts';
import { today } from '../../parts/day-range.ts';
import { useDoing } from '../../parts/use-doing.ts';
import { Confirm } from '../parts/confirm.tsx';
import { sendPayment } from './send-files.ts';
import { useInvoicesTexts } from './texts.ts';

export type Invoice =
  paths['/v2/admin/invoices']['get']['responses']['200']['content']['application/json']['data'][number];

/** What can be done with an invoice. */
export function InvoiceActions({ invoice }: { invoice: Invoice }) {
  const t = useInvoicesTexts();
  const [asking, setAsking] = useState<'paid' | 'back' | null>(null);
  const { id, number, paid_at: paidAt } = invoice;
  const close = () => setAsking(null);
  const takingBack = useDoing(
    async () =>
      (await client.POST('/v2/payments/invoices/{invoice}/take-back-payment', { params: { path: { invoice: id } } }))
        .data!,
    { done: t.takenBack(number), onDone: close },
  );
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={t.actionsOf(number)}>
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
      <MarkPaid invoice={invoice} opened={asking === 'paid'} onClose={close} />
      <Confirm
        title={t.takeBackTitle(number)}
        words={t.takeBackWords}
        action={t.takeBack}
        opened={asking === 'back'}
        doing={takingBack}
        onClose={close}
      />
    </>
  );
}

function MarkPaid({
  invoice: { id, number },
  opened,
  onClose,
}: {
  invoice: Invoice;
  opened: boolean;
  onClose: () => void;
}) {
  const t = useInvoicesTexts();
  const [paidAt, setPaidAt] = useState(today());
  const marking = useDoing(() => sendPayment({ id, paidAt }), { done: t.marked(number), onDone: onClose });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    marking.mutate();
  };
  return (
    <Modal opened={opened} onClose={onClose} title={t.markPaidTitle(number)}>
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            type="date"
            label={t.paidAt}
            value={paidAt}
            max={today()}
            required
            onChange={({ currentTarget }) => setPaidAt(currentTarget.value)}
          />
          {marking.failure !== null && (
            <Alert color="red" variant="light" role="alert">
              {marking.failure}
            </Alert>
          )}
          <Group justify="flex-end">
            <Button type="submit" loading={marking.isPending}>
              {t.markPaid}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
