import { SimpleGrid, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Balances } from '../balances/balances.tsx';
import { agencyPlaces, CREATOR_PLACES } from '../balances/places.ts';
import { PageHeader } from '../page-header.tsx';
import { Consent } from './consent.tsx';
import { NextPayouts } from './next-payouts.tsx';
import { type PayeeOwner, useBalance } from './payee-api.ts';
import { PayeeDetails } from './payee-details.tsx';
import { PayoutAccounts } from './payout-accounts.tsx';
import { PayoutHistory } from './payout-history.tsx';
import { usePayeesTexts } from './texts.ts';

/** All about the payouts of a creator or an agency. @param children its documents */
export function PayeePage({ owner, children }: { owner: PayeeOwner; children: ReactNode }) {
  const t = usePayeesTexts();
  return (
    <>
      <PageHeader title={t.title} hint={t.hint} />
      <Stack gap="xl">
        <NextPayouts owner={owner} />
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
