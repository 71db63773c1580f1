import { ActionIcon } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { laterPart } from '../../components/lazy-part.tsx';
import type { Invoice } from './invoice.ts';
import { useInvoicesTexts } from './texts.ts';

const InvoiceMenu = laterPart(() => import('./menus/invoice-menu.tsx'));

/** Button that opens the menu of an invoice. */
export function InvoiceActions({ invoice }: { invoice: Invoice }) {
  const t = useInvoicesTexts();
  return (
    <InvoiceMenu
      invoice={invoice}
      target={
        <ActionIcon variant="subtle" color="gray" aria-label={t.actionsOf(invoice.number)}>
          <IconDots size={18} />
        </ActionIcon>
      }
    />
  );
}
