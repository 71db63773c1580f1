import { NavLink, Stack, Text } from '@mantine/core';
import type { TablerIcon } from '@tabler/icons-react';
import { Link, useLocation, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { keep, readKept } from '../language/kept.ts';
import type { Place } from '../session/access.ts';
import type { Me } from '../session/use-me.ts';
import { type NavigationGroup, type NavigationItem, sectionsOf } from './navigation.tsx';
import { useShellTexts } from './texts.ts';

const ROUND = { borderRadius: 'var(--mantine-radius-md)' };

/** The pages of a user, by role and task. */
export function Navigation({ me, place, onChoice }: { me: Me; place: Place; onChoice: () => void }) {
  const sections = sectionsOf(me, useShellTexts(), place);
  return sections.map(({ key, label, groups }) => (
    <Stack key={key} gap={2}>
      {sections.length > 1 && (
        <Text size="xs" fw={600} c="dimmed" px="sm" pb={4}>
          {label}
        </Text>
      )}
      {groups.map((group) =>
        group.label === undefined ? (
          <Pages key={group.key} items={group.items} onChoice={onChoice} />
        ) : (
          <Group
            key={group.key}
            name={`${key}.${group.key}`}
            group={group}
            // Only administrators have more pages than fit on a screen.
            isOpenAtFirst={key !== 'admin' || group.key === 'market'}
            onChoice={onChoice}
          />
        ),
      )}
    </Stack>
  ));
}

interface GroupProps {
  /** Identifies the group in the reader's browser. */
  name: string;
  group: NavigationGroup;
  isOpenAtFirst: boolean;
  onChoice: () => void;
}

/** Pages under a heading that opens and closes. The group of the current page is open until it is closed. */
function Group({ name, group, isOpenAtFirst, onChoice }: GroupProps) {
  const router = useRouter();
  const { pathname } = useLocation();
  const [choice, choose] = useRememberedChoice(name);
  const isCurrent = group.items.some(({ link }) => pathname.startsWith(router.buildLocation(link).pathname));
  const isOpen = choice ?? (isCurrent || isOpenAtFirst);
  return (
    <NavLink
      component="button"
      aria-expanded={isOpen}
      label={group.label}
      leftSection={group.icon && <PageIcon icon={group.icon} />}
      style={ROUND}
      opened={isOpen}
      onChange={choose}
      // The names of the pages are below that of the group.
      childrenOffset={30}
      keepMounted={false}
    >
      <Pages items={group.items} onChoice={onChoice} />
    </NavLink>
  );
}

/** Pages that explain amounts belong to the page of such amounts of each section. */
const EXPLAINS = /\/console\/(?:explained|invoice-lines|users\/\d+\/days)/;
const OF_AMOUNTS = /(?:creator|agency\/\$client)\/earnings$|shop\/\$store\/orders$/;

function Pages({ items, onChoice }: { items: NavigationItem[]; onChoice: () => void }) {
  const { pathname } = useLocation();
  const isExplained = EXPLAINS.test(pathname);
  return items.map(({ label, icon, link, exact }) => (
    <NavLink
      key={label}
      label={label}
      active={isExplained && OF_AMOUNTS.test(link.to)}
      leftSection={icon && <PageIcon icon={icon} />}
      renderRoot={(props) => (
        <Link
          {...props}
          {...link}
          onClick={onChoice}
          activeOptions={{ exact, includeSearch: false }}
          activeProps={{ 'data-active': true, 'aria-current': 'page' } as object}
        />
      )}
      style={ROUND}
    />
  ));
}

const PageIcon = ({ icon: Icon }: { icon: TablerIcon }) => <Icon size={18} stroke={1.7} aria-hidden />;

/** Whether a group was opened or closed in this browser; undefined: neither. */
function useRememberedChoice(name: string): [boolean | undefined, (isOpen: boolean) => void] {
  const key = `tributary.navigation.${name}`;
  const [choice, setChoice] = useState(() => readKept(key));
  return [
    choice === null ? undefined : choice === 'true',
    (isOpen) => {
      setChoice(String(isOpen));
      keep(key, String(isOpen));
    },
  ];
}
