import { SimpleGrid, Stack, Title } from '@mantine/core';
import { useParams, useSearch } from '@tanstack/react-router';
import { api } from '../../api.ts';
import { BalanceCard } from '../../components/credit/balance-card.tsx';
import { CreditCard } from '../../components/credit/credit-card.tsx';
import { InvoiceTable } from '../../components/invoices/invoice-table.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { BillingCard } from './billing-card.tsx';
import { CostsSoFar } from './costs-so-far.tsx';
import { PaymentSetupCard } from './payment-setup-card.tsx';
import { useInvoicesTexts } from './texts.ts';
import { UnpaidInvoices } from './unpaid-invoices.tsx';

/** What a store has to pay, its current cost, its payment method and billing address, and all its invoices. */
export function InvoicesPage() {
  const t = useInvoicesTexts();
  const from = '/console/shop/$store/invoices';
  const store = Number(useParams({ from }).store);
  const { page = 1, sort } = useSearch({ from });
  const params = { path: { store }, query: { page, ...(sort === undefined ? {} : { sort_by: sort }) } };
  const invoices = api.useList('get', '/v2/stores/{store}/invoices', { params });
  return (
    <>
      <PageHeader title={t.title} hint={t.hint} />
      <Stack gap="xl">
        <UnpaidInvoices store={store} />
        <CreditCard store={store} />
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
          <CostsSoFar store={store} />
          <PaymentSetupCard store={store} />
          <BalanceCard store={store} />
          <BillingCard store={store} />
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
            page={page}
            sort={sort}
            isEmbedded
          />
        </section>
      </Stack>
    </>
  );
}
