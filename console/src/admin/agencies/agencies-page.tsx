import { Anchor, Button, Group } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { api, client } from '../../api.ts';
import { Dialog } from '../../components/dialog.tsx';
import { FilteredList } from '../../components/filtered-list.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { StateBadge } from '../../components/state-badge.tsx';
import { useFormats } from '../../language/formats.ts';
import { omitUndefined } from '../components/list-search.ts';
import { OneTimeSecret } from '../components/one-time-secret.tsx';
import { RecordForm } from '../components/record-form.tsx';
import { useAgenciesTexts } from './texts.ts';
import { useAgencyFields } from './use-agency-fields.ts';

/** List of all agencies, and a form for a new one. */
export function AgenciesPage() {
  const t = useAgenciesTexts();
  const { day, percent } = useFormats();
  const { page = 1, query, sort } = useSearch({ from: '/console/admin/clients' });
  const [isCreating, setIsCreating] = useState(false);
  const agencies = api.useList('get', '/v2/admin/clients', {
    params: { query: omitUndefined({ page, query, sort_by: sort }) },
  });
  return (
    <>
      <PageHeader title={t.title} hint={t.hint}>
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setIsCreating(true)}>
          {t.make}
        </Button>
      </PageHeader>
      <FilteredList
        name="agencies"
        label={t.title}
        search={{ label: t.looking, value: query }}
        columns={[
          {
            key: 'name',
            label: t.columns.name,
            sortable: true,
            value: ({ name }) => name,
            cell: ({ id, name, is_default: isDefault }) => (
              <Group gap="xs" style={{ overflowWrap: 'anywhere' }}>
                <Anchor
                  size="sm"
                  fw={600}
                  renderRoot={(props) => (
                    <Link {...props} to="/console/admin/clients/$agency" params={{ agency: String(id) }} />
                  )}
                >
                  {name}
                </Anchor>
                {isDefault && <StateBadge tone="neutral">{t.standard}</StateBadge>}
              </Group>
            ),
          },
          {
            key: 'client_id',
            label: t.columns.client,
            sortable: true,
            wideOnly: true,
            value: (one) => one.client_id,
            cell: (one) => <code>{one.client_id}</code>,
          },
          {
            key: 'share',
            label: t.columns.share,
            numeric: true,
            value: ({ client_share: share }) => share,
            cell: ({ client_share: share }) => percent(share),
          },
          {
            key: 'pays',
            label: t.columns.pays,
            wideOnly: true,
            value: ({ own_payment_system: isOwn }) => (isOwn ? t.itself : t.platform),
            cell: ({ own_payment_system: isOwn }) => (isOwn ? t.itself : t.platform),
          },
          {
            key: 'created_at',
            label: t.columns.since,
            sortable: true,
            latestFirst: true,
            wideOnly: true,
            value: ({ created_at: at }) => at,
            cell: ({ created_at: at }) => day(at),
          },
        ]}
        query={agencies}
        keyOf={({ id }) => id}
        empty={t.empty}
        nothingFound={t.nothingFound}
        page={page}
        sort={sort}
      />
      <NewAgency opened={isCreating} onClose={() => setIsCreating(false)} />
    </>
  );
}

function NewAgency({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useAgenciesTexts();
  const [secret, setSecret] = useState<string | null>(null);
  const fields = useAgencyFields();
  return (
    <>
      <Dialog opened={opened} onClose={onClose} title={t.make} size="lg">
        <RecordForm
          fields={fields}
          name="new-agency"
          send={async (body) =>
            (await client.POST('/v2/admin/clients', { body: body as { name: string; client_id: string } })).data!
          }
          done={({ name }) => t.made(name)}
          onDone={({ client_secret: made }) => {
            onClose();
            setSecret(made);
          }}
          submit={t.make}
          onCancel={onClose}
        />
      </Dialog>
      <OneTimeSecret title={t.madeOnce} words={t.secretWords} secret={secret} onClose={() => setSecret(null)} />
    </>
  );
}
