import { Button, Text } from '@mantine/core';
import { ApiError } from '@tributary/client';
import { useRef, useState } from 'react';
import { client } from '../../api.ts';
import { Dialog } from '../../components/dialog.tsx';
import { useErrorMessage } from '../../components/failure.tsx';
import { Form } from '../../components/form.tsx';
import { useForm } from '../../components/use-form.ts';
import { useFormats } from '../../language/formats.ts';
import { StorePicker } from '../components/store-picker.tsx';
import type { Entry } from './entry.ts';
import { useReconciliationTexts } from './texts.ts';

/** Adds an incoming payment to the prepaid balance of a store. */
export function Prepay({ entry }: { entry: Entry }) {
  const t = useReconciliationTexts();
  const [isAsking, setIsAsking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => setIsAsking(false);
  return (
    <>
      <Button
        ref={button}
        size="compact-sm"
        variant="default"
        aria-label={t.prepayLabel(entry.party === '' ? t.unknownParty : entry.party)}
        onClick={() => setIsAsking(true)}
      >
        {t.prepay}
      </Button>
      <Dialog opened={isAsking} onClose={close} title={t.prepayTitle} openedBy={button}>
        <PrepayForm entry={entry} onClose={close} />
      </Dialog>
    </>
  );
}

function PrepayForm({ entry: { id, amount }, onClose }: { entry: Entry; onClose: () => void }) {
  const t = useReconciliationTexts();
  const { moneyOf } = useFormats();
  const form = useForm(
    { store: null as string | null },
    {
      send: ({ store }) =>
        client.POST('/v2/bank-entries/{bank_entry}/prepay', {
          params: { path: { bank_entry: id } },
          body: { store_id: Number(store) },
        }),
      done: t.prepaid,
      onDone: onClose,
      // A refusal of the currency is about the choice, too: the field shows it.
      explain: ({ code }) => (code === 'amount_differs' ? null : undefined),
    },
  );
  const { error: fault, ...store } = form.value('store', 'store_id');
  const sentence = useErrorMessage(form.error);
  const isOtherCurrency = form.error instanceof ApiError && form.error.code === 'amount_differs';
  return (
    <Form of={form} action={t.prepay} isDisabled={form.draft.store === null} onCancel={onClose}>
      <Text size="sm">{t.prepayWords(moneyOf(amount?.amount ?? '0', amount?.currency ?? 'EUR'))}</Text>
      <StorePicker
        label={t.shop}
        description={t.shopHint}
        required
        {...store}
        error={fault ?? (isOtherCurrency ? sentence : undefined)}
      />
    </Form>
  );
}
