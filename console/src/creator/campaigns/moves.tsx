import { Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { QuestionsToAnswer, useAnswers } from '../../agreements/questions-to-answer.tsx';
import { TermsToAccept, useTerms } from '../../agreements/terms-to-accept.tsx';
import { client } from '../../api.ts';
import { ConfirmDialog } from '../../components/dialog.tsx';
import { FailureAlert } from '../../components/failure.tsx';
import { Note } from '../../components/note.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { useApiMutation } from '../../components/use-api-mutation.ts';
import { useCampaignTexts } from './texts.ts';
import type { Campaign, Participation } from './use-board.ts';
import { useStateWords } from './words.ts';

type Status = Participation['status'];

/** Actions of the creator, or the reason why there are none. */
export function Moves({ campaign }: { campaign: Campaign }) {
  const t = useCampaignTexts();
  return (
    <SectionCard id="moves" title={t.move}>
      {campaign.part === null ? (
        <Join campaign={campaign} />
      ) : (
        <OwnMoves campaign={campaign} participation={campaign.part} />
      )}
    </SectionCard>
  );
}

function Join({ campaign: { token, type, status } }: { campaign: Campaign }) {
  const t = useCampaignTexts();
  const terms = useTerms(token);
  const answers = useAnswers(token);
  const join = useApiMutation(() => terms.join(answers.given), { done: (joined) => t.moved[joined.status] ?? t.saved });
  const isOver = status === 'ended' || status === 'deleted';
  const mayJoin = type !== 'standard' && status !== 'paused' && !isOver;
  return (
    <Stack gap="sm" align="flex-start">
      <Text size="sm">{status === 'paused' ? t.pausedHint : isOver ? t.finished : t.joinHint[type]}</Text>
      <FailureAlert message={join.failure} />
      {mayJoin && <QuestionsToAnswer answers={answers} />}
      {mayJoin && <TermsToAccept terms={terms} />}
      {mayJoin && (
        <Button loading={join.isPending} disabled={!terms.isReady || !answers.isReady} onClick={() => join.mutate()}>
          {t.join[type]}
        </Button>
      )}
    </Stack>
  );
}

function OwnMoves({ campaign, participation }: { campaign: Campaign; participation: Participation }) {
  const t = useCampaignTexts();
  const stateWords = useStateWords();
  const [isAsking, ask] = useDisclosure(false);
  const terms = useTerms(campaign.token);
  const answers = useAnswers(campaign.token);
  const joins = (status: Status) => participation.status === 'open' && (status === 'accepted' || status === 'applied');
  const move = useApiMutation(
    async (status: Status) => {
      if (joins(status)) return terms.join(answers.given);
      return (
        await client.PATCH('/v2/offers/{offer}/participants/{participant}/update-status', {
          params: { path: { offer: campaign.id, participant: participation.participant_id } },
          body: { status },
        })
      ).data!;
    },
    { done: ({ status }) => t.moved[status] ?? t.saved, onDone: ask.close },
  );
  const isOver = ['done', 'denied', 'store_denied'].includes(participation.status) || campaign.status === 'ended';
  const awaitsProduct = campaign.has_product_seeding && participation.status === 'accepted';
  const hasTasks = participation.can_create_link && participation.todo.some(({ value }) => !value);
  return (
    <Stack gap="sm">
      <Text size="sm">{stateWords(campaign)}.</Text>
      {participation.can_create_link && <Text size="sm">{t.earning}</Text>}
      {participation.transitions.length === 0 && (
        <Note>{isOver ? t.finished : awaitsProduct ? t.productNext : hasTasks ? t.tasksFirst : t.waiting}</Note>
      )}
      {!isAsking && <FailureAlert message={move.failure} />}
      {participation.transitions.some(({ status }) => joins(status)) && (
        <>
          <QuestionsToAnswer answers={answers} />
          <TermsToAccept terms={terms} />
        </>
      )}
      <Group gap="sm">
        {participation.transitions.map(({ status, label }) => (
          <Button
            key={status}
            variant={status === 'denied' || status === 'open' ? 'default' : 'filled'}
            loading={move.isPending && move.variables === status}
            disabled={move.isPending || (joins(status) && !(terms.isReady && answers.isReady))}
            onClick={() => {
              move.reset();
              if (status === 'denied') ask.open();
              else move.mutate(status);
            }}
          >
            {t.moves[status] ?? label}
          </Button>
        ))}
      </Group>
      <ConfirmDialog
        title={t.decline.title}
        text={t.decline.text}
        action={t.decline.sure}
        keep={t.decline.keep}
        opened={isAsking}
        mutation={{ ...move, mutate: () => move.mutate('denied') }}
        onClose={ask.close}
      />
    </Stack>
  );
}
