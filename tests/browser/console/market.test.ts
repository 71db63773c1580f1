import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import { createCodeDelivery, createUser, hashPassword, readBrand } from '../../../src/modules/accounts/index.ts';
import { createDomainProver } from '../../../src/modules/stores/index.ts';
import { createMailer } from '../../../src/platform/mail/mailer.ts';
import { createOutbound } from '../../../src/platform/outbound/outbound.ts';
import { createTestApplication } from '../../harness/application.ts';
import { chromiumPath, launchBrowser, openWindow } from '../../harness/browser.ts';
import { freePort } from '../../harness/free-port.ts';
import { runWaitingJobs } from '../../harness/jobs.ts';
import { pageFaults } from '../../harness/page-faults.ts';
import { openHttpPeer } from '../../harness/peers/http-peer.ts';
import { openMailServer } from '../../harness/peers/mail-server.ts';

const BLOG = 'robins-trails.example';
const OWNER = { email: 'owner@trailhouse.example', password: 'walking in the forest' };
const STRANGER = { email: 'stranger@example.test', password: 'a stranger no longer' };

/** A store with a campaign that asks applicants a question and sends a gift, and a blog at which a channel is proven. */
async function openMarketplace() {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const mail = await openMailServer();
  const blog = { code: '' };
  const peer = await openHttpPeer(() => ({
    status: 200,
    headers: { 'content-type': 'text/html' },
    body: `<html><head><meta name="description" content="Trails. ${blog.code}"></head><body>Robin walks.</body></html>`,
  }));
  const domainProver = createDomainProver({
    outbound: createOutbound({ allow: ['127.0.0.0/8'], resolve: async () => [{ address: '127.0.0.1', family: 4 }] }),
    dnsServers: ['127.0.0.1:9'],
    originsOf: (host) => [`http://${host}:${new URL(peer.url).port}`],
  });
  const application = await createTestApplication({ publicUrl: url, domainProver });
  const { app, database, market } = application;
  const storeId = await market.store({
    storeGroupId: await market.storeGroup({ currency: 'EUR' }),
    currency: 'EUR',
    domains: ['trailhouse.example'],
  });
  const owner = await createUser(
    { db: database.db },
    { email: OWNER.email, username: 'owner', passwordHash: await hashPassword(OWNER.password) },
  );
  await market.member(storeId, owner.id);
  const as = await application.tokenOf(owner.id);
  const call = async (method: 'POST' | 'PUT', address: string, body: object) => {
    const reply = await application.call({ method, url: address, as, body });
    expect([address, reply.status, reply.body?.errors]).toEqual([address, expect.toSatisfy((n) => n < 300), undefined]);
    return reply.body;
  };
  const made = await call('POST', `/v2/stores/${storeId}/offers`, {
    active: true,
    campaign_title: 'Autumn on the trail',
    campaign_text: 'Show where you run.',
    type: 'store_accept',
    has_product_seeding: true,
    todo: [],
    traffic_sources_costs: [{ source: 0, cpc: 100 }],
    targets: {},
    questions: [{ text: 'Where do you run?', is_required: true }],
  });
  const offer: number = made.data.id;
  await call('PUT', `/v2/offers/${offer}/gift`, {
    gift: { kind: 'product', products: [{ title: 'Trail shoe', value: { minor: 12_000, currency: 'EUR' } }] },
  });
  await call('PUT', `/v2/offers/${offer}/public-page`, { is_public: true });
  await app.listen({ host: '127.0.0.1', port });
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'tributary-market-'));
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
        const texts = mail.mails.filter((one) => one.to.includes(to)).map(({ raw }) => textOf(raw));
        found = texts.map((text) => pattern.exec(text)?.[0]).findLast((address) => address !== undefined);
        return found;
      })
      .toBeDefined();
    return found!;
  };
  return { application, url, blog, storeId, offer, call, mailed, browser: await launchBrowser({ localhost: port }) };
}

