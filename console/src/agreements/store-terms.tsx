import { Button, Card, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { api, client, ifMatch } from '../api.ts';
import { ConfirmDialog } from '../components/dialog.tsx';
import { Failure } from '../components/failure.tsx';
import { Form } from '../components/form.tsx';
import { LimitedArea } from '../components/limited-area.tsx';
import { Note, Strong } from '../components/note.tsx';
import { useMay } from '../components/role-limit.tsx';
import { useApiMutation } from '../components/use-api-mutation.ts';
import { useForm } from '../components/use-form.ts';
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
  const [isAsking, ask] = useDisclosure(false);
  const [isEditing, setIsEditing] = useState(false);
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
      {!isEditing ? (
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
            <Button size="xs" variant="default" onClick={() => setIsEditing(true)}>
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
        <TermsForm
          offer={offer}
          saved={agreement?.text ?? ''}
          reread={async () => (await refetch({ throwOnError: true })).data!.agreement?.text ?? ''}
          onClose={() => setIsEditing(false)}
        />
      )}
      <ConfirmDialog
        title={t.store.sure}
        text={t.store.sureText}
        action={t.store.remove}
        keep={t.store.keep}
        opened={isAsking}
        mutation={remove}
        onClose={ask.close}
      />
    </Card>
  );
}

interface TermsFormProps {
  offer: number;
  saved: string;
  reread: () => Promise<string>;
  onClose: () => void;
}

function TermsForm({ offer, saved, reread, onClose }: TermsFormProps) {
  const t = useAgreementTexts().store;
  const form = useForm(
    { text: saved },
    {
      name: `agreement:${offer}`,
      send: (body) =>
        client.PUT('/v2/offers/{offer}/agreement', {
          params: { path: { offer } },
          body,
          headers: ifMatch(`/v2/offers/${offer}/agreement`),
        }),
      record: { reread: async () => ({ text: await reread() }), labels: { text: t.text } },
      done: t.saved,
      onDone: onClose,
    },
  );
  return (
    <Form of={form} action={t.save} isEdit onCancel={onClose}>
      <LimitedArea label={t.text} autosize minRows={6} maxRows={20} required max={MAX_TEXT} {...form.text('text')} />
    </Form>
  );
}
