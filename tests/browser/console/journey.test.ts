import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import { createCodeDelivery, createUser, hashPassword, readBrand } from '../../../src/modules/accounts/index.ts';
import { createDomainProver } from '../../../src/modules/stores/index.ts';
import { createMailer } from '../../../src/platform/mail/mailer.ts';
import { createOutbound } from '../../../src/platform/outbound/outbound.ts';
import { createTestApplication } from '../../harness/application.ts';
import { chromiumPath, launchBrowser, openWindow } from '../../harness/browser.ts';
import { accessibilityFaults, choose } from '../../harness/console.ts';
import { freePort } from '../../harness/free-port.ts';
import { runWaitingJobs } from '../../harness/jobs.ts';
import { pageFaults } from '../../harness/page-faults.ts';
import { openHttpPeer } from '../../harness/peers/http-peer.ts';
import { openMailServer } from '../../harness/peers/mail-server.ts';

const SHOP = 'trailhouse.example';
const ADMIN = { email: 'admin@market.example', password: 'only for this journey' };
const OWNER = { email: 'owner@trailhouse.example', password: 'walking in the forest' };
const COLLEAGUE = { email: 'colleague@trailhouse.example', password: 'running up the hill' };
const STRANGER = { email: 'stranger@example.test', password: 'a stranger no longer' };
const RECOVERED = 'found my way back home';

/** The text of a mail, with the encoding of long lines removed. */
const textOf = (raw: string) =>
  /quoted-printable/i.test(raw)
    ? raw
        .replaceAll(/=\r?\n/g, '')
        .replaceAll(/=([0-9A-F]{2})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    : raw;

async function openMarketplace() {
  const port = await freePort();
  // Passkeys belong to a host name.
  const url = `http://localhost:${port}`;
  const mail = await openMailServer();
  const proofs = new Map<string, string>();
  const shop = await openHttpPeer(({ target }) =>
    proofs.has(target) ? { status: 200, body: proofs.get(target)! } : { status: 404 },
  );
  const domainProver = createDomainProver({
    outbound: createOutbound({ allow: ['127.0.0.0/8'], resolve: async () => [{ address: '127.0.0.1', family: 4 }] }),
    dnsServers: ['127.0.0.1:9'],
    originsOf: (host) => [`http://${host}:${new URL(shop.url).port}`],
  });
  const application = await createTestApplication({ publicUrl: url, domainProver });
  const { app, database, market } = application;
  await market.storeGroup({ currency: 'EUR' });
  await createUser(
    { db: database.db },
    { email: ADMIN.email, username: 'admin', isAdmin: true, passwordHash: await hashPassword(ADMIN.password) },
  );
  await database.pool.query(`UPDATE marketplace_settings SET store_registration = 'approval'`);
  await app.listen({ host: '127.0.0.1', port });
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'tributary-journey-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const handlers = [
    createCodeDelivery({ db: database.db, now: () => new Date(), publicUrl: url }),
    createMailer({
      smtpUrl: mail.url,
      mailFrom: { name: null, address: 'market@tributary.test' },
      dataDir,
      readBrand: () => readBrand(database.db),
    }),
  ];
  /** The link in the newest mail to an address. */
  const mailed = async (to: string, pattern: RegExp): Promise<string> => {
    let found: string | undefined;
    await expect
      .poll(async () => {
        await runWaitingJobs(database, handlers);
        const mails = mail.mails.filter((one) => one.to.includes(to)).map(({ raw }) => pattern.exec(textOf(raw))?.[0]);
        found = mails.findLast((address) => address !== undefined);
        return found;
      })
      .toBeDefined();
    return found!;
  };
  return { application, url, proofs, mailed, browser: await launchBrowser({ localhost: port }) };
}

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

