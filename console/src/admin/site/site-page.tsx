import { Alert, Anchor, Skeleton, Stack, TextInput } from '@mantine/core';
import type { paths } from '@tributary/client';
import { api, client, ifMatch } from '../../api.ts';
import { Failure } from '../../components/failure.tsx';
import { Form } from '../../components/form.tsx';
import { LimitedArea } from '../../components/limited-area.tsx';
import { LimitedInput } from '../../components/limited-input.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { changesOf, useForm } from '../../components/use-form.ts';
import { SiteLogo } from './site-logo.tsx';
import { useSiteTexts } from './texts.ts';

type Settings = paths['/v2/admin/site-settings']['get']['responses']['200']['content']['application/json'];

const SETTINGS = '/v2/admin/site-settings';

/** Name, colours and texts of the public pages. */
export function SitePage() {
  const t = useSiteTexts();
  const { data, error, refetch } = api.useQuery('get', SETTINGS);
  return (
    <>
      <PageHeader title={t.title} hint={t.hint} />
      {error && <Failure error={error} onRetry={refetch} />}
      {data === undefined && !error && <Skeleton h={320} />}
      {data && (
        <Stack gap="lg" maw={760}>
          {!data.has_imprint && (
            <Alert color="yellow" variant="light" c="var(--mantine-color-text)" title={t.noImprint.title}>
              {t.noImprint.hint}
            </Alert>
          )}
          <SiteLogo address={data.logo_url} />
          <SiteForm settings={data} reread={async () => (await refetch({ throwOnError: true })).data!} />
        </Stack>
      )}
    </>
  );
}

const TEXTS = ['terms', 'privacy', 'imprint'] as const;

const valuesOf = ({ logo_url: _, has_imprint: __, ...values }: Settings) => values;

function SiteForm({ settings, reread }: { settings: Settings; reread: () => Promise<Settings> }) {
  const t = useSiteTexts();
  const form = useForm(valuesOf(settings), {
    name: 'site',
    send: (now, saved) => client.PATCH(SETTINGS, { body: changesOf(now, saved), headers: ifMatch(SETTINGS) }),
    done: t.saved,
    record: {
      reread: async () => valuesOf(await reread()),
      labels: {
        name: t.name,
        accent: t.accent,
        introduction: t.introduction,
        terms: t.terms,
        privacy: t.privacy,
        imprint: t.imprint,
      },
    },
  });
  return (
    <Form of={form} action={t.save} isEdit>
      <SectionCard id="look" title={t.look}>
        <Stack gap="md">
          <LimitedInput label={t.name} required max={64} {...form.text('name')} />
          <TextInput type="color" label={t.accent} description={t.accentHint} required {...form.text('accent')} />
          <LimitedArea
            label={t.introduction}
            description={t.introductionHint}
            max={500}
            autosize
            minRows={2}
            {...form.text('introduction')}
          />
        </Stack>
      </SectionCard>
      <SectionCard id="texts" title={t.texts} hint={t.textsHint}>
        <Stack gap="md">
          {TEXTS.map((name) => (
            <LimitedArea
              key={name}
              label={t[name]}
              max={50_000}
              autosize
              minRows={4}
              maxRows={16}
              {...form.text(name)}
            />
          ))}
        </Stack>
      </SectionCard>
      {/* Links to /for-creators, because the front page redirects visitors with a session. */}
      <Anchor href="/for-creators" target="_blank" size="sm">
        {t.show}
      </Anchor>
    </Form>
  );
}
