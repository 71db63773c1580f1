import { Card, Skeleton, TagsInput } from '@mantine/core';
import { MAX_PASSED_PARAMETERS } from '../../../../src/platform/limits.ts';
import { api, client, ifMatch } from '../../api.ts';
import { Failure } from '../../components/failure.tsx';
import { Form } from '../../components/form.tsx';
import { Note } from '../../components/note.tsx';
import { SectionTitle } from '../../components/section-title.tsx';
import { useForm } from '../../components/use-form.ts';
import { useTrackingTexts } from './texts.ts';

const USUAL = [
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_content',
  'utm_term',
  'gclid',
  'fbclid',
  'msclkid',
  'ttclid',
];

/** Campaign parameters that links pass on to the store's pages. */
export function PassedParameters({ store }: { store: number }) {
  const t = useTrackingTexts().passed;
  const { data, error, refetch } = api.useQuery('get', '/v2/advertisers/{advertiser}/passed-parameters', {
    params: { path: { advertiser: store } },
  });
  return (
    <Card component="section" aria-labelledby="passed-parameters">
      <SectionTitle mb={4} id="passed-parameters">
        {t.title}
      </SectionTitle>
      <Note mb="md">{t.hint}</Note>
      {error && <Failure error={error} onRetry={refetch} />}
      {!error && data === undefined && <Skeleton h={36} />}
      {data && (
        <ParametersForm
          key={store}
          store={store}
          parameters={data.parameters}
          reread={async () => (await refetch({ throwOnError: true })).data!}
        />
      )}
    </Card>
  );
}

function ParametersForm({ store, parameters, reread }: ParametersFormProps) {
  const t = useTrackingTexts().passed;
  const form = useForm(
    { parameters },
    {
      name: `passed-parameters:${store}`,
      send: (body) =>
        client.PUT('/v2/advertisers/{advertiser}/passed-parameters', {
          params: { path: { advertiser: store } },
          body,
          headers: ifMatch(`/v2/advertisers/${store}/passed-parameters`),
        }),
      done: t.saved,
      record: { reread, labels: { parameters: t.label } },
    },
  );
  return (
    <Form of={form} action={t.save} isEdit>
      <TagsInput label={t.label} data={USUAL} maxTags={MAX_PASSED_PARAMETERS} {...form.value('parameters')} />
    </Form>
  );
}

interface ParametersFormProps {
  store: number;
  parameters: string[];
  reread: () => Promise<{ parameters: string[] }>;
}
