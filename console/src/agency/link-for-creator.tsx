import { Alert, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { ApiError, type paths } from '@tributary/client';
import { type FormEvent, useState } from 'react';
import { client } from '../api.ts';
import { CopyText } from '../components/copy-text.tsx';
import { FailureAlert } from '../components/failure.tsx';
import { Note, Strong } from '../components/note.tsx';
import { useApiMutation } from '../components/use-api-mutation.ts';
import { useAgencyTexts } from './texts.ts';

/** Creates a link on behalf of a creator. */
export default function LinkForCreator({
  creator,
  onClose,
}: {
  creator: { id: number; name: string } | null;
  onClose: () => void;
}) {
  const t = useAgencyTexts().link;
  return (
    <Modal opened={creator !== null} onClose={onClose} title={t.title(creator?.name ?? '')} size="lg">
      {creator !== null && <LinkForm key={creator.id} user={creator.id} />}
    </Modal>
  );
}

function LinkForm({ user }: { user: number }) {
  const t = useAgencyTexts().link;
  const [url, setUrl] = useState('');
  const make = useApiMutation(
    async (advertiser: number | null) =>
      (
        await client.POST('/v2/users/{user}/affiliate-links', {
          params: { path: { user } },
          body: { url, ...(advertiser === null ? {} : { advertiser_id: advertiser }) },
        })
      ).data!,
  );
  const fields = make.error instanceof ApiError ? make.error.fields : {};
  const submit = (event: FormEvent) => {
    event.preventDefault();
    make.mutate(null);
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <Note>{t.hint}</Note>
        {fields.url === undefined && <FailureAlert message={make.failure} />}
        <TextInput
          label={t.url}
          required
          inputMode="url"
          data-autofocus
          value={url}
          error={fields.url?.join(', ')}
          onChange={({ currentTarget: { value } }) => setUrl(value)}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={make.isPending}>
            {t.make}
          </Button>
        </Group>
        <div aria-live="polite">
          {make.data && <Outcome outcome={make.data} onChoice={(advertiser) => make.mutate(advertiser)} />}
        </div>
      </Stack>
    </form>
  );
}

type Made = paths['/v2/users/{user}/affiliate-links']['post']['responses']['200']['content']['application/json'];

function Outcome({ outcome, onChoice }: { outcome: Made; onChoice: (advertiser: number) => void }) {
  const t = useAgencyTexts().link;
  if ('advertisers' in outcome)
    return (
      <Stack gap="xs">
        <Text size="sm">{t.several}</Text>
        {outcome.advertisers.map(({ id, name }) => (
          <Button key={id} variant="default" onClick={() => onChoice(id)}>
            {t.choose(name)}
          </Button>
        ))}
      </Stack>
    );
  const { status, url, advertiser } = outcome.affiliate_link;
  return (
    <Alert variant="light" title={status === 'existing' ? t.existing : t.made}>
      <Stack gap="xs" align="flex-start">
        <Strong style={{ overflowWrap: 'anywhere' }}>{url}</Strong>
        <Text size="sm">{t.of(advertiser.name)}</Text>
        <CopyText text={url} label={t.copy} size="sm" />
      </Stack>
    </Alert>
  );
}
