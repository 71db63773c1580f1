import { Card, Skeleton } from '@mantine/core';
import { api, client, ifMatch } from '../../api.ts';
import { Failure } from '../../components/failure.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import type { Field } from '../components/fields.ts';
import { RecordForm } from '../components/record-form.tsx';
import { useMarketplaceTexts } from './texts.ts';

const SETTINGS = '/v2/admin/marketplace-settings';
const REGISTRATIONS = ['closed', 'approval', 'open'] as const;

/** Settings of the marketplace: registration of stores, credit limits and limits for clicks of one network. */
export function MarketplacePage() {
  const t = useMarketplaceTexts();
  const fields = useFields();
  const { data, error, refetch } = api.useQuery('get', SETTINGS);
  return (
    <>
      <PageHeader title={t.title} hint={t.hint} />
      {error && <Failure error={error} onRetry={refetch} />}
      {!error && data === undefined && <Skeleton h={320} />}
      {data && (
        <Card maw={900}>
          <RecordForm
            name="marketplace"
            fields={fields}
            values={data}
            reread={async () => (await refetch({ throwOnError: true })).data!}
            send={(body) => client.PATCH(SETTINGS, { body, headers: ifMatch(SETTINGS) })}
            done={t.saved}
            submit={t.save}
          />
        </Card>
      )}
    </>
  );
}

function useFields(): Field[] {
  const t = useMarketplaceTexts().fields;
  const number = (name: string, label: string, hint: string): Field => ({
    name,
    label,
    hint,
    kind: 'number',
    required: true,
  });
  return [
    {
      name: 'store_registration',
      label: t.registration,
      hint: t.registrationHint,
      kind: 'choice',
      options: REGISTRATIONS.map((value) => ({ value, label: t.registrations[value] })),
      required: true,
    },
    number('credit_limit_eur', t.credit, t.creditHint),
    number('verified_credit_limit_eur', t.verified, t.verifiedHint),
    number('network_store_daily', t.storeDaily, t.networkHint),
    number('network_creator_daily', t.creatorDaily, t.networkHint),
    number('network_minute', t.minute, t.networkHint),
  ];
}
