import { Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { api, client } from '../api.ts';
import { ConfirmDialog } from '../components/dialog.tsx';
import { Failure } from '../components/failure.tsx';
import { Note } from '../components/note.tsx';
import { ReasonDialog } from '../components/reason-dialog.tsx';
import { useMay } from '../components/role-limit.tsx';
import { Section } from '../components/section-card.tsx';
import { useApiMutation } from '../components/use-api-mutation.ts';
import type { Deliverable } from '../deliverables/deliverable.ts';
import { PublicationFacts } from './facts.tsx';
import { Figures } from './figures.tsx';
import type { Publication } from './publication.ts';
import { PublishForm } from './publish-form.tsx';
import { Rights } from './rights.tsx';
import { usePublicationTexts } from './texts.ts';

/** Where an approved deliverable was published: the creator reports it, the store accepts it. */
export default function PublicationPart({
  deliverable: { id, status },
  isOwn,
}: {
  deliverable: Pick<Deliverable, 'id' | 'status'>;
  isOwn: boolean;
}) {
  const t = usePublicationTexts();
  const isPublished = status === 'published';
  const { data, error, refetch } = api.useQuery(
    'get',
    '/v2/deliverables/{deliverable}/publication',
    { params: { path: { deliverable: id } } },
    { enabled: isPublished },
  );
  const [isCorrecting, correct] = useState(false);
  return (
    <Stack>
      {error && <Failure error={error} onRetry={refetch} />}
      {!isPublished && isOwn && <PublishForm deliverable={id} publication={null} />}
      {!isPublished && !isOwn && <Note>{t.notYet}</Note>}
      {isPublished && data !== undefined && isCorrecting && (
        <PublishForm deliverable={id} publication={data} onClose={() => correct(false)} />
      )}
      {isPublished && data !== undefined && !isCorrecting && (
        <>
          <Section id="publication" title={t.title}>
            <PublicationFacts of={data} isOwn={isOwn} />
            {isOwn ? <OwnActions of={data} onCorrect={() => correct(true)} /> : <StoreActions of={data} />}
          </Section>
          <Figures of={data} isOwn={isOwn} />
        </>
      )}
      <Rights deliverable={id} isOwn={isOwn} />
    </Stack>
  );
}

function OwnActions({ of, onCorrect }: { of: Publication; onCorrect: () => void }) {
  const t = usePublicationTexts().report;
  const [isAsking, ask] = useState(false);
  const removing = useApiMutation(
    async () => {
      await client.DELETE('/v2/publications/{publication}', { params: { path: { publication: of.id } } });
    },
    { done: t.removed, onDone: () => ask(false) },
  );
  return (
    <Group mt="sm">
      <Button variant="default" size="xs" onClick={onCorrect}>
        {t.correct}
      </Button>
      {of.review?.decision !== 'accepted' && of.figures?.source !== 'creator' && (
        <Button variant="default" size="xs" onClick={() => ask(true)}>
          {t.remove}
        </Button>
      )}
      <ConfirmDialog
        title={t.removeTitle}
        text={t.removeWords}
        action={t.remove}
        opened={isAsking}
        mutation={removing}
        onClose={() => ask(false)}
      />
    </Group>
  );
}

function StoreActions({ of }: { of: Publication }) {
  const t = usePublicationTexts().review;
  const mayDecide = useMay('manage');
  const [isAsking, ask] = useState(false);
  const params = { path: { publication: of.id } };
  const { revision } = of;
  const accepting = useApiMutation(
    async () => {
      await client.POST('/v2/publications/{publication}/accept', { params, body: { revision } });
    },
    { done: t.acceptedToast },
  );
  if (!mayDecide) return null;
  const isNoted = of.address?.state !== 'not_reachable' || of.review === null;
  return (
    <Group mt="sm">
      {(of.review?.decision !== 'accepted' || !isNoted) && (
        <Button size="xs" loading={accepting.isPending} onClick={() => accepting.mutate()}>
          {t.accept}
        </Button>
      )}
      <Button variant="default" size="xs" onClick={() => ask(true)}>
        {t.ask}
      </Button>
      <ReasonDialog
        title={t.askTitle}
        text={t.askWords}
        action={t.ask}
        label={t.feedback}
        name={`correction:${of.id}`}
        opened={isAsking}
        send={({ reason: feedback }) =>
          client.POST('/v2/publications/{publication}/request-correction', { params, body: { revision, feedback } })
        }
        done={t.asked}
        onClose={() => ask(false)}
      />
    </Group>
  );
}
