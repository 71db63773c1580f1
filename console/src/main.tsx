import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import '@fontsource-variable/figtree/wght.css';
import './styles.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { setNonce } from 'get-nonce';
import { StrictMode, Suspense, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { ME_KEY, queryClient, queryOptionsOf } from './api.ts';
import { NamedButtons } from './components/named-buttons.tsx';
import { EARLY_REQUESTS } from './early-requests.ts';
import { PAGE_LANGUAGE } from './language/language.tsx';
import { ownTextsLoaded } from './language/texts.ts';
import { createConsoleRouter } from './router.tsx';
import { registerServiceWorker } from './service-worker.ts';
import { OwnDialogs } from './session/own-dialogs.tsx';
import { SessionDialog } from './session/session-dialog.tsx';
import { loadSession } from './session/use-me.ts';
import { ShellPending } from './shell/page-pending.tsx';
import { theme } from './theme.ts';

/** Nonce of the page for styles that are created at run time. */
const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '';
setNonce(nonce);

document.documentElement.lang = PAGE_LANGUAGE;

/**
 * Renders when everything that the first rendering needs is loaded: the page's code, its texts, the session and the record of the page.
 * Until then, the shell of the page is visible. If the rendering suspended, React would show the content 300 ms after the placeholder at
 * the earliest.
 */
async function start(): Promise<void> {
  // The evaluation of the modules, the router and the first rendering are separate tasks, between which the page reacts.
  await nextTask();
  const router = createConsoleRouter();
  await nextTask();
  // A failure is shown by the component that needs the missing data.
  await Promise.allSettled([router.load(), loadSession()]);
  await loadEarlyRecord(router.state.matches.at(-1));
  await ownTextsLoaded();
  const root = createRoot(document.getElementById('root')!);
  // A transition is rendered in slices, between which the page reacts.
  startTransition(() =>
    root.render(
      <StrictMode>
        <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={() => nonce}>
          <QueryClientProvider client={queryClient}>
            <Suspense fallback={<ShellPending />}>
              <NamedButtons>
                <RouterProvider router={router} />
              </NamedButtons>
            </Suspense>
            <Suspense fallback={null}>
              <NamedButtons>
                <OwnDialogs />
                <SessionDialog />
              </NamedButtons>
            </Suspense>
          </QueryClientProvider>
        </MantineProvider>
      </StrictMode>,
    ),
  );
}

/** Waits for the record that was requested early, if the page has one. Without a session there is none: the reader has to sign in first. */
async function loadEarlyRecord(page: { fullPath: string; params: Record<string, string> } | undefined): Promise<void> {
  const record = EARLY_REQUESTS[page?.fullPath ?? ''];
  if (record === undefined || !queryClient.getQueryData(ME_KEY)) return;
  const query = [record.endpoint, { params: record.request(page!.params) }] as const;
  // A failure is repeated and shown by the page.
  await queryClient.prefetchQuery({ ...queryOptionsOf('get', ...query), retry: false });
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve);
  });
}

// Not awaited here, because the modules of the page import this one.
void start();

if (import.meta.env.PROD) registerServiceWorker();
