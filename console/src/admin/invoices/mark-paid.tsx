import { Group, List, ScrollArea, Stack, Text } from '@mantine/core';
import type { RefObject } from 'react';
import { DayField } from '../../components/day-field.tsx';
import { today } from '../../components/day-range.ts';
import { Dialog } from '../../components/dialog.tsx';
import { Form } from '../../components/form.tsx';
import { Note } from '../../components/note.tsx';
import { useForm } from '../../components/use-form.ts';
import { sumOf } from '../../language/amounts.ts';
import { useFormats } from '../../language/formats.ts';
import type { Invoice } from './invoice.ts';
import { sendPayment } from './send-files.ts';
import { useInvoicesTexts } from './texts.ts';

interface MarkPaidProps {
  invoices: readonly Invoice[];
  opened: boolean;
  /** The menu button that opened the dialog; gets the focus back. */
  openedBy?: RefObject<HTMLElement | null>;
  onClose: () => void;
  onDone?: () => void;
}

/** Dialog that marks invoices as paid on one day, all or none. */
export default function MarkPaid({ invoices, opened, openedBy, onClose, onDone = onClose }: MarkPaidProps) {
  const t = useInvoicesTexts();
  const { number } = useFormats();
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t.markPaidTitle(invoices.length, number(invoices.length))}
      openedBy={openedBy}
    >
      <MarkPaidForm invoices={invoices} onClose={onClose} onDone={onDone} />
    </Dialog>
  );
}

function MarkPaidForm({ invoices, onClose, onDone }: Required<Pick<MarkPaidProps, 'invoices' | 'onClose' | 'onDone'>>) {
  const t = useInvoicesTexts();
  const { number } = useFormats();
  const form = useForm(
    { paidAt: today() },
    {
      send: ({ paidAt }) => sendPayment({ ids: invoices.map(({ id }) => id), paidAt }),
      done: t.marked(invoices.length, number(invoices.length)),
      onDone,
    },
  );
  return (
    <Form of={form} action={t.markPaid} onCancel={onClose}>
      <ScrollArea.Autosize mah={240} viewportProps={{ tabIndex: 0, 'aria-label': t.title }}>
        <List listStyleType="none" spacing={6}>
          {invoices.map((invoice) => (
            <Named key={invoice.id} invoice={invoice} />
          ))}
        </List>
      </ScrollArea.Autosize>
      <Totals invoices={invoices} />
      <DayField label={t.paidAt} max={today()} required data-autofocus {...form.value('paidAt', 'paid_at')} />
      <Note>{t.markPaidWords}</Note>
    </Form>
  );
}

/** Totals by currency, with received and paid amounts separate. */
function Totals({ invoices }: { invoices: readonly Invoice[] }) {
  const t = useInvoicesTexts().totals;
  const { moneyOf } = useFormats();
  const rows = (['received', 'paidOut'] as const).flatMap((direction) => {
    const ofDirection = invoices.filter(({ kind }) => (kind === 'store') === (direction === 'received'));
    const currencies = [...new Set(ofDirection.map(({ total }) => total.currency))];
    return currencies.map((currency) => {
      const amounts = ofDirection.map(({ total }) => total).filter((total) => total.currency === currency);
      return { direction, ...sumOf(amounts, currency) };
    });
  });
  return (
    <Stack gap={4} component="dl" m={0}>
      {rows.map(({ direction, amount, currency }) => (
        <Group key={`${direction} ${currency}`} justify="space-between">
          <Text size="sm" component="dt">
            {t[direction]}
          </Text>
          <Text size="sm" fw={600} component="dd" m={0}>
            {moneyOf(amount, currency)}
          </Text>
        </Group>
      ))}
    </Stack>
  );
}

function Named({ invoice: { number, party_name: party, total } }: { invoice: Invoice }) {
  const { moneyOf } = useFormats();
  return (
    <List.Item styles={{ itemWrapper: { width: '100%' }, itemLabel: { width: '100%' } }}>
      <Group justify="space-between" wrap="nowrap" align="baseline">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          <b>{number}</b> {party}
        </Text>
        <Text size="sm" style={{ whiteSpace: 'nowrap' }}>
          {moneyOf(total.amount, total.currency)}
        </Text>
      </Group>
    </List.Item>
  );
}
