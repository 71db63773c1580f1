import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { client } from '../api.ts';
import { DayField } from '../components/day-field.tsx';
import { addDays, today } from '../components/day-range.ts';
import { ConfirmDialog, Dialog } from '../components/dialog.tsx';
import { Form } from '../components/form.tsx';
import { Note } from '../components/note.tsx';
import { useApiMutation } from '../components/use-api-mutation.ts';
import { useForm } from '../components/use-form.ts';
import { useFormats } from '../language/formats.ts';
import type { UsageRight } from './publication.ts';
import { usePublicationTexts } from './texts.ts';

interface EarlierEndProps {
  right: UsageRight;
  side: 'store' | 'creator';
  /** Whether the reader may propose and agree for this side. */
  may: boolean;
}

/** The earlier end of accepted rights that one side proposes and the other agrees on. */
export function EarlierEnd({ right, side, may }: EarlierEndProps) {
  const t = usePublicationTexts().end;
  const { day } = useFormats();
  const [opened, open] = useState<'propose' | 'agree' | null>(null);
  const { proposed_end: proposed, last_day: last } = right;
  const close = () => open(null);
  const agreeing = useApiMutation(
    async () => {
      await client.POST('/v2/usage-rights/{usage_right}/agree-end', {
        params: { path: { usage_right: right.id } },
        body: { ends_on: proposed!.on },
      });
    },
    { done: t.agreed, onDone: close },
  );
  if (right.status !== 'accepted') return null;
  const canEndEarlier = last === null || last > today();
  return (
    <>
      {proposed !== null && <Note>{(proposed.by === side ? t.own : t[proposed.by])(day(proposed.on))}</Note>}
      {may && (
        <Group gap="sm">
          {proposed !== null && proposed.by !== side && (
            <Button size="xs" onClick={() => open('agree')}>
              {t.agree}
            </Button>
          )}
          {canEndEarlier && (
            <Button size="xs" variant="default" onClick={() => open('propose')}>
              {t.propose}
            </Button>
          )}
        </Group>
      )}
      {proposed !== null && (
        <ConfirmDialog
          title={t.agreeTitle(day(proposed.on))}
          text={t.agreeWords}
          action={t.agree}
          opened={opened === 'agree'}
          mutation={agreeing}
          onClose={close}
        />
      )}
      <Dialog opened={opened === 'propose'} onClose={close} title={t.propose}>
        {opened === 'propose' && <ProposeForm right={right} onClose={close} />}
      </Dialog>
    </>
  );
}

function ProposeForm({ right, onClose }: { right: UsageRight; onClose: () => void }) {
  const t = usePublicationTexts().end;
  const form = useForm(
    { ends_on: '' },
    {
      send: (body) =>
        client.POST('/v2/usage-rights/{usage_right}/propose-end', {
          params: { path: { usage_right: right.id } },
          body,
        }),
      done: t.proposed,
      onDone: onClose,
    },
  );
  return (
    <Form of={form} action={t.send} onCancel={onClose}>
      <Note>{t.words}</Note>
      <DayField
        label={t.day}
        required
        min={today()}
        {...(right.last_day === null ? {} : { max: addDays(right.last_day, -1) })}
        {...form.value('ends_on')}
      />
    </Form>
  );
}
