import { Menu } from '@mantine/core';
import { cloneElement, type ReactElement, type Ref, useRef, useState } from 'react';
import { client } from '../../../api.ts';
import { ConfirmDialog } from '../../../components/dialog.tsx';
import { ReasonDialog } from '../../../components/reason-dialog.tsx';
import { useApiMutation } from '../../../components/use-api-mutation.ts';
import { CreditNote } from '../credit-note.tsx';
import type { Invoice } from '../invoice.ts';
import MarkPaid from '../mark-paid.tsx';
import { useInvoicesTexts } from '../texts.ts';

type Question = 'paid' | 'back' | 'release' | 'unrelease' | 'credit';

interface InvoiceMenuProps {
  /** The button that opens it. */
  target: ReactElement<{ ref: Ref<HTMLButtonElement> }>;
  invoice: Invoice;
}

/** Menu of an invoice, with the dialogs of its items. */
export default function InvoiceMenu({ target, invoice }: InvoiceMenuProps) {
  const t = useInvoicesTexts();
  const [asking, setAsking] = useState<Question | null>(null);
  // A list has many invoices, and five dialogs for each would be most of what it renders.
  const [hasAsked, setHasAsked] = useState(false);
  const ask = (question: Question) => {
    setHasAsked(true);
    setAsking(question);
  };
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
        <Menu.Target>{cloneElement(target, { ref: button })}</Menu.Target>
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
          {paidAt === null && <Menu.Item onClick={() => ask('paid')}>{t.markPaid}</Menu.Item>}
          {paidAt !== null && !isCreditNote && <Menu.Item onClick={() => ask('back')}>{t.takeBack}</Menu.Item>}
          {kind === 'store' && !isCreditNote && <Menu.Item onClick={() => ask('credit')}>{t.credit.action}</Menu.Item>}
          {kind === 'store' && paidAt === null && releasedAt === null && (
            <Menu.Item onClick={() => ask('release')}>{t.release}</Menu.Item>
          )}
          {releasedAt !== null && <Menu.Item onClick={() => ask('unrelease')}>{t.unrelease}</Menu.Item>}
        </Menu.Dropdown>
      </Menu>
      {hasAsked && (
        <>
          <MarkPaid invoices={[invoice]} opened={asking === 'paid'} openedBy={button} onClose={close} />
          <CreditNote invoice={invoice} opened={asking === 'credit'} openedBy={button} onClose={close} />
          <ConfirmDialog
            title={t.takeBackTitle(number)}
            text={t.takeBackWords}
            action={t.takeBack}
            opened={asking === 'back'}
            openedBy={button}
            mutation={takingBack}
            onClose={close}
          />
          <ReasonDialog
            title={t.releaseTitle(number)}
            text={t.releaseWords}
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
            text={t.unreleaseWords}
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
      )}
    </>
  );
}
