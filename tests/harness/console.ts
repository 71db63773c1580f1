import type { BrowserContext, Page } from 'playwright-core';
import type { DemoFile } from '../../src/demo/demo-file.ts';
import { demoPeople, refreshDemoFile } from '../../src/demo/index.ts';
import type { DemoSignIn } from '../../src/modules/accounts/index.ts';
import { createTestApplication, type TestApplication, type TestApplicationOptions } from './application.ts';
import { launchBrowser, openWindow, type Visitor } from './browser.ts';
import { openDemoMarket } from './demo.ts';
import { freePort } from './free-port.ts';

export { accessibilityFaults } from './axe.ts';

type Person = 'admin' | 'advertiser' | 'agency' | 'creator';

/** The built console on a separate demo marketplace of this test file, listening on loopback. */
export interface DemoConsole {
  application: TestApplication;
  url: string;
  demo: DemoFile;
  /** Opens a visitor without a session. */
  visit(path?: string, serviceWorkers?: 'allow'): Promise<Visitor>;
  /** Opens a visitor signed in as one of the demo's people with an empty clipboard, at their home page by default. */
  enterAs(
    person: Person,
    where?: { at?: string; size?: { width: number; height: number } | undefined },
  ): Promise<Visitor>;
}

/** Call it in `beforeAll`. Everything is removed after the file's last test. */
export async function startDemoConsole({
  sandboxesElsewhere = false,
  ...more
}: Pick<TestApplicationOptions, 'environment' | 'paymentProvider' | 'hasSandboxes' | 'hasChanges' | 'company'> & {
  /** Whether sandboxes have a host of their own, `localhost`. */
  sandboxesElsewhere?: boolean;
} = {}): Promise<DemoConsole> {
  const { database, deps, demo } = await openDemoMarket();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const config = { ...deps.config, publicUrl: url };
  await refreshDemoFile(config);
  const people = await demoPeople(config);
  const application = await createTestApplication({
    database,
    publicUrl: url,
    storage: deps.storage,
    vault: deps.vault,
    demoSignIns: async () => people,
    ...more,
    environment: {
      ...more.environment,
      ...(sandboxesElsewhere && { SANDBOX_URL: `http://localhost:${port}` }),
    },
  });
  await application.app.listen({ host: '127.0.0.1', port });
  const browser = await launchBrowser({ '127.0.0.1': port, localhost: port });
  return {
    application,
    url,
    demo: { ...demo, base_url: url },
    async visit(path = '/console/sign-in', serviceWorkers) {
      const visitor = await openWindow(browser, serviceWorkers);
      await visitor.page.goto(`${url}${path}`);
      return visitor;
    },
    async enterAs(person, { at = '/console', size } = {}) {
      const visitor = await openWindow(browser);
      const { context, page } = visitor;
      if (size !== undefined) await page.setViewportSize(size);
      await signIn(context, url, people.find(({ role }) => role === person)!);
      await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: url });
      await page.goto(new URL(at, url).href);
      await page.waitForURL(/\/console\/(?!sign-)\w/);
      await page.evaluate('navigator.clipboard.writeText("")');
      return visitor;
    },
  };
}

/** Sets the session cookie directly; the sign-in page has its own tests. */
async function signIn({ request }: BrowserContext, url: string, { email, password }: DemoSignIn): Promise<void> {
  const reply = await request.post(`${url}/v2/sessions/console`, {
    headers: { 'x-tributary-console': '1' },
    data: { email, password },
  });
  if (!reply.ok()) throw new Error(`signing in as ${email}: ${await reply.text()}`);
}

/** Chooses an option of a searchable list: types a part of its name and selects it. */
export async function choose(page: Page, label: string, typed: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).fill(typed);
  await page.getByRole('option', { name: option, exact: true }).click();
}
