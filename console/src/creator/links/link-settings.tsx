import { Anchor, Button, Group, Skeleton, Stack, TagsInput, TextInput } from '@mantine/core';
import { IconArchive, IconArchiveOff } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import type { paths } from '@tributary/client';
import { MAX_LINK_TAGS } from '../../../../src/platform/limits.ts';
import { api, client, ifMatch } from '../../api.ts';
import { CopyText } from '../../components/copy-text.tsx';
import { DayField } from '../../components/day-field.tsx';
import { Failure, FailureText } from '../../components/failure.tsx';
import { Form } from '../../components/form.tsx';
import { LimitedInput } from '../../components/limited-input.tsx';
import { Note } from '../../components/note.tsx';
import { useApiMutation } from '../../components/use-api-mutation.ts';
import { useForm } from '../../components/use-form.ts';
import { useFormats } from '../../language/formats.ts';
import { useCreatorTexts } from '../texts.ts';
import { fromLocalTime, isTime, toLocalTime } from './local-time.ts';

type Settings =
  paths['/v2/affiliate-links/{affiliate_link}/settings']['get']['responses']['200']['content']['application/json'];
type Body = NonNullable<
  paths['/v2/affiliate-links/{affiliate_link}']['patch']['requestBody']
>['content']['application/json'];

const SETTINGS = '/v2/affiliate-links/{affiliate_link}/settings';

/** The settings of a link that a creator can change: slug, title, tags and expiry, with its other URLs and archiving. */
export default function LinkSettings({ link }: { link: number }) {
  const t = useCreatorTexts().settings;
  const { data, error, refetch } = api.useQuery('get', SETTINGS, {
    params: { path: { affiliate_link: link } },
  });
  if (error) return <Failure error={error} onRetry={refetch} />;
  if (data === undefined) return <Skeleton role="status" h={240} aria-label={t.title} />;
  return (
    <Stack gap="lg">
      <SettingsForm key={data.id} settings={data} />
      <OtherUrls settings={data} />
      <Archiving settings={data} />
    </Stack>
  );
}

const change = (link: number, body: Body, headers: Record<string, string> = {}) =>
  client.PATCH('/v2/affiliate-links/{affiliate_link}', { params: { path: { affiliate_link: link } }, body, headers });

/** The form values of a link. */
const valuesOf = (settings: Settings) => {
  const { day, time } = toLocalTime(settings.expires_at);
  return {
    slug: settings.slug ?? '',
    title: settings.title,
    tags: settings.tags,
    expiresOn: day,
    expiresTime: time,
    expiredUrl: settings.expired_url ?? '',
  };
};
type Values = ReturnType<typeof valuesOf>;

/** The fields to change. */
const bodyOf = (draft: Values, saved: Values): Body => ({
  ...(draft.slug === saved.slug ? {} : { slug: draft.slug === '' ? null : draft.slug }),
  ...(draft.title === saved.title ? {} : { title: draft.title }),
  ...(draft.tags.join('\n') === saved.tags.join('\n') ? {} : { tags: draft.tags }),
  ...(draft.expiresOn === saved.expiresOn && draft.expiresTime === saved.expiresTime
    ? {}
    : { expires_at: fromLocalTime({ day: draft.expiresOn, time: draft.expiresTime }) }),
  ...(draft.expiredUrl === saved.expiredUrl ? {} : { expired_url: draft.expiredUrl === '' ? null : draft.expiredUrl }),
});

function SettingsForm({ settings }: { settings: Settings }) {
  const t = useCreatorTexts().settings;
  const { day } = useFormats();
  const queries = useQueryClient();
  const { id } = settings;
  const form = useForm(valuesOf(settings), {
    name: `link:${id}`,
    send: (now, saved) => change(id, bodyOf(now, saved), ifMatch(`/v2/affiliate-links/${id}/settings`)),
    done: t.saved,
    record: {
      reread: async () => {
        const query = api.queryOptions('get', SETTINGS, { params: { path: { affiliate_link: id } } }, { staleTime: 0 });
        return valuesOf(await queries.fetchQuery(query));
      },
      labels: {
        slug: t.slug,
        title: t.name,
        tags: t.tags,
        expiresOn: t.expires,
        expiresTime: t.expiresTime,
        expiredUrl: t.expiredUrl,
      },
      show: (value, field) => (field === 'expiresOn' && value !== '' ? day(String(value)) : [value].flat().join(', ')),
    },
    check: ({ expiresOn, expiresTime }) => ({
      expiresTime: expiresOn === '' || expiresTime === '' || isTime(expiresTime) ? undefined : t.timeLike,
    }),
  });
  return (
    <Form of={form} action={t.save} isEdit>
      <LimitedInput label={t.name} max={120} {...form.text('title')} />
      <LimitedInput
        label={t.slug}
        description={t.slugHint}
        max={60}
        autoCapitalize="none"
        spellCheck={false}
        {...form.text('slug')}
      />
      <TagsInput label={t.tags} description={t.tagsHint} maxTags={MAX_LINK_TAGS} {...form.value('tags')} />
      <Group gap="sm" align="flex-start">
        <DayField flex="1 1 180px" label={t.expires} {...form.value('expiresOn', 'expires_at')} />
        <TextInput
          flex="1 1 100px"
          label={t.expiresTime}
          inputMode="numeric"
          autoComplete="off"
          disabled={form.draft.expiresOn === ''}
          {...form.text('expiresTime')}
        />
      </Group>
      <Note size="xs" mt={-8}>
        {t.expiresHint}
      </Note>
      <TextInput
        type="url"
        label={t.expiredUrl}
        description={t.expiredUrlHint}
        {...form.text('expiredUrl', 'expired_url')}
      />
    </Form>
  );
}

function OtherUrls({ settings: { other_urls: urls } }: { settings: Settings }) {
  const t = useCreatorTexts().settings;
  if (urls.length === 0) return null;
  return (
    <div>
      <Note mb={4}>{t.otherUrls}</Note>
      <Stack component="ul" gap={4} m={0} p={0} style={{ listStyle: 'none' }}>
        {urls.map((url) => (
          <Group key={url} component="li" gap="sm">
            <Anchor href={url} target="_blank" rel="noreferrer" size="sm" style={{ overflowWrap: 'anywhere' }}>
              {url}
            </Anchor>
            <CopyText text={url} of={url} />
          </Group>
        ))}
      </Stack>
    </div>
  );
}

function Archiving({ settings: { id, archived_at: archivedAt } }: { settings: Settings }) {
  const t = useCreatorTexts().settings;
  const isArchived = archivedAt !== null;
  const archive = useApiMutation(() => change(id, { archived: !isArchived }), {
    done: isArchived ? t.unarchived : t.archived,
  });
  return (
    <Stack gap="xs">
      <Group gap="sm">
        <Button
          variant="default"
          loading={archive.isPending}
          leftSection={isArchived ? <IconArchiveOff size={16} aria-hidden /> : <IconArchive size={16} aria-hidden />}
          onClick={() => archive.mutate()}
        >
          {isArchived ? t.unarchive : t.archive}
        </Button>
      </Group>
      <Note size="xs">{t.archiveHint}</Note>
      <FailureText message={archive.failure} />
    </Stack>
  );
}