/** The text of a mail, with the encoding of long lines removed. */
const textOf = (raw: string) =>
  /quoted-printable/i.test(raw)
    ? raw
        .replaceAll(/=\r?\n/g, '')
        .replaceAll(/=([0-9A-F]{2})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    : raw;

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

it.skipIf(chromiumPath === null)(
  'A stranger is verified, found, accepted, sent a gift and published, and both sides see the result beside its cost',
  { timeout: 480_000 },
  async () => {
    const { application, url, blog, storeId, offer, call, mailed, browser } = await openMarketplace();

    // The stranger signs up and proves the address.
    const stranger = await openWindow(browser);
    const { page } = stranger;
    await page.goto(`${url}/console/sign-up`);
    await field(page, 'Your name').fill('Robin');
    await page.getByLabel('E-mail').fill(STRANGER.email);
    await field(page, 'Password').fill(STRANGER.password);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('status').getByText('E-mail sent').waitFor();
    await page.goto(await mailed(STRANGER.email, /http\S+\/console\/verify\?code=[\w-]+/));
    await page.getByRole('button', { name: 'Confirm and sign in' }).click();
    await page.waitForURL(/\/console\/creator/);

    // Robin proves the blog by a code in its page, and lets stores find the profile.
    await page.goto(`${url}/console/account`);
    const channels = page.getByRole('region', { name: 'Channels' });
    await channels.getByLabel('Platform').selectOption('Blog');
    await channels.getByLabel('Name or address').fill(`https://${BLOG}/`);
    await channels.getByLabel('Followers (optional)').fill('12000');
    await channels.getByRole('button', { name: 'Add channel' }).click();
    await channels.getByRole('button', { name: /^How to prove / }).click();
    blog.code = (
      await channels
        .getByText(/^tributary-[0-9a-f]{16}$/)
        .first()
        .innerText()
    ).trim();
    await channels.getByRole('button', { name: /^Check now: / }).click();
    await channels
      .getByText(/Proven|proven/)
      .first()
      .waitFor();
    const profile = page.getByRole('region', { name: 'Profile for stores' });
    await profile.getByLabel('About you').fill('I walk and run.');
    await profile.getByLabel('Stores find me').check();
    await profile.getByRole('button', { name: 'Save profile' }).click();
    await page.getByText('Profile saved').waitFor();

    // The store finds Robin by a filter.
    const owner = await openWindow(browser);
    await owner.page.goto(`${url}/console/shop/${storeId}/creators`);
    await owner.page.getByLabel('E-mail').fill(OWNER.email);
    await field(owner.page, 'Password').fill(OWNER.password);
    await owner.page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await owner.page.getByLabel('Channel', { exact: true }).selectOption('Proven');
    await owner.page.getByLabel('Followers, at least').selectOption('10000');
    const found = owner.page.getByRole('table', { name: 'Find creators' });
    await found.getByRole('button', { name: 'Robin' }).waitFor();
    expect(await pageFaults(owner.page)).toEqual([]);

    // Robin applies with an answer, and is accepted.
    await page.goto(`${url}/console/creator/campaigns`);
    await page.getByRole('link', { name: 'Apply: Autumn on the trail' }).click();
    await page.getByRole('textbox', { name: /Where do you run/ }).fill('In Umeå.');
    expect(await pageFaults(page)).toEqual([]);
    await page.getByRole('button', { name: /^Apply/ }).click();
    const shop = `${url}/console/shop/${storeId}/campaigns/${offer}`;
    const read = async (text: string) => (await application.database.pool.query(text, [offer])).rows[0];
    const STATUS = 'SELECT id, status FROM participants WHERE campaign_id = $1';
    await expect.poll(async () => (await read(STATUS))?.status).toBe('applied');
    await owner.page.goto(`${shop}?tab=participants`);
    await owner.page.getByRole('button', { name: /Robin/ }).first().click();
    await owner.page.getByText('In Umeå.').first().waitFor();
    await owner.page.getByRole('dialog').getByRole('button', { name: 'Accept Robin' }).click();
    await expect.poll(async () => (await read(STATUS)).status).toBe('accepted');
    const { id: participant } = await read(STATUS);

    // Robin says where the gift is sent; the store sends it; it arrives.
    await page.goto(`${url}/console/creator/campaigns/${offer}`);
    const delivery = page.getByRole('region', { name: 'Delivery', exact: true });
    await delivery.getByLabel('Recipient').fill('Robin Walker');
    await delivery.getByLabel('Street and number').fill('Stigen 4');
    await delivery.getByLabel('Postal code').fill('111 22');
    await delivery.getByLabel('City').fill('Stockholm');
    await delivery.getByRole('combobox', { name: 'Country' }).fill('Sweden');
    await page.getByRole('option', { name: 'Sweden' }).click();
    await delivery.getByRole('button', { name: 'Save delivery details' }).click();
    await page.getByText('Delivery details saved.').waitFor();
    await owner.page.goto(`${shop}?tab=participants`);
    const packing = owner.page.getByRole('region', { name: 'Packing list' });
    await packing.getByRole('button', { name: 'Show the packing list' }).click();
    await packing.getByText(/Stigen 4/).waitFor();
    await packing.getByRole('button', { name: /^Enter the parcel for / }).click();
    const parcel = packing.getByRole('form');
    await parcel.getByLabel('Carrier').fill('PostNord');
    await parcel.getByLabel('Number of the parcel').fill('PN123');
    await parcel.getByRole('button', { name: 'Enter the parcel' }).click();
    await packing.getByRole('cell', { name: 'PN123' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'I have received it' }).click();
    await page.getByText(/^Received on /).waitFor();

    // Robin submits a draft, the store approves it, and the post is published.
    await call('POST', `/v2/offers/${offer}/deliverables`, {
      participant_ids: [participant],
      title: 'Reel by the lake',
      due_on: '2099-05-31',
    });
    await page.reload();
    const openPost = () =>
      page
        .getByRole('region', { name: 'Deliverables' })
        .getByRole('button', { name: /^Reel by the lake/ })
        .click();
    await openPost();
    const post = page.getByRole('dialog', { name: 'Reel by the lake' });
    await post.getByLabel('Note').fill('Ready.');
    await post.getByRole('button', { name: 'Submit draft' }).click();
    await expect
      .poll(
        async () =>
          (
            await read(
              'SELECT d.status FROM deliverables d JOIN participants p ON p.id = d.participant_id WHERE p.campaign_id = $1',
            )
          ).status,
      )
      .toBe('submitted');
    const deliverable = (
      await read(
        'SELECT d.id FROM deliverables d JOIN participants p ON p.id = d.participant_id WHERE p.campaign_id = $1',
      )
    ).id;
    await call('POST', `/v2/deliverables/${deliverable}/submissions/1/approve`, {});
    await page.reload();
    await openPost();
    await post.getByLabel('Address of the post').fill('https://www.instagram.com/p/Cx1/');
    await post.getByRole('combobox', { name: 'Disclosed as advertising by' }).click();
    await page.getByRole('option', { name: 'Hashtag' }).click();
    await post.getByRole('button', { name: 'Report publication' }).click();
    await post.getByText('In review').waitFor();
    await post.getByRole('button', { name: 'Add figures' }).click();
    await post.getByLabel('Views').fill('20000');
    await post.getByRole('button', { name: 'Add figures' }).click();
    await post.getByText('20,000').first().waitFor();

    // Both see the result beside its cost: the views and the value of the gift for the store, and the benefit for Robin.
    await owner.page.goto(`${shop}?tab=content`);
    const content = owner.page
      .getByRole('region', { name: 'Publications' })
      .getByRole('listitem')
      .filter({ hasText: 'Reel by the lake' });
    await content.getByText('20,000').waitFor();
    await content.getByText('Per 1,000 views').waitFor();
    await content
      .getByText(/€6\.00/)
      .first()
      .waitFor();
    await owner.page.goto(shop);
    await owner.page.getByText('Gifts sent').waitFor();
    await owner.page
      .getByText(/€120\.00/)
      .first()
      .waitFor();
    expect(await pageFaults(owner.page)).toEqual([]);
    await page.goto(`${url}/console/creator/earnings`);
    const received = page.getByRole('region', { name: 'Products received' });
    await received.getByRole('cell', { name: 'Trail shoe' }).waitFor();
    await received
      .getByText(/€120\.00/)
      .first()
      .waitFor();
    for (const visitor of [owner, stranger]) expect(visitor.faults).toEqual([]);
  },
);
