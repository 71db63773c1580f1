import { ActionIcon, Indicator } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { api } from '../api.ts';
import { useShellTexts } from '../shell/texts.ts';

const POLL_MS = 60_000;
const MAX_SHOWN = 99;

/** Link to the notifications with the number of unread ones. */
export function Bell() {
  const t = useShellTexts();
  const params = { query: { is_read: false, size: 1 } };
  const { data } = api.useQuery('get', '/v2/me/notifications', { params }, { refetchInterval: POLL_MS });
  const unread = data?.meta.total ?? 0;
  return (
    <Indicator
      disabled={unread === 0}
      label={unread > MAX_SHOWN ? `${MAX_SHOWN}+` : unread}
      size={16}
      color="red.8"
      offset={4}
      zIndex={1}
    >
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={t.bell(unread)}
        renderRoot={(props) => <Link {...props} to="/console/notifications" />}
      >
        <IconBell size={20} />
      </ActionIcon>
    </Indicator>
  );
}
