import { Button, SimpleGrid, Stack } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { paths } from '@tributary/client';
import { useState } from 'react';
import { api, client, ifMatch } from '../../api.ts';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { PayeeDetails } from '../../components/payees/payee-details.tsx';
import { VatConfirmation } from '../../components/payees/vat-confirmation.tsx';
import { QueryResult } from '../../components/query-result.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { OneTimeSecret } from '../components/one-time-secret.tsx';
import { RecordForm } from '../components/record-form.tsx';
import { PlaceHold } from '../holds/place-hold.tsx';
import { AgencyInvites } from './agency-invites.tsx';
import { useAgenciesTexts } from './texts.ts';
import { useAgencyFields } from './use-agency-fields.ts';

type Agency = paths['/v2/admin/clients/{client}']['get']['responses']['200']['content']['application/json'];

/** An agency with its API secret and invitations. */
export function AgencyPage() {
  const id = Number(useParams({ from: '/console/admin/clients/$agency' }).agency);
  const known = api.useQuery('get', '/v2/admin/clients/{client}', { params: { path: { client: id } } });
  const t = useAgenciesTexts();
  return (
    <>
      <PageHeader
        above={{ label: t.back, link: { to: '/console/admin/clients' } }}
        title={t.one}
        hint={t.oneHint}
        name={known.data?.name}
        facts={known.data?.client_id}
      >
        {known.data && (
          <>
            <Button
              variant="default"
              leftSection={<IconExternalLink size={16} aria-hidden />}
              renderRoot={(props) => <Link {...props} to="/console/agency/$client" params={{ client: String(id) }} />}
            >
              {t.open}
            </Button>
            <PlaceHold subject={{ kind: 'client', id, name: known.data.name }} />
          </>
        )}
      </PageHeader>
      <QueryResult query={known}>{(agency) => <AgencyDetails key={id} agency={agency} />}</QueryResult>
    </>
  );
}

function AgencyDetails({ agency }: { agency: Agency }) {
  const t = useAgenciesTexts();
  return (
    <Stack gap="lg">
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
        <Secret agency={agency} />
        <AgencyInvites id={agency.id} />
      </SimpleGrid>
      <SectionCard id="profile" title={t.profile}>
        <Profile agency={agency} />
      </SectionCard>
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
        <PayeeDetails owner={{ kind: 'client', id: agency.id }} />
        <VatConfirmation owner={{ kind: 'client', id: agency.id }} />
      </SimpleGrid>
    </Stack>
  );
}

function Profile({ agency }: { agency: Agency }) {
  const t = useAgenciesTexts();
  const queries = useQueryClient();
  const params = { path: { client: agency.id } };
  return (
    <RecordForm
      key={agency.id}
      name={`agency:${agency.id}`}
      fields={useAgencyFields()}
      values={agency}
      reread={() =>
        queries.fetchQuery(api.queryOptions('get', '/v2/admin/clients/{client}', { params }, { staleTime: 0 }))
      }
      send={(body) =>
        client.PATCH('/v2/admin/clients/{client}', { params, body, headers: ifMatch(`/v2/admin/clients/${agency.id}`) })
      }
      done={t.saved}
    />
  );
}

function Secret({ agency }: { agency: Agency }) {
  const t = useAgenciesTexts();
  const [secret, setSecret] = useState<string | null>(null);
  const params = { path: { client: agency.id } };
  return (
    <SectionCard id="secret" title={t.secret} hint={t.secretHint}>
      <ConfirmButton
        button={{ variant: 'light', w: 'fit-content' }}
        title={t.rotateTitle(agency.name)}
        text={t.rotateWords}
        action={t.rotate}
        act={async () => (await client.POST('/v2/admin/clients/{client}/rotate-secret', { params })).data!}
        onDone={({ client_secret: made }) => setSecret(made)}
      />
      <OneTimeSecret title={t.madeOnce} words={t.secretWords} secret={secret} onClose={() => setSecret(null)} />
    </SectionCard>
  );
}
