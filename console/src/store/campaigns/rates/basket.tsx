import { Button, Group, List, NativeSelect, NumberInput, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { client } from '../../../api.ts';
import { DecimalInput } from '../../../components/decimal-input.tsx';
import { FailureText } from '../../../components/failure.tsx';
import { LimitedInput } from '../../../components/limited-input.tsx';
import { Strong } from '../../../components/note.tsx';
import { useApiMutation } from '../../../components/use-api-mutation.ts';
import { digitsOf, useFormats } from '../../../language/formats.ts';
import type { Rule } from './rule-draft.ts';
import { useStoreRateTexts } from './texts.ts';

interface Product {
  key: number;
  sku: string;
  category: string;
  quantity: string | number;
  price: string;
}

const newProduct = (key: number): Product => ({ key, sku: '', category: '', quantity: 1, price: '' });
const MAX_PRODUCTS = 20;
const CUSTOMERS = ['new', 'returning'] as const;

/** The cost and the earnings of a basket; computed by the server on request. @param rules undefined for the saved rules */
export function Basket({ offer, currency, rules }: { offer: number; currency: string; rules?: readonly Rule[] }) {
  const t = useStoreRateTexts();
  const { moneyOf, sharePaid } = useFormats();
  const [products, setProducts] = useState([newProduct(0)]);
  const [customer, setCustomer] = useState('');
  const preview = useApiMutation(async () => {
    const lines = products.map(({ sku, category, quantity, price }) => ({
      sku,
      category,
      quantity: Number(quantity),
      price,
    }));
    const known = CUSTOMERS.find((one) => one === customer);
    const body = { lines, ...(known && { customer: known }), ...(rules && { rules: [...rules] }) };
    return (await client.POST('/v2/offers/{offer}/order-previews', { params: { path: { offer } }, body })).data!;
  });
  const change = (index: number, fields: Partial<Product>) => {
    preview.reset();
    setProducts((now) => now.with(index, { ...now[index]!, ...fields }));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    preview.mutate();
  };
  const { data } = preview;
  const money = (sum: { amount: string; currency: string }) => moneyOf(sum.amount, sum.currency);
  return (
    <form onSubmit={submit} aria-label={t.basket.title}>
      <Stack gap="sm">
        <Strong>{t.basket.title}</Strong>
        {products.map(({ key, sku, category, quantity, price }, index) => (
          <Group key={key} gap="xs" align="flex-end">
            <LimitedInput
              label={t.basket.sku}
              required
              max={128}
              value={sku}
              onChange={({ currentTarget }) => change(index, { sku: currentTarget.value })}
            />
            <LimitedInput
              label={t.basket.category}
              max={255}
              value={category}
              onChange={({ currentTarget }) => change(index, { category: currentTarget.value })}
            />
            <NumberInput
              label={t.basket.quantity}
              required
              min={1}
              max={1_000_000}
              allowDecimal={false}
              w={90}
              value={quantity}
              onChange={(typed) => change(index, { quantity: typed })}
            />
            <DecimalInput
              label={t.basket.price(currency)}
              required
              w={140}
              digits={digitsOf(currency)}
              value={price}
              onChange={(typed) => change(index, { price: typed })}
            />
          </Group>
        ))}
        <Group gap="sm" align="flex-end">
          <NativeSelect
            label={t.rules.customer}
            value={customer}
            data={[
              { value: '', label: t.rules.anyCustomer },
              { value: 'new', label: t.rules.newCustomer },
              { value: 'returning', label: t.rules.returning },
            ]}
            onChange={({ currentTarget }) => {
              preview.reset();
              setCustomer(currentTarget.value);
            }}
          />
          <Button
            size="xs"
            variant="default"
            disabled={products.length >= MAX_PRODUCTS}
            onClick={() => setProducts((now) => [...now, newProduct(now.length)])}
          >
            {t.basket.add}
          </Button>
          <Button type="submit" size="xs" variant="default" loading={preview.isPending}>
            {t.basket.calculate}
          </Button>
        </Group>
        <FailureText message={preview.failure} />
        <div aria-live="polite">
          {data !== undefined && (
            <>
              <Text size="sm">{t.basket.cost(money(data.value), money(data.cost))}</Text>
              <Text size="sm">{t.basket.earn(money(data.earnings), sharePaid(data.creator_share))}</Text>
              {!data.reaches_minimum && <Text size="sm">{t.basket.below}</Text>}
              <List type="ordered" size="sm">
                {data.lines.map(({ line, sku, cpa }) => (
                  <List.Item key={line}>{t.basket.line(sku, sharePaid(cpa))}</List.Item>
                ))}
              </List>
            </>
          )}
        </div>
      </Stack>
    </form>
  );
}
