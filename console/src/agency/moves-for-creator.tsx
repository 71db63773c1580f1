import { Button, Group, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { client } from '../api.ts';
import { ConfirmDialog } from '../components/dialog.tsx';
import { FailureAlert } from '../components/failure.tsx';
import { Note } from '../components/note.tsx';
import { useMay } from '../components/role-limit.tsx';
import { SectionCard } from '../components/section-card.tsx';
import { useApiMutation } from '../components/use-api-mutation.ts';
import type { Participation } from '../creator/campaigns/use-board.ts';
import { useAgencyTexts } from './texts.ts';

type Status = Participation['status'];

/** The next steps of a participation that the agency may take for its creator. The creator accepts terms, and therefore joins, in person. */
export function MovesForCreator({ offer, participation }: { offer: number; participation: Participation }) {
  const { moves: t } = useAgencyTexts();
  const mayManage = useMay('manage');
  const [isAsking, ask] = useDisclosure(false);
  const move = useApiMutation(
    (status: Status) =>
      client.PATCH('/v2/offers/{offer}/participants/{participant}/update-status', {
        params: { path: { offer, participant: participation.participant_id } },
        body: { status },
      }),
    { done: t.saved, onDone: ask.close },
  );
  const joins = (status: Status) => participation.status === 'open' && (status === 'accepted' || status === 'applied');
  const offered = participation.transitions.filter(({ status }) => !joins(status));
  if (participation.transitions.length === 0 || !mayManage) return null;
  return (
    <SectionCard id="moves" title={t.title}>
      <Stack gap="sm">
        {offered.length < participation.transitions.length && <Note>{t.inPerson}</Note>}
        {!isAsking && <FailureAlert message={move.failure} />}
        <Group gap="sm">
          {offered.map(({ status, label }) => (
            <Button
              key={status}
              variant="default"
              loading={move.isPending && move.variables === status}
              disabled={move.isPending}
              onClick={() => {
                move.reset();
                if (status === 'denied') ask.open();
                else move.mutate(status);
              }}
            >
              {t.to[status] ?? label}
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
    </SectionCard>
  );
}
