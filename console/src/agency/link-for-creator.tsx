import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import type { paths } from '@tributary/client';
import { client } from '../api.ts';
import { CopyText } from '../components/copy-text.tsx';
import { Dialog } from '../components/dialog.tsx';
import { Form } from '../components/form.tsx';
import { Note, Strong } from '../components/note.tsx';
import { useForm } from '../components/use-form.ts';
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
    <Dialog opened={creator !== null} onClose={onClose} title={t.title(creator?.name ?? '')} size="lg">
      {creator !== null && <LinkForm key={creator.id} user={creator.id} />}
    </Dialog>
  );
}

function LinkForm({ user }: { user: number }) {
  const t = useAgencyTexts().link;
  const form = useForm(
    { url: '', advertiser: null as number | null },
    {
      name: `link-for:${user}`,
      isFilledAfter: true,
      send: async ({ url, advertiser }) => {
        const body = { url, ...(advertiser === null ? {} : { advertiser_id: advertiser }) };
        return (await client.POST('/v2/users/{user}/affiliate-links', { params: { path: { user } }, body })).data!;
      },
    },
  );
  const choose = (advertiser: number) => {
    form.set('advertiser', advertiser);
    form.submit({});
  };
  return (
    <Form of={form}>
      <Note>{t.hint}</Note>
      <TextInput
        label={t.url}
        required
        inputMode="url"
        data-autofocus
        {...form.text('url')}
        onChange={({ currentTarget: { value: url } }) => form.type({ url, advertiser: null })}
      />
      <Group justify="flex-end">
        <Button type="submit" loading={form.isPending}>
          {t.make}
        </Button>
      </Group>
      <div aria-live="polite">{form.data && <Outcome outcome={form.data} onChoice={choose} />}</div>
    </Form>
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
