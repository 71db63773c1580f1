import { SimpleGrid, Stack, Title } from '@mantine/core';
import { useParams, useSearch } from '@tanstack/react-router';
import { api } from '../../api.ts';
import { BalanceCard } from '../../components/credit/balance-card.tsx';
import { CreditCard } from '../../components/credit/credit-card.tsx';
import { InvoiceTable } from '../../components/invoices/invoice-table.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { CostsSoFar } from './costs-so-far.tsx';
import { PayInvoice, useCanPay } from './pay-invoice.tsx';
import { PaymentSetupCard } from './payment-setup-card.tsx';
import { useInvoicesTexts } from './texts.ts';

/** A store's invoices, current cost and payment method. */
export function InvoicesPage() {
  const t = useInvoicesTexts();
  const from = '/console/shop/$store/invoices';
  const store = Number(useParams({ from }).store);
  const { page = 1, sort } = useSearch({ from });
  const canPay = useCanPay(store);
  const params = { path: { store }, query: { page, ...(sort === undefined ? {} : { sort_by: sort }) } };
  const invoices = api.useList('get', '/v2/stores/{store}/invoices', { params });
  return (
    <>
      <PageHeader title={t.title} hint={t.hint} />
      <Stack gap="xl">
        <CreditCard store={store} />
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
          <CostsSoFar store={store} />
          <PaymentSetupCard store={store} />
          <BalanceCard store={store} />
        </SimpleGrid>
        <section aria-labelledby="invoices">
          <Title order={2} size="h4" mb="sm" id="invoices">
            {t.list}
          </Title>
          <InvoiceTable
            label={t.list}
            query={invoices}
            empty={t.empty}
            fileOf={({ id }, format) => `/stores/${store}/invoices/${id}/${format}`}
            actionOf={canPay ? (invoice) => <PayInvoice store={store} invoice={invoice} /> : undefined}
            page={page}
            sort={sort}
            isEmbedded
          />
        </section>
      </Stack>
    </>
  );
}
