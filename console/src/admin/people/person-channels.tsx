import { Anchor, Group, Skeleton, Stack } from '@mantine/core';
import { api, client } from '../../api.ts';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { Failure } from '../../components/failure.tsx';
import { Note } from '../../components/note.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { useFormats } from '../../language/formats.ts';
import { usePeopleTexts } from './texts.ts';

/** The channels that a person has named, which an administrator can confirm where the person cannot prove them. */
export function PersonChannels({ user }: { user: number }) {
  const t = usePeopleTexts().channels;
  const { day } = useFormats();
  const { data, error, refetch } = api.useQuery(
    'get',
    '/v2/users/{user}/channels',
    { params: { path: { user } } },
    { select: ({ data }) => data },
  );
  return (
    <SectionCard id="channels" title={t.title} hint={t.hint}>
      {error && <Failure error={error} onRetry={refetch} />}
      {!error && data === undefined && <Skeleton h={40} />}
      {data?.length === 0 && <Note>{t.none}</Note>}
      <Stack gap="xs">
        {data?.map(({ id, url, proven_by: by, proven_at: provenAt }) => (
          <Group key={id} justify="space-between" gap="xs">
            <Anchor href={url} target="_blank" rel="noreferrer" size="sm" style={{ overflowWrap: 'anywhere' }}>
              {url}
            </Anchor>
            {provenAt !== null && <Note size="xs">{t.provenOn(day(provenAt))}</Note>}
            {by !== 'administrator' && (
              <ConfirmButton
                button={{ size: 'compact-sm', variant: 'light', 'aria-label': t.confirmLabel(url) }}
                title={t.confirmTitle(url)}
                text={t.confirmWords}
                action={t.confirm}
                act={() =>
                  client.POST('/v2/admin/users/{user}/channels/{channel}/confirm', {
                    params: { path: { user, channel: id } },
                  })
                }
                done={t.confirmed}
              />
            )}
          </Group>
        ))}
      </Stack>
    </SectionCard>
  );
}
