import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { ApiError } from '@tributary/client';
import { type FormEvent, useRef, useState } from 'react';
import { client } from '../../api.ts';
import { FailureAlert } from '../../components/failure.tsx';
import { returnFocusTo } from '../../components/return-focus.ts';
import { useApiMutation } from '../../components/use-api-mutation.ts';
import { useFormats } from '../../language/formats.ts';
import { StorePicker } from '../components/store-picker.tsx';
import { useAdminCommonTexts } from '../components/texts.ts';
import type { Entry } from './entry.ts';
import { useReconciliationTexts } from './texts.ts';

/** Adds an incoming payment to the prepaid balance of a store. */
export function Prepay({ entry }: { entry: Entry }) {
  const t = useReconciliationTexts();
  const { cancel } = useAdminCommonTexts();
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
      <Modal
        opened={isAsking}
        onClose={close}
        title={t.prepayTitle}
        closeButtonProps={{ 'aria-label': cancel }}
        {...returnFocusTo(button)}
      >
        <PrepayForm entry={entry} onClose={close} />
      </Modal>
    </>
  );
}

function PrepayForm({ entry: { id, amount }, onClose }: { entry: Entry; onClose: () => void }) {
  const t = useReconciliationTexts();
  const { cancel } = useAdminCommonTexts();
  const { moneyOf } = useFormats();
  const [store, setStore] = useState<string | null>(null);
  const adding = useApiMutation(
    (storeId: number) =>
      client.POST('/v2/bank-entries/{bank_entry}/prepay', {
        params: { path: { bank_entry: id } },
        body: { store_id: storeId },
      }),
    { done: t.prepaid, onDone: onClose },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (store !== null) adding.mutate(Number(store));
  };
  // A store with another currency violates a business rule; this error, too, is shown at the select.
  const isOfChoice =
    adding.error instanceof ApiError && (adding.error.code === 'amount_differs' || 'store_id' in adding.error.fields);
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text size="sm">{t.prepayWords(moneyOf(amount?.amount ?? '0', amount?.currency ?? 'EUR'))}</Text>
        <StorePicker
          label={t.shop}
          description={t.shopHint}
          required
          error={isOfChoice ? (adding.failure ?? undefined) : undefined}
          value={store}
          onChange={setStore}
        />
        {!isOfChoice && <FailureAlert message={adding.failure} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {cancel}
          </Button>
          <Button type="submit" disabled={store === null} loading={adding.isPending}>
            {t.prepay}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
