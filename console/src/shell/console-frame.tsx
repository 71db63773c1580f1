import { AppShell, Badge, Burger, Group, Stack, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { Suspense, startTransition, useEffect, useState } from 'react';
import { laterPart } from '../components/lazy-part.tsx';
import { NoPermission } from '../components/no-permission.tsx';
import { RoleNotice, usePlace } from '../components/role-limit.tsx';
import { Bell } from '../inbox/bell.tsx';
import { followAccount } from '../language/language.tsx';
import { PaletteButton } from '../palette/palette-button.tsx';
import { isAllowed } from '../session/access.ts';
import { type Me, useSession } from '../session/use-me.ts';
import { WorkNavigation } from '../work/work-navigation.tsx';
import { ConnectionNotice } from './connection-notice.tsx';
import { ContextSwitcher } from './context-switcher.tsx';
import { Navigation } from './navigation-links.tsx';
import { PagePending, ShellPending } from './page-pending.tsx';
import { Redirect } from './redirect.tsx';
import { useShellTexts } from './texts.ts';
import { UserMenu } from './user-menu.tsx';
import { Wordmark } from './wordmark.tsx';

const Toasts = laterPart(() => import('./menus/toasts.tsx'));
const Live = laterPart(() => import('./menus/live.tsx'));
const SecondFactorNotice = laterPart(() => import('./menus/second-factor-notice.tsx'));

/** Frame of all pages that need a session; others are redirected to sign in and then back. */
export function ConsoleFrame() {
  return (
    <Suspense fallback={<ShellPending />}>
      <FrameForSession />
    </Suspense>
  );
}

function FrameForSession() {
  const me = useSession();
  const { href } = useLocation();
  if (me === null) return <RedirectToSignIn from={href} />;
  return <FrameInLanguage key={me.id} me={me} />;
}

/** The frame in the language of the account. After a sign-in the page may be in another one, and is loaded again. */
function FrameInLanguage({ me }: { me: Me }) {
  const [isOther] = useState(() => followAccount(me.preferred_locale));
  useEffect(() => {
    if (isOther) location.reload();
  }, [isOther]);
  if (isOther) return <ShellPending />;
  return (
    <>
      <Toasts />
      <Frame me={me} />
    </>
  );
}

/** The heading in the shell (`shell/early.ts`) is that of the first page. It must not be found beside the one of the page, nor on another page. */
function removeEarlyHeading(): void {
  document.querySelector('.shell-heading')?.remove();
  delete document.documentElement.dataset.shellHeading;
}

/** The token of the invitation link of a campaign, as it is written in the address. Its reader may have no account yet. */
const invitedTo = (href: string): string | null =>
  /^\/console\/creator\/invitations\/([^/?#]+)$/.exec(href)?.[1] ?? null;

/** Keeps the first URL, since the location changes during the redirect. */
function RedirectToSignIn({ from }: { from: string }) {
  const [asked] = useState(from);
  useEffect(removeEarlyHeading, []);
  const campaign = invitedTo(asked);
  if (campaign !== null) return <Redirect to={`/console/sign-up?campaign=${campaign}`} />;
  return <Redirect to={`/console/sign-in?to=${encodeURIComponent(asked)}`} />;
}

/** The colour of test mode, which is used nowhere else. */
const TEST_COLOR = 'grape.8';
const TEST_MODE = { borderBottom: '4px solid var(--mantine-color-grape-8)' };

function Frame({ me }: { me: Me }) {
  const t = useShellTexts();
  const [isOpen, { toggle, close }] = useDisclosure(false);
  const place = usePlace();
  const { pathname } = useLocation();
  const isTestMode = pathname.startsWith('/console/sandboxes');
  const isPageDue = usePageDue();
  return (
    <AppShell
      layout="alt"
      header={{ height: 60 }}
      navbar={{ width: 248, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding={{ base: 'md', md: 'xl' }}
    >
      <a className="visually-hidden skip-link" href="#content">
        {t.skip}
      </a>
      <AppShell.Header px={{ base: 'md', md: 'xl' }} {...(isTestMode ? { style: TEST_MODE } : {})}>
        <Group h="100%" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap">
            <Burger opened={isOpen} onClick={toggle} hiddenFrom="sm" size="sm" aria-label={t.menu} />
            <ContextSwitcher me={me} place={place} />
            {isTestMode && (
              <Badge color={TEST_COLOR} variant="filled" visibleFrom="xs">
                {t.testMode}
              </Badge>
            )}
          </Group>
          <Group gap="sm" wrap="nowrap">
            <PaletteButton me={me} place={place} />
            <Bell />
            <UserMenu me={me} />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="md" style={{ overflowY: 'auto' }}>
        <Group justify="space-between" mb="lg" h={32} wrap="nowrap">
          <UnstyledButton component={Link} to="/console">
            <Wordmark />
          </UnstyledButton>
          <Burger opened={isOpen} onClick={toggle} hiddenFrom="sm" size="sm" aria-label={t.menu} />
        </Group>
        <Stack gap="lg" component="nav" aria-label={t.navigation}>
          <WorkNavigation onChoice={close} />
          <Navigation me={me} place={place} onChoice={close} />
        </Stack>
        <Text size="xs" c="dimmed" mt="auto" pt="md" component="a" href="/docs">
          {t.reference}
        </Text>
      </AppShell.Navbar>
      <ConnectionNotice />
      <AppShell.Main id="content" tabIndex={-1}>
        {isPageDue ? (
          <>
            <Live />
            <Suspense fallback={<PagePending />}>
              {me.second_factor_required && <SecondFactorNotice />}
              {isAllowed(me, place, pathname) ? (
                <>
                  <RoleNotice />
                  <Outlet />
                </>
              ) : (
                <NoPermission isPage />
              )}
            </Suspense>
          </>
        ) : (
          <ShellPending />
        )}
      </AppShell.Main>
    </AppShell>
  );
}

/**
 * Whether the page is rendered. The frame is put into the document before it, behind the shell: both at once would be one long task. A deferred
 * value would not do, because React takes the values that the parts of the page defer in the same rendering.
 */
function usePageDue(): boolean {
  const [isDue, setIsDue] = useState(false);
  useEffect(() => startTransition(() => setIsDue(true)), []);
  useEffect(() => {
    if (isDue) removeEarlyHeading();
  }, [isDue]);
  return isDue;
}
