import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { client } from '../../api.ts';
import { ConfirmDialog } from '../../components/dialog.tsx';
import { ReasonDialog } from '../../components/reason-dialog.tsx';
import { useApiMutation } from '../../components/use-api-mutation.ts';
import { CreditNote } from './credit-note.tsx';
import type { Invoice } from './invoice.ts';
import { MarkPaid } from './mark-paid.tsx';
import { useInvoicesTexts } from './texts.ts';

/** Menu of an invoice. */
export function InvoiceActions({ invoice }: { invoice: Invoice }) {
  const t = useInvoicesTexts();
  const [asking, setAsking] = useState<'paid' | 'back' | 'release' | 'unrelease' | 'credit' | null>(null);
  const { id, number, kind, paid_at: paidAt, released_at: releasedAt } = invoice;
  const isCreditNote = invoice.credits_invoice_id !== null;
  const at = { params: { path: { invoice: id } } };
  const button = useRef<HTMLButtonElement>(null);
  const close = () => setAsking(null);
  const takingBack = useApiMutation(
    async () => (await client.POST('/v2/payments/invoices/{invoice}/take-back-payment', at)).data!,
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
          {kind === 'store' && (
            <>
              <Menu.Item component="a" href={`/v2/payments/invoices/${id}/ubl`} download>
                {t.ubl}
              </Menu.Item>
              <Menu.Item component="a" href={`/v2/payments/invoices/${id}/factur-x`} download>
                {t.facturX}
              </Menu.Item>
            </>
          )}
          {paidAt === null && <Menu.Item onClick={() => setAsking('paid')}>{t.markPaid}</Menu.Item>}
          {paidAt !== null && !isCreditNote && <Menu.Item onClick={() => setAsking('back')}>{t.takeBack}</Menu.Item>}
          {kind === 'store' && !isCreditNote && (
            <Menu.Item onClick={() => setAsking('credit')}>{t.credit.action}</Menu.Item>
          )}
          {kind === 'store' && paidAt === null && releasedAt === null && (
            <Menu.Item onClick={() => setAsking('release')}>{t.release}</Menu.Item>
          )}
          {releasedAt !== null && <Menu.Item onClick={() => setAsking('unrelease')}>{t.unrelease}</Menu.Item>}
        </Menu.Dropdown>
      </Menu>
      <MarkPaid invoices={[invoice]} opened={asking === 'paid'} openedBy={button} onClose={close} />
      <CreditNote invoice={invoice} opened={asking === 'credit'} openedBy={button} onClose={close} />
      <ConfirmDialog
        title={t.takeBackTitle(number)}
        words={t.takeBackWords}
        action={t.takeBack}
        opened={asking === 'back'}
        openedBy={button}
        doing={takingBack}
        onClose={close}
      />
      <ReasonDialog
        title={t.releaseTitle(number)}
        words={t.releaseWords}
        hint={t.reasonHint}
        action={t.release}
        opened={asking === 'release'}
        openedBy={button}
        send={({ reason }) => client.POST('/v2/payments/invoices/{invoice}/release', { ...at, body: { reason } })}
        done={t.released(number)}
        onClose={close}
      />
      <ReasonDialog
        title={t.unreleaseTitle(number)}
        words={t.unreleaseWords}
        hint={t.reasonHint}
        isHarmful
        action={t.unrelease}
        opened={asking === 'unrelease'}
        openedBy={button}
        send={({ reason }) =>
          client.POST('/v2/payments/invoices/{invoice}/take-back-release', { ...at, body: { reason } })
        }
        done={t.unreleased(number)}
        onClose={close}
      />
    </>
  );
}
