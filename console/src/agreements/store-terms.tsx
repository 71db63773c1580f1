import { Button, Card, Group, Skeleton, Stack, Text, Textarea, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { api, client } from '../api.ts';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { Failure, FailureAlert } from '../components/failure.tsx';
import { Note, Strong } from '../components/note.tsx';
import { useMay } from '../components/role-limit.tsx';
import { useApiMutation } from '../components/use-api-mutation.ts';
import { useFormats } from '../language/formats.ts';
import { TermsText } from './terms-to-accept.tsx';
import { useAgreementTexts } from './texts.ts';

const MAX_TEXT = 20_000;

/** The terms of a campaign, for its store. */
export function StoreTerms({ offer }: { offer: number }) {
  const t = useAgreementTexts();
  const { time } = useFormats();
  const mayChange = useMay('manage');
  const path = { params: { path: { offer } } };
  const { data, error, refetch } = api.useQuery('get', '/v2/offers/{offer}/agreement', path);
  const [draft, setDraft] = useState<string | null>(null);
  const [isAsking, ask] = useDisclosure(false);
  const save = useApiMutation(
    async (text: string) => await client.PUT('/v2/offers/{offer}/agreement', { ...path, body: { text } }),
    { done: t.store.saved, onDone: () => setDraft(null) },
  );
  const remove = useApiMutation(async () => await client.DELETE('/v2/offers/{offer}/agreement', path), {
    done: t.store.removed,
    onDone: ask.close,
  });
  if (error) return <Failure error={error} onRetry={refetch} />;
  if (data === undefined) return <Skeleton h={80} />;
  const { agreement } = data;
  return (
    <Card p="md" component="section" aria-labelledby="store-terms">
      <Title order={2} size="h5" id="store-terms">
        {t.title}
      </Title>
      <Note size="xs" mb="sm">
        {t.store.hint}
      </Note>
      {draft === null ? (
        <Stack gap="sm" align="flex-start">
          {agreement === null ? (
            <Text size="sm">{t.store.none}</Text>
          ) : (
            <>
              <Strong>{t.since(agreement.version, time(agreement.created_at))}</Strong>
              <TermsText text={agreement.text} label={t.title} />
            </>
          )}
          <Group gap="sm" display={mayChange ? undefined : 'none'}>
            <Button size="xs" variant="default" onClick={() => setDraft(agreement?.text ?? '')}>
              {agreement === null ? t.store.add : t.store.edit}
            </Button>
            {agreement !== null && (
              <Button size="xs" variant="subtle" color="red" onClick={ask.open}>
                {t.store.remove}
              </Button>
            )}
          </Group>
        </Stack>
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            save.mutate(draft);
          }}
        >
          <Stack gap="sm">
            <Textarea
              label={t.store.text}
              autosize
              minRows={6}
              maxRows={20}
              required
              maxLength={MAX_TEXT}
              value={draft}
              onChange={(event) => setDraft(event.currentTarget.value)}
            />
            <FailureAlert message={save.failure} />
            <Group gap="sm">
              <Button type="submit" size="xs" loading={save.isPending}>
                {t.store.save}
              </Button>
              <Button size="xs" variant="default" onClick={() => setDraft(null)}>
                {t.store.cancel}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
      <ConfirmDialog
        title={t.store.sure}
        words={t.store.sureText}
        action={t.store.remove}
        keep={t.store.keep}
        opened={isAsking}
        doing={remove}
        onClose={ask.close}
      />
    </Card>
  );
}
