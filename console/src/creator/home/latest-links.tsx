import { Anchor, Card, Group, Skeleton, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { api } from '../../api.ts';
import { CopyText } from '../../components/copy-text.tsx';
import { Failure } from '../../components/failure.tsx';
import { SectionTitle } from '../../components/section-title.tsx';
import { useFormats } from '../../language/formats.ts';
import { useMe } from '../../session/use-me.ts';
import { useCreatorTexts } from '../texts.ts';

const SHOWN = 5;

/** The latest links and the total number of links. */
export function useLatestLinks() {
  const { id: user } = useMe();
  const query = { sort_by: 'created_at:desc', size: SHOWN } as const;
  return api.useQuery('get', '/v2/users/{user}/link-stats', { params: { path: { user }, query } });
}

/** The latest links, each with a copy button. */
export function LatestLinks() {
  const t = useCreatorTexts();
  const { relative } = useFormats();
  const { data, error, refetch } = useLatestLinks();
  return (
    <Card component="section" aria-labelledby="latest-links">
      <Group justify="space-between" mb="md">
        <SectionTitle id="latest-links">{t.last.title}</SectionTitle>
        <Anchor size="sm" renderRoot={(props) => <Link {...props} to="/console/creator/links" />}>
          {t.last.all}
        </Anchor>
      </Group>
      {error && <Failure error={error} onRetry={refetch} />}
      {data === undefined && !error && <Skeleton h={254} />}
      <Stack gap="sm">
        {data?.data.map(({ id, title, url, store, created_at }) => (
          <Group key={id} justify="space-between" wrap="nowrap" gap="sm">
            <div style={{ minWidth: 0 }}>
              <Anchor
                fw={550}
                lineClamp={1}
                renderRoot={(props) => (
                  <Link {...props} to="/console/creator/links/$link" params={{ link: String(id) }} />
                )}
              >
                {title}
              </Anchor>
              <Text size="xs" c="dimmed" truncate>
                {store.name} · {relative(created_at)}
              </Text>
            </div>
            <CopyText text={url} of={title} />
          </Group>
        ))}
      </Stack>
    </Card>
  );
}