async function signIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await field(page, 'Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

async function addAuthenticator(context: BrowserContext, page: Page): Promise<void> {
  const device = await context.newCDPSession(page);
  await device.send('WebAuthn.enable');
  await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

it.skipIf(chromiumPath === null)(
  'A store and a creator use an empty marketplace without help',
  { timeout: 480_000 },
  async () => {
    const { application, url, proofs, mailed, browser } = await openMarketplace();

    // A store signs up from the front page.
    const owner = await openWindow(browser);
    await owner.page.goto(url);
    await owner.page.getByRole('link', { name: 'Register a store' }).click();
    await field(owner.page, 'Store name').fill('Trailhouse');
    await field(owner.page, 'Domain').fill(SHOP);
    await choose(owner.page, 'Country', 'SE', 'Sweden (SE)');
    expect(await owner.page.getByRole('combobox', { name: 'Currency' }).inputValue()).toContain('EUR');
    await field(owner.page, 'Your name').fill('Olle Owner');
    await owner.page.getByLabel('E-mail').fill(OWNER.email);
    await field(owner.page, 'Password').fill(OWNER.password);
    expect(await accessibilityFaults(owner.page)).toEqual([]);
    await owner.page.getByRole('button', { name: 'Register store' }).click();
    await owner.page.waitForURL(/\/console\/shop\/\d+$/);
    const store = Number(owner.page.url().split('/').at(-1));

    // It proves its domain.
    const steps = owner.page.getByRole('region', { name: 'First steps' });
    await steps.getByRole('link', { name: 'Prove domains' }).click();
    await owner.page.getByRole('button', { name: `How to prove ${SHOP}` }).click();
    const { rows } = await application.database.pool.query('SELECT id FROM users WHERE is_admin');
    const as = await application.tokenOf(rows[0].id);
    const { proof } = (await application.call({ url: `/v2/stores/${store}/domains`, as })).body.domains[0];
    await owner.page.getByText(proof.file.content, { exact: true }).first().waitFor();
    proofs.set(new URL(proof.file.url).pathname, proof.file.content);
    await owner.page.getByRole('button', { name: `Check now: ${SHOP}` }).click();
    await owner.page.getByText('Proven', { exact: true }).waitFor();

    // It is approved.
    const admin = await openWindow(browser);
    await admin.page.goto(`${url}/console/admin/stores/${store}`);
    await signIn(admin.page, ADMIN);
    const approval = admin.page.getByRole('region', { name: 'Approval' });
    await approval.getByRole('button', { name: 'Approve' }).click();
    await admin.page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
    await approval.getByText('Creators see the store, and its links earn.').waitFor();
    await admin.context.close();

    // Its owner proves the mailbox, without which nothing can be sent to others.
    await owner.page.goto(await mailed(OWNER.email, /http\S+\/console\/change\?code=\S+/));
    await owner.page.getByRole('button', { name: 'Confirm address' }).click();
    await owner.page.getByText('E-mail address confirmed.').waitFor();

    // It invites a colleague, who accepts with an account of their own.
    await owner.page.goto(`${url}/console/shop/${store}/team`);
    await field(owner.page, 'E-mail').fill(COLLEAGUE.email);
    await owner.page.getByLabel('Role', { exact: true }).selectOption('Read only');
    await owner.page.getByRole('button', { name: 'Send invitation' }).click();
    await owner.page.getByRole('list', { name: 'Invitations' }).getByText(COLLEAGUE.email).waitFor();
    const colleague = await openWindow(browser);
    await colleague.page.goto(await mailed(COLLEAGUE.email, /http\S+\/invitations#[\w-]+/));
    await colleague.page.getByText('owner invites you to work for the store Trailhouse.').waitFor();
    await field(colleague.page, 'Password').fill(COLLEAGUE.password);
    expect(await pageFaults(colleague.page)).toEqual([]);
    await colleague.page.getByRole('button', { name: 'Accept invitation' }).click();
    await colleague.page.waitForURL(new RegExp(`/console/shop/${store}$`));
    await colleague.context.close();

    // It publishes a campaign with a page for everybody.
    await owner.page.goto(`${url}/console/shop/${store}/campaigns/new`);
    await owner.page.getByLabel('Title').fill('Autumn on the trail');
    await field(owner.page, 'Text').fill('Show where you run.');
    await owner.page.getByRole('radio', { name: 'By invitation' }).check();
    await field(owner.page, 'Per click').fill('1');
    await owner.page.getByRole('button', { name: 'Create campaign' }).click();
    await owner.page.getByRole('heading', { level: 1, name: 'Autumn on the trail' }).waitFor();
    await owner.page.getByRole('tab', { name: /^Participants/ }).click();
    await owner.page.getByRole('switch', { name: 'Show a public page' }).click();
    await owner.page.getByRole('link', { name: 'Open the page' }).waitFor();
    expect(await accessibilityFaults(owner.page)).toEqual([]);

    // A stranger finds it, signs up and proves the address: the campaign is joined.
    const stranger = await openWindow(browser);
    const { page } = stranger;
    await page.goto(url);
    await page.getByRole('link', { name: 'Autumn on the trail' }).click();
    await page.getByText('€0.70 per click').waitFor();
    await page.getByRole('link', { name: 'Apply' }).click();
    await page.getByText('Trailhouse invites you to the campaign “Autumn on the trail”.').waitFor();
    await field(page, 'Your name').fill('Robin');
    await page.getByLabel('E-mail').fill(STRANGER.email);
    await field(page, 'Password').fill(STRANGER.password);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('status').getByText('E-mail sent').waitFor();
    await page.goto(await mailed(STRANGER.email, /http\S+\/console\/verify\?code=[\w-]+/));
    await page.getByRole('button', { name: 'Confirm and sign in' }).click();
    await page.waitForURL(/\/console\/creator\/campaigns\/\d+$/);
    await page.getByRole('heading', { level: 1, name: 'Autumn on the trail' }).waitFor();

    // Opens a second session, on another device, before there is a second factor.
    const former = await openWindow(browser);
    await former.page.goto(`${url}/console/account`);
    await signIn(former.page, STRANGER);
    await former.page.getByRole('region', { name: 'Passkeys' }).waitFor();

    // The creator adds a passkey and makes a link.
    await addAuthenticator(stranger.context, page);
    await page.goto(`${url}/console/account`);
    const passkeys = page.getByRole('region', { name: 'Passkeys' });
    await passkeys.getByLabel('Name of the new passkey').fill('Laptop');
    await passkeys.getByRole('button', { name: 'Add passkey' }).click();
    await passkeys.getByRole('button', { name: 'Remove Laptop' }).waitFor();
    await page.goto(`${url}/console/creator`);
    await page.getByLabel('Product or page URL').fill(`https://${SHOP}/shoes`);
    await page.getByRole('button', { name: 'Create link', exact: true }).click();
    const made = page.getByRole('region', { name: 'Your link is ready' });
    await made.getByRole('link', { name: 'Autumn on the trail' }).waitFor();

    // The creator signs out, recovers, and sees that the former session has ended.
    await page.getByRole('button', { name: /Robin/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.getByRole('button', { name: 'Send e-mail' }).waitFor();
    await page.getByLabel('E-mail').fill(STRANGER.email);
    await page.getByRole('button', { name: 'Send e-mail' }).click();
    await page.getByRole('status').waitFor();
    const reset = await mailed(STRANGER.email, /http\S+\/console\/reset\?code=[\w-]+/);
    await page.goto(reset);
    await field(page, 'New password').fill(RECOVERED);
    await page.getByRole('button', { name: 'Save password' }).click();
    await page.getByText('Password changed.').waitFor();
    await former.page.reload();
    await former.page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    await page.getByRole('link', { name: 'Back to sign-in' }).click();
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.waitForURL(/\/console\/creator/);
    await page.goto(`${url}/console/account`);
    const sessions = page.getByRole('region', { name: 'Sessions' });
    await sessions.getByText('(this session)').waitFor();
    expect(await sessions.getByRole('row').count()).toBe(2);

    // The code cannot be used again.
    await page.goto(reset);
    await field(page, 'New password').fill('another attempt at it');
    await page.getByRole('button', { name: 'Save password' }).click();
    await page.getByRole('alert').waitFor();
    for (const visitor of [owner, stranger]) expect(visitor.faults).toEqual([]);
  },
);
