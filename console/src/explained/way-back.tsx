import { Group, Text } from '@mantine/core';
import { PathLink } from '../components/path-link.tsx';
import { useCommonTexts } from '../components/texts.ts';
import { useCameFrom } from '../palette/recent-pages.ts';
import type { Me } from '../session/use-me.ts';
import { useMe } from '../session/use-me.ts';
import { useShellTexts } from '../shell/texts.ts';

/** The breadcrumb to the page from which the reader came to an explanation, otherwise to the reader’s page of such amounts. */
export function WayBack({ current }: { current: string }) {
  const t = useCommonTexts();
  const { pages } = useShellTexts();
  const me = useMe();
  const from = useCameFrom(me.id);
  const above = from === null ? usualPage(me, pages) : { title: from.title, path: from.address ?? from.href };
  if (above === null) return null;
  return (
    <nav aria-label={t.breadcrumbs}>
      <Group component="ol" gap={6} p={0} m={0} mb={4} style={{ listStyle: 'none' }}>
        <li>
          <PathLink path={above.path} size="sm">
            {above.title}
          </PathLink>{' '}
          <Text span size="sm" c="dimmed" aria-hidden>
            /
          </Text>
        </li>
        <Text component="li" size="sm" c="dimmed" aria-current="page" style={{ overflowWrap: 'anywhere' }}>
          {current}
        </Text>
      </Group>
    </nav>
  );
}

/** The page with the amounts of the reader’s first role. */
function usualPage(
  { roles, stores, clients }: Me,
  pages: Record<'creatorEarnings' | 'orders' | 'earnings', string>,
): { title: string; path: string } | null {
  if (roles.includes('creator')) return { title: pages.creatorEarnings, path: '/console/creator/earnings' };
  const [store, client] = [stores[0], clients[0]];
  if (store !== undefined) return { title: pages.orders, path: `/console/shop/${store.id}/orders` };
  return client === undefined ? null : { title: pages.earnings, path: `/console/agency/${client.id}/earnings` };
}
