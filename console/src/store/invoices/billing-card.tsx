import { SimpleGrid, Skeleton, Text } from '@mantine/core';
import type { paths } from '@tributary/client';
import { api, client, ifMatch } from '../../api.ts';
import { Failure } from '../../components/failure.tsx';
import { Form } from '../../components/form.tsx';
import { LimitedInput } from '../../components/limited-input.tsx';
import { useMay } from '../../components/role-limit.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { useForm } from '../../components/use-form.ts';
import { countryName } from '../../language/codes.ts';
import { useReader } from '../../language/language.tsx';
import { useInvoicesTexts } from './texts.ts';

type Billing = paths['/v2/stores/{store}/billing']['get']['responses']['200']['content']['application/json'];

/** The billing address of a store. */
export const useBilling = (store: number) =>
  api.useQuery('get', '/v2/stores/{store}/billing', { params: { path: { store } } });

/** The company that the invoices are addressed to, for members who may see the store's money. */
export function BillingCard({ store }: { store: number }) {
  return useMay('finance') ? <Address store={store} /> : null;
}

function Address({ store }: { store: number }) {
  const t = useInvoicesTexts().billing;
  const { data, error, refetch } = useBilling(store);
  return (
    <SectionCard id="billing" title={t.title} hint={t.hint}>
      {error && <Failure error={error} onRetry={refetch} />}
      {!error && data === undefined && <Skeleton h={320} />}
      {data && (
        <AddressForm
          key={store}
          store={store}
          billing={data}
          reread={async () => (await refetch({ throwOnError: true })).data!}
        />
      )}
    </SectionCard>
  );
}

const valuesOf = ({ company_name, street, postal_code, city, vat_number }: Billing) => ({
  company_name,
  street,
  postal_code,
  city,
  vat_number,
});

function AddressForm({ store, billing, reread }: { store: number; billing: Billing; reread: () => Promise<Billing> }) {
  const t = useInvoicesTexts().billing;
  const { language } = useReader();
  const form = useForm(valuesOf(billing), {
    name: `billing:${store}`,
    send: (body) =>
      client.PUT('/v2/stores/{store}/billing', {
        params: { path: { store } },
        body,
        headers: ifMatch(`/v2/stores/${store}/billing`),
      }),
    done: t.saved,
    record: { reread: async () => valuesOf(await reread()), labels: t.fields },
  });
  return (
    <Form of={form} action={t.save} isEdit>
      <LimitedInput
        label={t.fields.company_name}
        required
        max={255}
        autoComplete="organization"
        {...form.text('company_name')}
      />
      <LimitedInput label={t.fields.street} required max={255} autoComplete="street-address" {...form.text('street')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <LimitedInput
          label={t.fields.postal_code}
          required
          max={255}
          autoComplete="postal-code"
          {...form.text('postal_code')}
        />
        <LimitedInput label={t.fields.city} required max={255} autoComplete="address-level2" {...form.text('city')} />
      </SimpleGrid>
      <Text size="sm">{t.country(countryName(billing.country, language))}</Text>
      <LimitedInput
        label={t.fields.vat_number}
        description={t.vatHint}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        max={255}
        autoComplete="off"
        {...form.text('vat_number')}
      />
    </Form>
  );
}
