import { Button, Group, Modal, MultiSelect, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { api, client } from '../api.ts';
import { FailureAlert } from '../components/failure.tsx';
import { Note } from '../components/note.tsx';
import { useCommonTexts } from '../components/texts.ts';
import { useApiMutation } from '../components/use-api-mutation.ts';
import { nameOf } from '../store/campaigns/campaign/participant.ts';
import { DeliverableFields } from './deliverable-fields.tsx';
import { useDeliverableTexts } from './texts.ts';

/** Participants in these statuses take part. */
const ACTIVE = ['accepted', 'product_sent', 'have_received', 'have_posted'];
/** Most participants that one request plans for. */
const MOST_AT_ONCE = 100;

interface PlanFormProps {
  offer: number;
  /** @param day the day that was planned for */
  onPlanned: (day: string) => void;
  onClose: () => void;
}

/** Plans a deliverable for one or more participants. */
export function PlanDialog({ opened, ...form }: PlanFormProps & { opened: boolean }) {
  const t = useDeliverableTexts();
  const { cancel } = useCommonTexts();
  return (
    <Modal opened={opened} onClose={form.onClose} title={t.plan} closeButtonProps={{ 'aria-label': cancel }}>
      <PlanForm {...form} />
    </Modal>
  );
}

function PlanForm({ offer, onPlanned, onClose }: PlanFormProps) {
  const t = useDeliverableTexts();
  const { cancel } = useCommonTexts();
  const parts = api.useQuery('get', '/v2/offers/{offer}/participants', {
    params: { path: { offer }, query: { size: MOST_AT_ONCE } },
  });
  const [chosen, choose] = useState<string[]>([]);
  const [typed, setTyped] = useState({ title: '', instructions: '', due_on: '' });
  const planning = useApiMutation(
    async () =>
      (
        await client.POST('/v2/offers/{offer}/deliverables', {
          params: { path: { offer } },
          body: { ...typed, participant_ids: chosen.map(Number) },
        })
      ).data!.data,
    {
      done: (made) => t.form.planned(made.length),
      onDone: () => {
        onPlanned(typed.due_on);
        onClose();
      },
    },
  );
  const active = (parts.data?.data ?? []).filter(
    ({ status, user_id: user }) => user !== null && ACTIVE.includes(status),
  );
  const set = (change: Partial<typeof typed>) => setTyped((before) => ({ ...before, ...change }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    planning.mutate();
  };
  const isWhole = chosen.length > 0 && typed.title.trim() !== '' && typed.due_on !== '';
  return (
    <form onSubmit={submit}>
      <Stack>
        {parts.data !== undefined && active.length === 0 && <Note>{t.form.nobody}</Note>}
        <MultiSelect
          label={t.form.participants}
          description={t.form.participantsHint}
          required
          searchable
          data-autofocus
          maxValues={MOST_AT_ONCE}
          data={active.map((part) => ({ value: String(part.id), label: nameOf(part) }))}
          value={chosen}
          onChange={choose}
        />
        <DeliverableFields values={typed} onChange={set} />
        <FailureAlert message={planning.failure} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {cancel}
          </Button>
          <Button type="submit" disabled={!isWhole} loading={planning.isPending}>
            {t.form.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
