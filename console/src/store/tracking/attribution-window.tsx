import { Button, Card, Group, NumberInput, Skeleton, Stack, Text } from '@mantine/core';
import { ApiError } from '@tributary/client';
import { type FormEvent, useState } from 'react';
import { client } from '../../api.ts';
import { Note } from '../../components/note.tsx';
import { SectionTitle } from '../../components/section-title.tsx';
import { useApiMutation } from '../../components/use-api-mutation.ts';
import { useTrackingTexts } from './texts.ts';

const MAX_WINDOW_DAYS = 365;

/** Attribution window of the store. */
export function AttributionWindow({ store, days }: { store: number; days: number | undefined }) {
  const t = useTrackingTexts().window;
  return (
    <Card component="section" aria-labelledby="attribution-window">
      <SectionTitle mb={4} id="attribution-window">
        {t.title}
      </SectionTitle>
      <Note mb="md">{t.hint}</Note>
      {days === undefined ? <Skeleton h={36} /> : <WindowForm key={days} store={store} days={days} />}
    </Card>
  );
}

function WindowForm({ store, days }: { store: number; days: number }) {
  const t = useTrackingTexts().window;
  const [typed, setTyped] = useState<number | string>(days);
  const save = useApiMutation(
    async (attribution_window_days: number) => {
      await client.PUT('/v2/advertisers/{advertiser}/attribution-window', {
        params: { path: { advertiser: store } },
        body: { attribution_window_days },
      });
    },
    { done: t.saved },
  );
  const isDays = typeof typed === 'number' && Number.isInteger(typed) && typed >= 1 && typed <= MAX_WINDOW_DAYS;
  const isChanged = typed !== days;
  const refused = save.error instanceof ApiError ? save.error.fields.attribution_window_days?.join(' ') : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isDays && isChanged) save.mutate(typed);
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <Group align="flex-end" gap="sm">
          <NumberInput
            label={t.label}
            w={150}
            allowDecimal={false}
            allowNegative={false}
            value={typed}
            error={!isDays || (refused ?? save.failure) !== null}
            aria-describedby="window-says"
            onChange={setTyped}
          />
          {isChanged && (
            <>
              <Button type="submit" disabled={!isDays} loading={save.isPending}>
                {t.save}
              </Button>
              <Button variant="default" disabled={save.isPending} onClick={() => setTyped(days)}>
                {t.discard}
              </Button>
            </>
          )}
        </Group>
        <Text size="sm" id="window-says" aria-live="polite" {...(isDays ? { c: 'dimmed' } : { className: 'is-worse' })}>
          {isDays ? (refused ?? save.failure ?? (isChanged ? t.changing(days) : '')) : t.wrong(MAX_WINDOW_DAYS)}
        </Text>
      </Stack>
    </form>
  );
}
