import { Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { queryClient } from '../../api.ts';
import { useFormats } from '../../language/formats.ts';
import { useReader } from '../../language/language.tsx';
import { isChanged } from './changed-queries.ts';
import { followChanges, pathOf } from './follow-changes.ts';
import { UPDATED } from './live-words.ts';

const SECOND_MS = 1_000;
/** In the middle of the space above the heading of the page, so that nothing moves. */
const PLACE = {
  position: 'absolute',
  top: 'calc(var(--app-shell-header-offset, 0rem) + var(--app-shell-padding) / 2 - 8px)',
  insetInlineEnd: 'var(--app-shell-padding)',
} as const;
/** The parts that figures consist of. */
const FIGURES = ['clicks', 'orders', 'payments', 'campaigns'];

/** When the figures that the page shows were last read; null: it shows none. */
function readingTime(): number | null {
  const times = queryClient
    .getQueryCache()
    .getAll()
    .filter((query) => query.isActive() && query.queryKey[1] !== '/v2/me/work' && isChanged(pathOf(query), FIGURES))
    .map(({ state }) => state.dataUpdatedAt);
  return times.length === 0 ? null : Math.max(...times) || null;
}

/** Keeps the figures of the page up to date, and says when they were read. */
export default function Live() {
  const formats = useFormats();
  const { language } = useReader();
  const [ago, setAgo] = useState<string | null>(null);
  useEffect(followChanges, []);
  useEffect(() => {
    const show = () => {
      const at = readingTime();
      setAgo(at === null ? null : formats.relative(new Date(Math.min(at, Date.now())).toISOString()));
    };
    show();
    const timer = window.setInterval(show, SECOND_MS);
    return () => window.clearInterval(timer);
  }, [formats]);
  return ago === null ? null : (
    <Text size="xs" lh="16px" c="dimmed" style={PLACE}>
      {UPDATED[language](ago)}
    </Text>
  );
}
