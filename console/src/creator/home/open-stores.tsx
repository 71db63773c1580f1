import { Anchor, Button, SimpleGrid, Skeleton, Text } from '@mantine/core';
import { useState } from 'react';
import { api, KEEP_PREVIOUS } from '../../api.ts';
import { Failure } from '../../components/failure.tsx';
import { Note } from '../../components/note.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { useMe } from '../../session/use-me.ts';
import { useCreatorTexts } from '../texts.ts';

const SHOWN = 9;
const MAX_STORES = 200;

/** Stores that the creator can link to. */
export function OpenStores() {
  const t = useCreatorTexts().shops;
  const { id: user } = useMe();
  const [size, setSize] = useState(SHOWN);
  const { data, error, refetch, isPlaceholderData } = api.useQuery(
    'get',
    '/v2/users/{user}/advertisers',
    {
      params: { path: { user }, query: { size, 'include[]': ['mainUrlMatchingRule', 'StoreCategories', 'domains'] } },
    },
    KEEP_PREVIOUS,
  );
  return (
    <SectionCard id="open-shops" title={t.title} hint={t.hint}>
      {error && <Failure error={error} onRetry={refetch} />}
      {data === undefined && !error && <Skeleton h={130} />}
      {data?.data.length === 0 && <Text c="dimmed">{t.none}</Text>}
      <SimpleGrid
        component="ul"
        cols={{ base: 1, xs: 2, lg: 3 }}
        spacing="md"
        verticalSpacing="sm"
        p={0}
        m={0}
        style={{ listStyle: 'none' }}
      >
        {data?.data.map((shop) => (
          <li key={shop.id}>
            <StoreRow name={shop.name} page={shop.mainUrlMatchingRule?.url} domain={shop.domains?.[0]} />
            <Note size="xs">
              {[shop.domains?.[0], ...(shop.StoreCategories?.map(({ name }) => name) ?? [])]
                .filter(Boolean)
                .join(' · ')}
            </Note>
          </li>
        ))}
      </SimpleGrid>
      {data !== undefined && data.meta.total > data.data.length && size < MAX_STORES && (
        <Button
          variant="subtle"
          size="compact-sm"
          mt="sm"
          loading={isPlaceholderData}
          onClick={() => setSize(MAX_STORES)}
        >
          {t.all(data.meta.total)}
        </Button>
      )}
    </SectionCard>
  );
}

/** The name of a store, with a link to its main page, or to its first domain. */
function StoreRow({ name, page, domain }: { name: string; page: string | undefined; domain: string | undefined }) {
  const isPage = page !== undefined && /^https?:\/\//.test(page);
  const href = isPage ? page : domain === undefined ? null : `https://${domain}/`;
  if (href === null) return <Text fw={550}>{name}</Text>;
  return (
    <Anchor fw={550} href={href} target="_blank" rel="noreferrer">
      {name}
    </Anchor>
  );
}
