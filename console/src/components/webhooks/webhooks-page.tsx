import { Divider, Skeleton, Stack } from '@mantine/core';
import { Fragment } from 'react';
import { api } from '../../api.ts';
import { EmptyState } from '../empty-state.tsx';
import { Failure } from '../failure.tsx';
import { PageHeader } from '../page-header.tsx';
import { RoleLimit } from '../role-limit.tsx';
import { SectionCard } from '../section-card.tsx';
import { NewWebhook } from './new-webhook.tsx';
import { useWebhooksTexts } from './texts.ts';
import type { WebhookOwner } from './webhook.ts';
import { WebhookEntry } from './webhook-entry.tsx';

/** An owner has at most this many webhooks. */
const SIZE = 20;

/** Webhooks of a store, an agency or a creator, with the log of their deliveries. */
export function WebhooksPage({ owner }: { owner: WebhookOwner }) {
  const t = useWebhooksTexts();
  const { data, error, refetch } = api.useQuery('get', '/v2/webhooks', {
    params: { query: { ...owner, size: SIZE } },
  });
  const webhooks = data?.data;
  return (
    <>
      <PageHeader title={t.title} hint={t.hint} />
      <RoleLimit need="manage">
        <Stack gap="xl">
          <SectionCard id="webhooks" title={t.list}>
            {error && <Failure error={error} onRetry={refetch} />}
            {!error && webhooks === undefined && <Skeleton h={60} />}
            {webhooks?.length === 0 && <EmptyState {...t.none} />}
            <Stack gap="md">
              {webhooks?.map((webhook, index) => (
                <Fragment key={webhook.id}>
                  {index > 0 && <Divider />}
                  <WebhookEntry webhook={webhook} />
                </Fragment>
              ))}
            </Stack>
          </SectionCard>
          <NewWebhook owner={owner} />
        </Stack>
      </RoleLimit>
    </>
  );
}
