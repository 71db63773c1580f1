import { SimpleGrid, Skeleton, Stack } from '@mantine/core';
import { type ReactNode, Suspense } from 'react';
import { Balances } from '../balances/balances.tsx';
import { agencyPlaces, CREATOR_PLACES } from '../balances/places.ts';
import { PageHeader } from '../page-header.tsx';
import { Consent } from './consent.tsx';
import { type PayeeOwner, useBalance } from './payee-api.ts';
import { PayeeDetails } from './payee-details.tsx';
import { PayoutAccounts } from './payout-accounts.tsx';
import { PayoutHistory } from './payout-history.tsx';
import { usePayeesTexts } from './texts.ts';

interface PayeePageProps {
  owner: PayeeOwner;
  /** When the payee is paid. */
  payouts: ReactNode;
  /** Its documents. */
  children: ReactNode;
}

/** All about the payouts of a creator or an agency. */
export function PayeePage({ owner, payouts, children }: PayeePageProps) {
  const t = usePayeesTexts();
  return (
    <>
      <PageHeader title={t.title} hint={t.hint} />
      <Stack gap="xl">
        <Suspense fallback={<Skeleton h={280} />}>{payouts}</Suspense>
        <Balances query={useBalance(owner)} places={owner.kind === 'user' ? CREATOR_PLACES : agencyPlaces(owner.id)} />
        <PayeeDetails owner={owner} />
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
          <Consent owner={owner} />
          <PayoutAccounts owner={owner} />
        </SimpleGrid>
        <PayoutHistory owner={owner} />
        {children}
      </Stack>
    </>
  );
}
