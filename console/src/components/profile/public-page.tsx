import { Anchor, Checkbox, Group, Skeleton, Stack } from '@mantine/core';
import type { paths } from '@tributary/client';
import { api, client } from '../../api.ts';
import { Failure } from '../failure.tsx';
import { Form } from '../form.tsx';
import { LimitedInput } from '../limited-input.tsx';
import { Note, Strong } from '../note.tsx';
import { useForm } from '../use-form.ts';
import { PageLinks } from './page-links.tsx';
import { useProfileTexts } from './texts.ts';

type Page = paths['/v2/users/{user}/public-page']['get']['responses']['200']['content']['application/json'];

const MAX_NAME = 40;

/** Whether everybody may read the profile of a creator, and at which address. */
export function PublicPage({ user }: { user: number }) {
  const t = useProfileTexts().page;
  const { data, error, refetch } = api.useQuery('get', '/v2/users/{user}/public-page', {
    params: { path: { user } },
  });
  return (
    <Stack gap="sm">
      <div>
        <Strong>{t.title}</Strong>
        <Note>{t.hint}</Note>
      </div>
      {error && <Failure error={error} onRetry={refetch} />}
      {!error && data === undefined && <Skeleton h={80} />}
      {data !== undefined && <PageForm user={user} page={data} />}
    </Stack>
  );
}

function PageForm({ user, page }: { user: number; page: Page }) {
  const t = useProfileTexts().page;
  const form = useForm(
    {
      is_public: page.is_public,
      name: page.name ?? '',
      shows_rates: page.shows_rates,
      links: page.links.map((link, key) => ({ key, ...link })),
    },
    {
      name: `creator-page:${user}`,
      send: ({ name, links, ...rest }) =>
        client.PUT('/v2/users/{user}/public-page', {
          params: { path: { user } },
          body: {
            ...rest,
            ...(name !== '' && { name }),
            links: links.map(({ id }) => id),
          },
        }),
      done: t.saved,
    },
  );
  return (
    <Form of={form} action={t.save} isEdit>
      <Checkbox label={t.isPublic} {...form.flag('is_public')} />
      <LimitedInput
        label={t.name}
        description={t.nameHint}
        required={form.draft.is_public || form.draft.links.length > 0}
        max={MAX_NAME}
        autoCapitalize="none"
        spellCheck={false}
        {...form.text('name')}
      />
      <Checkbox label={t.showsRates} {...form.flag('shows_rates')} />
      <PageLinks
        user={user}
        links={form.draft.links}
        fault={form.at('links')}
        onChange={(links) => form.set('links', links)}
      />
      {page.is_public && !page.is_shown && <Note>{t.notShown}</Note>}
      {page.is_shown && (
        <Group gap="md">
          <Anchor href={page.url ?? ''} target="_blank" size="sm">
            {t.open}
          </Anchor>
          <Anchor href={page.media_kit_url ?? ''} target="_blank" size="sm">
            {t.kit}
          </Anchor>
        </Group>
      )}
    </Form>
  );
}
