import { Button, FileInput, Group, NativeSelect, Text, Textarea, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useMemo, useState } from 'react';
import { api, client } from '../api.ts';
import { today } from '../components/day-range.ts';
import { DecimalInput } from '../components/decimal-input.tsx';
import { FailureAlert } from '../components/failure.tsx';
import { RestoredNote } from '../components/restored-note.tsx';
import { SectionCard } from '../components/section-card.tsx';
import { useApiMutation } from '../components/use-api-mutation.ts';
import { useDraft } from '../components/use-draft.ts';
import { useFieldFaults } from '../components/use-field-faults.ts';
import { codesOf } from '../language/codes.ts';
import { digitsOf } from '../language/formats.ts';
import { useReader } from '../language/language.tsx';
import { useMe } from '../session/use-me.ts';
import { sendEvidence } from './send-evidence.ts';
import { useClaimTexts } from './texts.ts';

/** Shops that are offered; a creator with links to more types fewer. */
const MAX_SHOPS = 100;
const MAX_FILES = 5;
const FIELDS = ['store_id', 'order_id', 'ordered_on', 'amount', 'note'];

/** Claims an order. The page of the claim then shows the known facts. */
export function NewClaim() {
  const t = useClaimTexts().form;
  const { id: user, store_group: market } = useMe();
  const { language } = useReader();
  const currencies = useMemo(() => codesOf('currency', language), [language]);
  const navigate = useNavigate();
  const form = useDraft(
    { store: '', order: '', day: today(), note: '', currency: market?.currency ?? 'EUR', amount: '' },
    'new-claim',
  );
  const { draft, type: set } = form;
  // Files cannot be kept.
  const [files, setFiles] = useState<File[]>([]);
  const { data: shops } = api.useQuery('get', '/v2/users/{user}/link-stores', {
    params: { path: { user }, query: { size: MAX_SHOPS } },
  });
  const sending = useApiMutation(
    async () => {
      const { store, order, day, amount, currency, note } = draft;
      const money = { amount: Number(amount).toFixed(digitsOf(currency)), currency };
      const body = {
        store_id: Number(store),
        order_id: order.trim(),
        ordered_on: day,
        amount: money,
        note: note.trim(),
      };
      const claim = (await client.POST('/v2/order-claims', { body })).data!;
      // One after the other: the claim's row is locked for each.
      for (const file of files) await sendEvidence(claim.id, file);
      return claim;
    },
    {
      done: t.sent,
      onDone: (claim) => {
        form.release();
        return navigate({ to: '/console/claims/$claim', params: { claim: String(claim.id) } });
      },
    },
  );
  const { frame, at, isElsewhere } = useFieldFaults(sending.error, FIELDS);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    sending.mutate();
  };
  if (shops?.data.length === 0)
    return (
      <Text c="dimmed" mb="lg">
        {t.noShops}
      </Text>
    );
  return (
    <SectionCard id="new-claim" title={t.title} mb="xl">
      <form ref={frame} onSubmit={submit}>
        <RestoredNote form={form} />
        <Group align="flex-start" gap="md" mb="md">
          <NativeSelect
            flex="1 1 220px"
            label={t.shop}
            required
            value={draft.store}
            data={[
              { value: '', label: t.chooseShop },
              ...(shops?.data ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            error={at('store_id')}
            onChange={({ currentTarget: { value } }) => set({ store: value })}
          />
          <TextInput
            flex="1 1 220px"
            label={t.order}
            description={t.orderHint}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            required
            maxLength={128}
            value={draft.order}
            error={at('order_id')}
            onChange={({ currentTarget: { value } }) => set({ order: value })}
          />
          <TextInput
            flex="1 1 160px"
            type="date"
            label={t.day}
            required
            max={today()}
            value={draft.day}
            error={at('ordered_on')}
            onChange={({ currentTarget: { value } }) => set({ day: value })}
          />
          <DecimalInput
            flex="1 1 140px"
            label={t.amount}
            required
            digits={digitsOf(draft.currency)}
            value={draft.amount}
            error={at('amount')}
            onChange={(amount) => set({ amount })}
          />
          <NativeSelect
            flex="1 1 160px"
            label={t.currency}
            value={draft.currency}
            data={currencies}
            onChange={({ currentTarget: { value } }) => set({ currency: value })}
          />
        </Group>
        <Textarea
          label={t.note}
          required
          autosize
          minRows={2}
          maxLength={2000}
          mb="md"
          value={draft.note}
          error={at('note')}
          onChange={({ currentTarget: { value } }) => set({ note: value })}
        />
        <FileInput
          label={t.files}
          description={t.filesHint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          multiple
          clearable
          accept="image/png,image/jpeg"
          mb="md"
          value={files}
          onChange={(chosen) => setFiles(chosen.slice(0, MAX_FILES))}
        />
        {isElsewhere && <FailureAlert message={sending.failure} mb="md" />}
        <Button type="submit" loading={sending.isPending}>
          {t.send}
        </Button>
      </form>
    </SectionCard>
  );
}
