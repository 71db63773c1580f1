import axe from 'axe-core';
import type { Page } from 'playwright-core';
import type { DemoFile } from '../../src/demo/demo-file.ts';
import { demoPeople, loadDemo } from '../../src/demo/index.ts';
import { createTestApplication, type TestApplication } from './application.ts';
import { openBrowser, type Visitor } from './browser.ts';
import { createTestDatabase } from './database.ts';
import { demoParts, readDemoFile } from './demo.ts';
import { freePort } from './free-port.ts';

type Person = 'admin' | 'advertiser' | 'agency' | 'creator';

/** The built console over a demo market of this test file's own, listening on loopback. */
export interface DemoConsole {
  application: TestApplication;
  url: string;
  demo: DemoFile;
  /** A browser of its own, at the door. */
  visit(path?: string): Promise<Visitor>;
  /** A browser of its own, signed in as one of the demo's people by one click. */
  enterAs(person: Person, size?: { width: number; height: number }): Promise<Visitor>;
}

const ROLE_WORDS: Record<Person, string> = {
  admin: 'Administrator',
  advertiser: 'Shop',
  agency: 'Agency',
  creator: 'Creator',
};

/** Call it in `beforeAll`; everything is gone after the file's last test. */
export async function startDemoConsole(): Promise<DemoConsole> {
  const database = await createTestDatabase();
  const parts = await demoParts(database);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const config = { ...parts.config, publicUrl: url };
  await loadDemo({ ...parts, config });
  const application = await createTestApplication({
    database,
    publicUrl: url,
    storage: parts.storage,
    demoSignIns: () => demoPeople(config),
  });
  await application.app.listen({ host: '127.0.0.1', port });
  const visit = async (path = '/') => {
    const visitor = await openBrowser({ '127.0.0.1': port });
    await visitor.page.goto(`${url}${path}`);
    return visitor;
  };
  return {
    application,
    url,
    demo: await readDemoFile(parts),
    visit,
    async enterAs(person, size) {
      const visitor = await visit();
      if (size !== undefined) await visitor.page.setViewportSize(size);
      await visitor.context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: url });
      await visitor.page.getByRole('button', { name: new RegExp(`${ROLE_WORDS[person]} ·`) }).click();
      await visitor.page.waitForURL(/\/console\/\w/);
      return visitor;
    },
  };
}

/**
 * What axe (WCAG 2.2 A and AA, and its best practices) finds wrong with what a page shows now.
 * @returns each rule with the elements that break it; an empty list is what one wants
 */
export async function accessibilityFaults(page: Page): Promise<{ rule: string; elements: string[] }[]> {
  await page.evaluate(axe.source);
  const violations = await page.evaluate(async () => {
    const { axe: checker } = globalThis as unknown as { axe: typeof import('axe-core') };
    return (await checker.run()).violations.map(({ id, nodes }) => ({
      rule: id,
      elements: nodes.map(({ html, failureSummary }) => `${html.slice(0, 200)} ${failureSummary ?? ''}`),
    }));
  });
  return violations;
}
