import { createHash, randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath } from '../../harness/browser.ts';
import { type DemoConsole, startDemoConsole } from '../../harness/console.ts';
import { pageFaults } from '../../harness/page-faults.ts';

/** The name of a program that wants to be taken for the marketplace. */
const NAME = 'Tributary Support';
const CALLBACK = 'http://127.0.0.1:49152/callback';

describe.skipIf(chromiumPath === null)('The page on which a person permits a program', () => {
  let here: DemoConsole;
  beforeAll(async () => {
    here = await startDemoConsole();
  });

  /** Clicks, and returns what the program receives when the browser returns to it. */
  const decide = async (page: Page, button: string) => {
    await page.route(`${CALLBACK}?*`, (route) => route.fulfill({ body: 'You may close this page.' }));
    await page.getByRole('button', { name: button }).click();
    await page.waitForURL(`${CALLBACK}?*`);
    return Object.fromEntries(new URL(page.url()).searchParams);
  };

  /** The path that the program opens in the browser, and its secret. */
  const ask = async () => {
    const body = { client_name: NAME, redirect_uris: ['http://127.0.0.1/callback'] };
    const { body: client } = await here.application.call({ method: 'POST', url: '/oauth/register', body });
    const verifier = randomBytes(32).toString('base64url');
    const request = new URLSearchParams({
      client_id: client.client_id,
      redirect_uri: CALLBACK,
      response_type: 'code',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      scope: 'read links campaigns',
      state: '1e5',
      resource: `${here.url}/mcp`,
    });
    return { path: `/oauth/authorize?${request}`, verifier, clientId: client.client_id as string };
  };

  it('shows who asks and what for, and returns with a code for what the person has chosen', async () => {
    const { path, verifier, clientId } = await ask();
    const { page, faults } = await here.visit(path);
    await page.getByLabel('E-mail').fill(here.demo.emails.creator);
    await page.getByRole('textbox', { name: 'Password' }).fill('tributary-demo');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText(`A program that calls itself “${NAME}”`).waitFor();
    await page.getByText('Nobody has verified this name.').waitFor();
    await page.getByText('A program on this computer').waitFor();
    await page.getByText('bank accounts').waitFor();
    const links = page.getByRole('checkbox', { name: 'Create and change links' });
    expect(await links.isChecked()).toBe(false);
    expect(await pageFaults(page)).toEqual([]);
    await links.check();
    const { code, state, iss } = await decide(page, 'Permit');
    expect([state, iss]).toEqual(['1e5', here.url]);
    const form = { grant_type: 'authorization_code', code: code!, client_id: clientId, redirect_uri: CALLBACK };
    const reply = await fetch(`${here.url}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams(Object.assign({ code_verifier: verifier }, form)),
    });
    expect(await reply.json()).toMatchObject({ scope: 'read links' });

    await page.goto(`${here.url}/console/account`);
    const programs = page.getByRole('region', { name: 'Permitted programs' });
    await programs.getByText('On your computer').waitFor();
    await programs.getByRole('button', { name: `End the permission of ${NAME}` }).click();
    await programs.getByText('No programs').waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('returns with a refusal when the person refuses, and never to an address that is not registered', async () => {
    const { path } = await ask();
    const { page } = await here.enterAs('creator', { at: path });
    expect(await decide(page, 'Refuse')).toMatchObject({ error: 'access_denied', state: '1e5' });
    await page.goto(
      `${here.url}${path.replace(encodeURIComponent(CALLBACK), encodeURIComponent('https://mallory.example/'))}`,
    );
    await page.getByText('The program has not registered the address').waitFor();
    expect(await page.getByRole('button', { name: 'Permit' }).count()).toBe(0);
    await page.goto(`${here.url}${path.replace('S256', 'plain')}`);
    await page.getByText('This request can’t be permitted').waitFor();
    await page.goto(`${here.url}/console/authorize`);
    await page.getByText('This address is incomplete.').waitFor();
    await page.context().close();
  });
});
