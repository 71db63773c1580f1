import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { client } from '../api.ts';
import { ConfirmDialog } from '../components/dialog.tsx';
import { ReasonDialog } from '../components/reason-dialog.tsx';
import { useApiMutation } from '../components/use-api-mutation.ts';
import type { DeliverableWithDrafts } from './deliverable.ts';
import { useDeliverableTexts } from './texts.ts';

/** The store's actions on a deliverable: decide the newest draft, or remove a deliverable without drafts. */
export function Decide({ deliverable, onRemoved }: { deliverable: DeliverableWithDrafts; onRemoved: () => void }) {
  const t = useDeliverableTexts();
  const { id, title, status, versions: version } = deliverable;
  const [asking, ask] = useState<'approve' | 'changes' | 'remove' | null>(null);
  const close = () => ask(null);
  const path = { deliverable: id, version };
  const removing = useApiMutation(
    async () => {
      await client.DELETE('/v2/deliverables/{deliverable}', { params: { path: { deliverable: id } } });
    },
    { done: t.remove.done, onDone: onRemoved },
  );
  return (
    <Group justify="flex-end">
      {version === 0 && (
        <Button variant="default" onClick={() => ask('remove')}>
          {t.remove.action}
        </Button>
      )}
      {status === 'submitted' && (
        <>
          <Button variant="default" onClick={() => ask('changes')}>
            {t.decide.changes}
          </Button>
          <Button onClick={() => ask('approve')}>{t.decide.approve}</Button>
        </>
      )}
      <ReasonDialog
        title={t.decide.approveTitle(version)}
        text={t.decide.approveWords}
        action={t.decide.approve}
        label={t.decide.feedback}
        isOptional
        name={`approve:${path.deliverable}`}
        opened={asking === 'approve'}
        send={({ reason: feedback }) =>
          client.POST('/v2/deliverables/{deliverable}/submissions/{version}/approve', {
            params: { path },
            body: feedback === '' ? {} : { feedback },
          })
        }
        done={t.decide.approved}
        onClose={close}
      />
      <ReasonDialog
        title={t.decide.changesTitle(version)}
        text={t.decide.changesWords}
        action={t.decide.changes}
        label={t.decide.feedback}
        name={`request-changes:${path.deliverable}`}
        opened={asking === 'changes'}
        send={({ reason: feedback }) =>
          client.POST('/v2/deliverables/{deliverable}/submissions/{version}/request-changes', {
            params: { path },
            body: { feedback },
          })
        }
        done={t.decide.changesRequested}
        onClose={close}
      />
      <ConfirmDialog
        title={t.remove.title(title)}
        text={t.remove.words}
        action={t.remove.action}
        opened={asking === 'remove'}
        mutation={removing}
        onClose={close}
      />
    </Group>
  );
}
