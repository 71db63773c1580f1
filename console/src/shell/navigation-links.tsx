import { NavLink, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Place } from '../session/access.ts';
import type { Me } from '../session/use-me.ts';
import { sectionsOf } from './navigation.tsx';
import { useShellTexts } from './texts.ts';

/** The pages of a user, by role. */
export function Navigation({ me, place, onChoice }: { me: Me; place: Place; onChoice: () => void }) {
  const sections = sectionsOf(me, useShellTexts(), place);
  return sections.map(({ key, label, items }) => (
    <Stack key={key} gap={2}>
      {sections.length > 1 && (
        <Text size="xs" fw={600} c="dimmed" px="sm" pb={4}>
          {label}
        </Text>
      )}
      {items.map(({ label: page, icon: Icon, link, exact = false }) => (
        <NavLink
          key={page}
          label={page}
          leftSection={<Icon size={18} stroke={1.7} aria-hidden />}
          renderRoot={(props) => (
            <Link
              {...props}
              {...link}
              onClick={onChoice}
              activeOptions={{ exact, includeSearch: false }}
              activeProps={{ 'data-active': true, 'aria-current': 'page' } as object}
            />
          )}
          style={{ borderRadius: 'var(--mantine-radius-md)' }}
        />
      ))}
    </Stack>
  ));
}
