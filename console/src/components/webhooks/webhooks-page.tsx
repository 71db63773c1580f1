import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { api } from '../../api.ts';
import { PageHeader } from '../page-header.tsx';
import { RoleLimit } from '../role-limit.tsx';
import { NewWebhook } from './new-webhook.tsx';
import { WEBHOOK } from './receiver-kind.ts';
import { ReceiverList } from './receiver-list.tsx';
import { useWebhooksTexts } from './texts.ts';
import { OWNED, type WebhookOwner } from './webhook-owner.ts';

/** Webhooks of a store, an agency or a creator, with the log of their deliveries. */
export function WebhooksPage({ owner, children }: { owner: WebhookOwner; children?: ReactNode }) {
  const t = useWebhooksTexts();
  const query = api.useQuery('get', '/v2/webhooks', { params: { query: { ...owner, ...OWNED } } });
  return (
    <>
      <PageHeader title={t.title} hint={t.hint} />
      <RoleLimit need="manage">
        <Stack gap="xl">
          <ReceiverList kind={WEBHOOK} title={t.list} none={t.none} query={query} />
          <NewWebhook owner={owner} />
          {children}
        </Stack>
      </RoleLimit>
    </>
  );
}
