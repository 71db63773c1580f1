import { Button, Group, List, NativeSelect, NumberInput, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import type { paths } from '@tributary/client';
import { useState } from 'react';
import { api, client, ifMatch } from '../../../api.ts';
import { DecimalInput } from '../../../components/decimal-input.tsx';
import { Failure } from '../../../components/failure.tsx';
import { Form } from '../../../components/form.tsx';
import { listField } from '../../../components/list-field.ts';
import { majorText, readNumber } from '../../../components/number-input.ts';
import { useMay } from '../../../components/role-limit.tsx';
import { SectionCard } from '../../../components/section-card.tsx';
import { useForm } from '../../../components/use-form.ts';
import { digitsOf, useFormats } from '../../../language/formats.ts';
import { useGiftTexts } from './texts.ts';

type Gift = paths['/v2/offers/{offer}/gift']['get']['responses']['200']['content']['application/json']['gift'];
type Kind = NonNullable<Gift>['kind'] | 'none';

const KINDS = ['none', 'product', 'choice', 'credit'] as const;
const MAX_PRODUCTS = 50;

/** What a campaign gives its participants, for its store. */
export function StoreGift({ offer, currency }: { offer: number; currency: string }) {
  const t = useGiftTexts();
  const mayChange = useMay('manage');
  const [isEditing, setIsEditing] = useState(false);
  const { data, error, refetch } = api.useQuery('get', '/v2/offers/{offer}/gift', { params: { path: { offer } } });
  if (error) return <Failure error={error} onRetry={refetch} />;
  if (data === undefined) return <Skeleton h={80} />;
  return (
    <SectionCard id="gift" title={t.title} hint={t.hint}>
      {isEditing ? (
        <GiftForm offer={offer} currency={currency} gift={data.gift} onClose={() => setIsEditing(false)} />
      ) : (
        <Stack gap="sm" align="flex-start">
          {data.gift === null ? <Text size="sm">{t.none}</Text> : <Shown gift={data.gift} />}
          {mayChange && (
            <Button size="xs" variant="default" onClick={() => setIsEditing(true)}>
              {t.edit}
            </Button>
          )}
        </Stack>
      )}
    </SectionCard>
  );
}

function Shown({ gift }: { gift: NonNullable<Gift> }) {
  const t = useGiftTexts();
  const { money } = useFormats();
  const worth = ({ minor, currency }: { minor: number; currency: string }) => money(minor, currency);
  return (
    <>
      <Text size="sm">
        {t.kinds[gift.kind]}, {gift.kind === 'choice' ? t.upTo(worth(gift.value)) : t.worth(worth(gift.value))}
      </Text>
      <List size="sm">
        {gift.products.map(({ id, title, value }) => (
          <List.Item key={id}>
            {title} ({worth(value)})
          </List.Item>
        ))}
      </List>
    </>
  );
}

const draftOf = (gift: Gift, currency: string) => ({
  kind: (gift?.kind ?? 'none') as Kind,
  products: (gift?.products ?? []).map(({ product_id: productId, title, value }, key) => ({
    key,
    productId: productId ?? '',
    title,
    value: majorText(value.minor, currency),
  })),
  choices: String(Math.max(1, gift?.choices ?? 1)),
  value: gift?.kind === 'credit' ? majorText(gift.value.minor, currency) : '',
  code: gift?.credit_code ?? '',
  days: String(gift?.received_after_days ?? 14),
});
type Draft = ReturnType<typeof draftOf>;

/** The body of the request; urls of products are those of the feed. */
function bodyOf({ kind, products, choices, value, code, days }: Draft, currency: string) {
  if (kind === 'none') return { gift: null };
  const amount = (text: string) => ({
    minor: Math.round((readNumber(text) ?? 0) * 10 ** digitsOf(currency)),
    currency,
  });
  const common = { kind, received_after_days: Number(days) };
  if (kind === 'credit')
    return { gift: { ...common, value: amount(value), ...(code.trim() !== '' && { credit_code: code.trim() }) } };
  const named = products.map((product) => ({
    ...(product.productId.trim() !== '' && { product_id: product.productId.trim() }),
    ...(product.title.trim() !== '' && { title: product.title.trim() }),
    ...(product.value.trim() !== '' && { value: amount(product.value) }),
  }));
  return { gift: { ...common, products: named, ...(kind === 'choice' && { choices: Number(choices) }) } };
}

interface GiftFormProps {
  offer: number;
  currency: string;
  gift: Gift;
  onClose: () => void;
}

function GiftForm({ offer, currency, gift, onClose }: GiftFormProps) {
  const t = useGiftTexts();
  const form = useForm(draftOf(gift, currency), {
    name: `gift:${offer}`,
    send: (draft) =>
      client.PUT('/v2/offers/{offer}/gift', {
        params: { path: { offer } },
        body: bodyOf(draft, currency),
        headers: ifMatch(`/v2/offers/${offer}/gift`),
      }),
    done: t.saved,
    onDone: onClose,
  });
  const { kind, products } = form.draft;
  const list = listField(products, (edited) => form.set('products', edited));
  const digits = digitsOf(currency);
  const add = () => list.add((key) => ({ key, productId: '', title: '', value: '' }));
  const hasProducts = kind === 'product' || kind === 'choice';
  return (
    <Form of={form} action={t.save} isEdit onCancel={onClose}>
      <NativeSelect
        label={t.kind}
        data={KINDS.map((value) => ({ value, label: t.kinds[value] }))}
        value={kind}
        onChange={({ currentTarget }) => form.set('kind', currentTarget.value as Kind)}
      />
      {hasProducts &&
        products.map(({ key, productId, title, value }, index) => (
          <Group key={key} gap="sm" align="flex-end" role="group" aria-label={t.product(index + 1)}>
            <TextInput
              label={t.productTitle}
              maxLength={200}
              flex="2 1 180px"
              value={title}
              {...form.entry(`gift.products.${index}.title`)}
              onChange={({ currentTarget }) => list.change(index, { title: currentTarget.value })}
            />
            <TextInput
              label={t.productId}
              maxLength={200}
              flex="1 1 120px"
              value={productId}
              {...form.entry(`gift.products.${index}.product_id`)}
              onChange={({ currentTarget }) => list.change(index, { productId: currentTarget.value })}
            />
            <DecimalInput
              label={`${t.value} (${currency})`}
              digits={digits}
              flex="1 1 100px"
              value={value}
              {...form.entry(`gift.products.${index}.value`)}
              onChange={(edited) => list.change(index, { value: edited })}
            />
            <Button variant="subtle" color="red" aria-label={t.remove(index + 1)} onClick={() => list.remove(index)}>
              ×
            </Button>
          </Group>
        ))}
      {hasProducts && (
        <Button
          size="xs"
          variant="default"
          w="fit-content"
          disabled={products.length >= (kind === 'product' ? 1 : MAX_PRODUCTS)}
          onClick={add}
        >
          {t.addProduct}
        </Button>
      )}
      {kind === 'choice' && (
        <NumberInput
          label={t.choices}
          min={1}
          max={10}
          required
          value={form.draft.choices}
          onChange={(value) => form.set('choices', String(value))}
        />
      )}
      {kind === 'credit' && (
        <>
          <DecimalInput
            label={`${t.value} (${currency})`}
            digits={digits}
            required
            {...form.entry('gift.value')}
            value={form.draft.value}
            onChange={(value) => form.set('value', value)}
          />
          <TextInput
            label={t.code}
            description={t.codeHint}
            maxLength={64}
            {...form.text('code', 'gift.credit_code')}
          />
        </>
      )}
      {kind !== 'none' && (
        <NumberInput
          label={t.days}
          min={1}
          max={90}
          required
          value={form.draft.days}
          onChange={(value) => form.set('days', String(value))}
        />
      )}
    </Form>
  );
}
