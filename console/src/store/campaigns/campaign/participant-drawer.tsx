import { Badge, Checkbox, Group, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core';
import { ParticipantAcceptance } from '../../../agreements/participant-acceptance.tsx';
import { useAgreementTexts } from '../../../agreements/texts.ts';
import { api, client } from '../../../api.ts';
import type { DayRange } from '../../../components/day-range.ts';
import { Dialog } from '../../../components/dialog.tsx';
import { Failure, FailureText } from '../../../components/failure.tsx';
import { Note } from '../../../components/note.tsx';
import { useMay } from '../../../components/role-limit.tsx';
import { useApiMutation } from '../../../components/use-api-mutation.ts';
import { ParticipantDeliverables } from '../../../deliverables/participant-deliverables.tsx';
import { useDeliverableTexts } from '../../../deliverables/texts.ts';
import { useFormats } from '../../../language/formats.ts';
import { useCampaignTexts } from '../texts.ts';
import { DrawerSection } from './drawer-section.tsx';
import { Moves } from './moves.tsx';
import { INCLUDES, nameOf, type Participant } from './participant.ts';
import { ParticipantConversation } from './participant-conversation.tsx';
import { ParticipantDelivery } from './participant-delivery.tsx';
import { ParticipantPayments } from './participant-payments.tsx';
import { CreatorProfile } from './participant-profile.tsx';
import { ParticipantTerms } from './participant-terms.tsx';
import { useDeclining } from './use-declining.tsx';
import { useMoveParticipants } from './use-move-participants.ts';

interface ParticipantDrawerProps {
  store: number;
  offer: number;
  currency: string;
  /** Undefined: the drawer is closed. */
  participant: number | undefined;
  range: DayRange;
  onClose: () => void;
}

/** Everything about one participant. */
export default function ParticipantDrawer({
  store,
  offer,
  currency,
  participant,
  range,
  onClose,
}: ParticipantDrawerProps) {
  const { board: t } = useCampaignTexts();
  const agreement = useAgreementTexts();
  const deliverables = useDeliverableTexts();
  const { data, error, refetch } = api.useQuery(
    'get',
    '/v2/offers/{offer}/participants/{participant}',
    { params: { path: { offer, participant: participant ?? 0 }, query: { 'include[]': INCLUDES } } },
    { enabled: participant !== undefined },
  );
  return (
    <Dialog
      isDrawer
      opened={participant !== undefined}
      onClose={onClose}
      size="lg"
      title={data === undefined ? t.participants : nameOf(data)}
    >
      {error && <Failure error={error} onRetry={refetch} />}
      {!error && data === undefined && <Skeleton h={320} />}
      {data !== undefined && (
        <Stack gap="xl">
          <Head offer={offer} participant={data} />
          {data.status === 'applied' && <ParticipantConversation key={`talk-${data.id}`} participant={data} />}
          {data.user_id !== null && (
            <CreatorProfile store={store} offer={offer} participant={data.id} user={data.user_id} range={range} />
          )}
          {data.user_id !== null && <Figures offer={offer} userId={data.user_id} range={range} />}
          <Todo offer={offer} participant={data} />
          {data.user_id !== null && <ParticipantDelivery offer={offer} participant={data.id} />}
          <DrawerSection title={agreement.participant.title}>
            <ParticipantAcceptance offer={offer} participant={data.id} />
          </DrawerSection>
          <DrawerSection title={deliverables.ofParticipant}>
            <ParticipantDeliverables key={data.id} offer={offer} participant={data.id} />
          </DrawerSection>
          {data.user_id !== null && <ParticipantPayments offer={offer} participant={data.id} />}
          <ParticipantTerms
            key={data.id}
            offer={offer}
            currency={currency}
            participant={data}
            reread={async () => (await refetch({ throwOnError: true })).data!}
          />
          {data.status !== 'applied' && <ParticipantConversation key={`talk-${data.id}`} participant={data} />}
        </Stack>
      )}
    </Dialog>
  );
}

function Head({ offer, participant }: { offer: number; participant: Participant }) {
  const { board: t } = useCampaignTexts();
  const moving = useMoveParticipants(offer);
  const { move, dialog } = useDeclining(moving);
  const mayMove = useMay('manage');
  return (
    <Stack gap="xs">
      <Group>
        <Badge variant="light" color="gray" size="lg" tt="none" c="var(--mantine-color-text)">
          {t.status[participant.status]}
        </Badge>
        {mayMove && (participant.transitions ?? []).length > 0 && (
          <Moves participant={participant} isMoving={moving.isPending} onMove={(to) => move([participant], to)} />
        )}
      </Group>
      {participant.user_id === null && <Note>{t.drawer.pre}</Note>}
      {dialog}
    </Stack>
  );
}

function Figures({ offer, userId, range }: { offer: number; userId: number; range: DayRange }) {
  const { board } = useCampaignTexts();
  const t = board.drawer;
  const { number } = useFormats();
  const { data } = api.useQuery('get', '/v2/offers/{offer}/participants-stats', {
    params: { path: { offer }, query: { query: String(userId), start_date: range.from, end_date: range.to } },
  });
  const row = data?.data.find((one) => one.user_id === userId);
  const facts = [
    [t.clicks, row && number(row.clicks)],
    [t.links, row && number(row.links_created)],
    [t.ratio, row && number(row.estimated_earning_to_cost_ratio)],
  ] as const;
  return (
    <DrawerSection title={t.figures}>
      <SimpleGrid cols={3}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <Note size="xs">{label}</Note>
            <Text fw={650}>{data === undefined ? '…' : (value ?? '–')}</Text>
          </div>
        ))}
      </SimpleGrid>
    </DrawerSection>
  );
}

function Todo({ offer, participant }: { offer: number; participant: Participant }) {
  const { board } = useCampaignTexts();
  const t = board.drawer;
  const ticking = useApiMutation(async (item: { key: string; value: boolean }) => {
    const path = { offer, participant: participant.id };
    await client.PATCH('/v2/offers/{offer}/participants/{participant}/todo', {
      params: { path },
      body: { todo: [item] },
    });
  });
  return (
    <DrawerSection title={t.todo}>
      {(participant.todo ?? []).length === 0 && <Note>{t.noTodo}</Note>}
      <Stack gap="xs">
        {(participant.todo ?? []).map(({ key, value }) => (
          <Checkbox
            key={key}
            label={key}
            checked={value}
            disabled={ticking.isPending}
            onChange={({ currentTarget }) => ticking.mutate({ key, value: currentTarget.checked })}
          />
        ))}
      </Stack>
      <FailureText message={ticking.failure} />
    </DrawerSection>
  );
}
