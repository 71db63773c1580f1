import { Alert, Button, Card, Group, Loader, Stack, Text, TextInput } from '@mantine/core';
import { IconLink, IconMoodPuzzled } from '@tabler/icons-react';
import { ApiError } from '@tributary/client';
import { type FormEvent, useState } from 'react';
import { useErrorMessage } from '../../components/failure.tsx';
import { Note } from '../../components/note.tsx';
import { SectionTitle } from '../../components/section-title.tsx';
import { useCreatorTexts } from '../texts.ts';
import { CreatedLink } from './created-link.tsx';
import { type NewLinkOutcome, useNewLink } from './use-new-link.ts';

/** A pasted URL is submitted immediately. */
const looksLikeAddress = (text: string) => /^\S+\.\S+$/.test(text);

/** Creates a link from a URL, by paste, Enter or button, and copies it. @param given an address that is filled in */
export function NewLink({ given = '' }: { given?: string | undefined }) {
  const t = useCreatorTexts().newLink;
  const [url, setUrl] = useState(given);
  const make = useNewLink();
  const start = (text: string, advertiserId?: number) => {
    if (text.trim() === '' || make.isPending) return;
    make.mutate({ url: text.trim(), ...(advertiserId === undefined ? {} : { advertiserId }) });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    start(url);
  };
  return (
    <Stack gap="md">
      <Card component="form" onSubmit={submit}>
        <Group align="flex-end" gap="sm">
          <TextInput
            label={t.label}
            placeholder={t.placeholder}
            size="md"
            flex="1 1 260px"
            value={url}
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            leftSection={make.isPending ? <Loader size={16} /> : <IconLink size={18} aria-hidden />}
            onChange={({ currentTarget: { value } }) => setUrl(value)}
            onPaste={(event) => {
              const { value, selectionStart, selectionEnd } = event.currentTarget;
              const isWhole = selectionEnd! - selectionStart! === value.length;
              const pasted = event.clipboardData.getData('text').trim();
              if (isWhole && looksLikeAddress(pasted)) start(pasted);
            }}
          />
          <Button type="submit" size="md" loading={make.isPending}>
            {t.make}
          </Button>
        </Group>
        {given !== '' && url === given && <Note mt="xs">{t.filled}</Note>}
      </Card>
      {make.error && <Refusal error={make.error} />}
      {make.data && <Outcome outcome={make.data} onChoice={start} />}
    </Stack>
  );
}

function Outcome({
  outcome,
  onChoice,
}: {
  outcome: NewLinkOutcome;
  onChoice: (url: string, advertiser: number) => void;
}) {
  const t = useCreatorTexts().newLink;
  if (outcome.kind === 'link') return <CreatedLink key={outcome.link.url} {...outcome} />;
  return (
    <Card component="section" aria-labelledby="choice">
      <SectionTitle id="choice" role="status">
        {t.choose}
      </SectionTitle>
      <Text c="dimmed" size="sm" mb="md">
        {t.chooseHint}
      </Text>
      <Group gap="sm">
        {outcome.advertisers.map(({ id, name }) => (
          <Button key={id} variant="default" onClick={() => onChoice(outcome.url, id)}>
            {name}
          </Button>
        ))}
      </Group>
    </Card>
  );
}

/** The reason why no link was created, and how to proceed. */
function Refusal({ error }: { error: unknown }) {
  const t = useCreatorTexts().refused;
  const sentence = useErrorMessage(error);
  const { title, hint } = { hint: sentence, ...t[reasonOf(error)] };
  return (
    <Alert color="orange" variant="light" icon={<IconMoodPuzzled />} title={title} role="alert">
      {hint}
    </Alert>
  );
}

function reasonOf(error: unknown) {
  if (!(error instanceof ApiError)) return 'other';
  if (error.fields.url !== undefined) return 'invalid_url';
  switch (error.code) {
    case 'no_matching_store':
    case 'url_blocked':
    case 'store_not_visible':
    case 'user_suspended':
      return error.code;
    default:
      return 'other';
  }
}
