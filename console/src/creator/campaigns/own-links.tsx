import { Anchor, Button, Card, Group, Skeleton, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { api } from '../../api.ts';
import { CopyText } from '../../components/copy-text.tsx';
import { Failure } from '../../components/failure.tsx';
import { SectionTitle } from '../../components/section-title.tsx';
import { useMe } from '../../session/use-me.ts';
import { useCampaignTexts } from './texts.ts';

const SHOWN = 10;

/** The creator's links to the campaign's store. */
export function OwnLinks({ store }: { store: { id: number; name: string } }) {
  const t = useCampaignTexts();
  const { id: user } = useMe();
  const { data, error, refetch } = api.useQuery('get', '/v2/users/{user}/link-stats', {
    params: { path: { user }, query: { store_id: store.id, size: SHOWN, sort_by: 'created_at:desc' } },
  });
  return (
    <Card component="section" aria-labelledby="own-links">
      <Group justify="space-between" mb="md">
        <SectionTitle id="own-links" style={{ overflowWrap: 'anywhere' }}>
          {t.links(store.name)}
        </SectionTitle>
        <Button size="xs" variant="light" renderRoot={(props) => <Link {...props} to="/console/creator" />}>
          {t.makeLink}
        </Button>
      </Group>
      {error && <Failure error={error} onRetry={refetch} />}
      {data === undefined && !error && <Skeleton h={80} />}
      {data?.data.length === 0 && <Text c="dimmed">{t.noLinks}</Text>}
      <Stack gap="sm">
        {data?.data.map(({ id, title, url }) => (
          <Group key={id} justify="space-between" wrap="nowrap">
            <Anchor
              truncate
              renderRoot={(props) => (
                <Link {...props} to="/console/creator/links/$link" params={{ link: String(id) }} />
              )}
            >
              {title}
            </Anchor>
            <CopyText text={url} of={title} />
          </Group>
        ))}
      </Stack>
    </Card>
  );
}
