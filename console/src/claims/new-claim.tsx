import { Group, NativeSelect, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { MAX_CLAIM_PICTURES } from '../../../src/platform/http/upload-limits.ts';
import { MAX_PAGE_SIZE } from '../../../src/platform/page-size.ts';
import { api, client } from '../api.ts';
import { DayField } from '../components/day-field.tsx';
import { today } from '../components/day-range.ts';
import { DecimalInput } from '../components/decimal-input.tsx';
import { FileField } from '../components/file-field.tsx';
import { Form } from '../components/form.tsx';
import { LimitedArea } from '../components/limited-area.tsx';
import { LimitedInput } from '../components/limited-input.tsx';
import { SectionCard } from '../components/section-card.tsx';
import { useForm } from '../components/use-form.ts';
import { codesOf } from '../language/codes.ts';
import { digitsOf } from '../language/formats.ts';
import { useReader } from '../language/language.tsx';
import { useMe } from '../session/use-me.ts';
import { sendEvidence } from './send-evidence.ts';
import { useClaimTexts } from './texts.ts';

/** Claims an order. The page of the claim then shows the known facts. */
export function NewClaim() {
  const t = useClaimTexts().form;
  const { id: user, store_group: market } = useMe();
  const { language } = useReader();
  const currencies = useMemo(() => codesOf('currency', language), [language]);
  const navigate = useNavigate();
  // Files cannot be stored with the draft.
  const [files, setFiles] = useState<File[]>([]);
  const { data: shops } = api.useQuery('get', '/v2/users/{user}/link-stores', {
    params: { path: { user }, query: { size: MAX_PAGE_SIZE } },
  });
  const form = useForm(
    { store: '', order: '', day: today(), note: '', currency: market?.currency ?? 'EUR', amount: '' },
    {
      name: 'new-claim',
      send: async ({ store, order, day, amount, currency, note }) => {
        const money = { amount: Number(amount).toFixed(digitsOf(currency)), currency };
        const body = {
          store_id: Number(store),
          order_id: order.trim(),
          ordered_on: day,
          amount: money,
          note: note.trim(),
        };
        const claim = (await client.POST('/v2/order-claims', { body })).data!;
        // Pictures are sent one after the other, because each locks the row of the claim.
        for (const file of files) await sendEvidence(claim.id, file);
        return claim;
      },
      done: t.sent,
      onDone: ({ id }) => navigate({ to: '/console/claims/$claim', params: { claim: String(id) } }),
    },
  );
  if (shops?.data.length === 0)
    return (
      <Text c="dimmed" mb="lg">
        {t.noShops}
      </Text>
    );
  return (
    <SectionCard id="new-claim" title={t.title} mb="xl">
      <Form of={form} action={t.send}>
        <Group align="flex-start" gap="md">
          <NativeSelect
            flex="1 1 220px"
            label={t.shop}
            required
            data={[
              { value: '', label: t.chooseShop },
              ...(shops?.data ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            {...form.text('store', 'store_id')}
          />
          <LimitedInput
            flex="1 1 220px"
            label={t.order}
            description={t.orderHint}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            required
            max={128}
            {...form.text('order', 'order_id')}
          />
          <DayField flex="1 1 160px" label={t.day} required max={today()} {...form.value('day', 'ordered_on')} />
          <DecimalInput
            flex="1 1 140px"
            label={t.amount}
            required
            digits={digitsOf(form.draft.currency)}
            {...form.value('amount')}
          />
          <NativeSelect flex="1 1 160px" label={t.currency} data={currencies} {...form.text('currency')} />
        </Group>
        <LimitedArea label={t.note} required autosize minRows={2} max={2000} {...form.text('note')} />
        <FileField
          label={t.files}
          description={t.filesHint(MAX_CLAIM_PICTURES)}
          multiple
          accept="image/png,image/jpeg"
          files={files}
          onChange={(chosen) => setFiles(chosen.slice(0, MAX_CLAIM_PICTURES))}
        />
      </Form>
    </SectionCard>
  );
}
