import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { Suspense, useState } from 'react';
import { api } from '../api.ts';
import { Dialog } from '../components/dialog.tsx';
import { Failure } from '../components/failure.tsx';
import { lazyPart } from '../components/lazy-part.tsx';
import { useMay } from '../components/role-limit.tsx';
import { useFormats } from '../language/formats.ts';
import { Decide } from './decide.tsx';
import { isApproved } from './deliverable.ts';
import { Drafts } from './drafts.tsx';
import { EditForm } from './edit-form.tsx';
import { DeliverableStatus } from './status.tsx';
import { SubmitForm } from './submit-form.tsx';
import { useDeliverableTexts } from './texts.ts';

const PublicationPart = lazyPart(() => import('../publications/publication-part.tsx'));

/** One deliverable with its drafts. The creator submits, the store decides. */
export function DeliverableDialog({ id, isOwn, onClose }: { id: number | null; isOwn: boolean; onClose: () => void }) {
  const t = useDeliverableTexts();
  const { day } = useFormats();
  const mayDecide = useMay('manage');
  const [edited, edit] = useState<number | null>(null);
  const { data, error, refetch } = api.useQuery(
    'get',
    '/v2/deliverables/{deliverable}',
    { params: { path: { deliverable: id ?? 0 } } },
    { enabled: id !== null },
  );
  return (
    <Dialog opened={id !== null} onClose={onClose} size="lg" title={data === undefined ? t.title : data.title}>
      {error && <Failure error={error} onRetry={refetch} />}
      {data === undefined && !error && <Skeleton h={200} />}
      {data !== undefined && (
        <Stack>
          <Group>
            <DeliverableStatus of={data} isOwn={isOwn} />
            <Text size="sm">{t.due(day(data.due_on))}</Text>
            <Text size="sm">{isOwn ? data.store.name : data.user.name}</Text>
          </Group>
          {edited === data.id && (
            <EditForm
              key={data.id}
              deliverable={data}
              reread={async () => (await refetch({ throwOnError: true })).data!}
              onClose={() => edit(null)}
            />
          )}
          {edited !== data.id && data.instructions !== '' && (
            <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
              {data.instructions}
            </Text>
          )}
          {!isOwn && mayDecide && edited !== data.id && !isApproved(data) && (
            <Button variant="default" size="xs" style={{ alignSelf: 'flex-start' }} onClick={() => edit(data.id)}>
              {t.edit.action}
            </Button>
          )}
          <Drafts of={data} />
          {isOwn && !isApproved(data) && <SubmitForm deliverable={data.id} />}
          {isApproved(data) && (
            <Suspense fallback={<Skeleton h={120} />}>
              <PublicationPart key={data.id} deliverable={data} isOwn={isOwn} />
            </Suspense>
          )}
          {!isOwn && mayDecide && <Decide deliverable={data} onRemoved={onClose} />}
        </Stack>
      )}
    </Dialog>
  );
}
