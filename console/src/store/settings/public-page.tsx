import { Anchor, Skeleton, Switch, Text } from '@mantine/core';
import type { paths } from '@tributary/client';
import { api, client, ifMatch } from '../../api.ts';
import { Failure } from '../../components/failure.tsx';
import { Form } from '../../components/form.tsx';
import { LimitedArea } from '../../components/limited-area.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { useCommonTexts } from '../../components/texts.ts';
import { useForm } from '../../components/use-form.ts';
import { useSettingsTexts } from './texts.ts';

type StorePage = paths['/v2/stores/{store}/public-page']['get']['responses']['200']['content']['application/json'];

/** Whether the store has a public page, and its text. */
export function PublicPage({ store }: { store: number }) {
  const t = useSettingsTexts().publicPage;
  const { data, error, refetch } = api.useQuery('get', '/v2/stores/{store}/public-page', {
    params: { path: { store } },
  });
  return (
    <SectionCard id="public-page" title={t.title} hint={t.hint}>
      {error && <Failure error={error} onRetry={refetch} />}
      {data === undefined && !error && <Skeleton h={120} />}
      {data && (
        <PageForm
          key={store}
          store={store}
          page={data}
          reread={async () => (await refetch({ throwOnError: true })).data!}
        />
      )}
    </SectionCard>
  );
}

const valuesOf = ({ is_public, about }: StorePage) => ({ is_public, about });

function PageForm({ store, page, reread }: { store: number; page: StorePage; reread: () => Promise<StorePage> }) {
  const t = useSettingsTexts().publicPage;
  const { conflict } = useCommonTexts();
  const form = useForm(valuesOf(page), {
    name: `public-page:${store}`,
    send: (body) =>
      client.PUT('/v2/stores/{store}/public-page', {
        params: { path: { store } },
        body,
        headers: ifMatch(`/v2/stores/${store}/public-page`),
      }),
    done: t.saved,
    record: {
      reread: async () => valuesOf(await reread()),
      labels: { is_public: t.show, about: t.about },
      show: (value) => (typeof value === 'string' ? value : value ? conflict.yes : conflict.no),
    },
  });
  return (
    <Form of={form} action={t.save} isEdit>
      <Switch label={t.show} {...form.flag('is_public')} />
      {form.draft.is_public && <LimitedArea label={t.about} max={2_000} autosize minRows={3} {...form.text('about')} />}
      {page.is_shown && (
        <Anchor href={page.url} target="_blank" size="sm">
          {t.open}
        </Anchor>
      )}
      {page.is_public && !page.is_shown && <Text size="sm">{t.notYet}</Text>}
    </Form>
  );
}
