import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import { api } from '../../api.ts';
import { useOverviewTexts } from './texts.ts';

/** Explains to the members of a store that is not approved what they can and cannot do. */
export function ApprovalNotice({ store }: { store: number }) {
  const t = useOverviewTexts().approval;
  const { data } = api.useQuery('get', '/v2/stores/{store}/approval', { params: { path: { store } } });
  if (data === undefined || data.approval === 'approved') return null;
  const isPending = data.approval === 'pending';
  return (
    <Alert
      mb="lg"
      variant="light"
      color={isPending ? 'yellow' : 'red'}
      c="var(--mantine-color-text)"
      title={isPending ? t.pending : t.rejected}
    >
      <Stack gap="sm">
        <Text size="sm" maw={720}>
          {isPending ? t.pendingHint : t.rejectedHint}
        </Text>
        {data.reason !== null && (
          <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {t.reason(data.reason)}
          </Text>
        )}
        {isPending && <Preparations store={store} />}
      </Stack>
    </Alert>
  );
}

function Preparations({ store }: { store: number }) {
  const t = useOverviewTexts().approval.prepare;
  const params = { store: String(store) };
  const links: [string, LinkProps][] = [
    [t.domains, { to: '/console/shop/$store/url-rules', params }],
    [t.settings, { to: '/console/shop/$store/settings', params }],
    [t.tracking, { to: '/console/shop/$store/tracking', params }],
    [t.campaigns, { to: '/console/shop/$store/campaigns', params }],
    [t.payment, { to: '/console/shop/$store/invoices', params, hash: 'billing' }],
  ];
  return (
    <Group gap="xs">
      {links.map(([label, link]) => (
        <Button key={label} size="xs" variant="default" renderRoot={(props) => <Link {...props} {...link} />}>
          {label}
        </Button>
      ))}
    </Group>
  );
}
