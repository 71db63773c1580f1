import { Button, Card, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { client } from '../../api.ts';
import { Failure } from '../../components/failure.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { ReasonDialog } from '../../components/reason-dialog.tsx';
import { SectionHeader } from '../../components/section-header.tsx';
import { useFormats } from '../../language/formats.ts';
import { EffectsTable } from './effects-table.tsx';
import { FilterForm } from './filter-form.tsx';
import { filterOf } from './search.ts';
import { useVoidsTexts } from './texts.ts';

type Filter = NonNullable<ReturnType<typeof filterOf>>;

/** Voids clicks, orders or one-time payments after a preview of the effect. The selection is in the URL. */
export function NewVoidPage() {
  const t = useVoidsTexts().new;
  const search = useSearch({ from: '/console/admin/voids/new' });
  const navigate = useNavigate({ from: '/console/admin/voids/new' });
  const filter = filterOf(search);
  return (
    <>
      <PageHeader above={{ label: t.back, link: { to: '/console/admin/voids' } }} title={t.title} hint={t.hint} />
      <Stack gap="lg">
        <Card>
          <FilterForm search={search} onPreview={(next) => navigate({ search: next, replace: true })} />
        </Card>
        {filter !== null && <Preview key={JSON.stringify(filter)} filter={filter} />}
      </Stack>
    </>
  );
}

function Preview({ filter }: { filter: Filter }) {
  const { new: t, items: counted, logHint } = useVoidsTexts();
  const { number } = useFormats();
  const navigate = useNavigate();
  const [isAsking, setIsAsking] = useState(false);
  const preview = useQuery({
    queryKey: ['void-preview', filter],
    queryFn: async () => (await client.POST('/v2/admin/voids/preview', { body: filter })).data!,
    // An outdated preview is refused, so each visit reads it again.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const { data, error, refetch } = preview;
  const what = counted[filter.kind](data?.items ?? 0, number(data?.items ?? 0));
  const close = () => {
    setIsAsking(false);
    // After a refusal, the matching records may have changed.
    void refetch();
  };
  if (error) return <Failure error={error} onRetry={refetch} />;
  return (
    <section aria-labelledby="effect">
      <SectionHeader id="effect" title={t.effect}>
        {data !== undefined && data.items > 0 && (
          <Button color="red" onClick={() => setIsAsking(true)}>
            {t.void(what)}
          </Button>
        )}
      </SectionHeader>
      <EffectsTable effects={data?.effects} />
      <ReasonDialog
        title={t.confirmTitle(what)}
        text={t.confirmWords[filter.kind]}
        hint={logHint}
        isHarmful
        action={t.void(what)}
        opened={isAsking}
        send={({ reason }) =>
          client.POST('/v2/admin/voids', { body: { ...filter, fingerprint: data!.fingerprint, reason } })
        }
        done={t.done(what)}
        onDone={() => navigate({ to: '/console/admin/voids' })}
        onClose={close}
      />
    </section>
  );
}
