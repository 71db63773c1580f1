import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath } from '../../harness/browser.ts';
import { accessibilityFaults, type DemoConsole, startDemoConsole } from '../../harness/console.ts';
import { faultsAt } from '../../harness/page-faults.ts';

describe.skipIf(chromiumPath === null)('A store’s campaigns', () => {
  let here: DemoConsole;
  let store: number;
  let campaign: number;
  beforeAll(async () => {
    here = await startDemoConsole();
    ({ store, offer: campaign } = here.demo.ids);
  });

  const ask = async (url: string) => (await here.application.call({ url, as: here.demo.tokens.advertiser })).body;
  const rows = async (text: string, values: unknown[] = []) =>
    (await here.application.database.pool.query(text, values)).rows;
  const at = (path = '') => `${here.url}/console/shop/${store}/campaigns${path}`;
  const enter = async (path = '') => {
    const visitor = await here.enterAs('advertiser', { at: at(path) });
    await visitor.page.getByRole('heading', { level: 1 }).waitFor();
    return visitor;
  };
  const campaignsNamed = async (title: string) =>
    (await ask(`/v2/stores/${store}/campaigns?query=${encodeURIComponent(title)}`)).data as {
      id: number;
      status: string;
    }[];
  const somebodyWho = async (status: string) => {
    const [part] = await rows(
      `SELECT p.id, u.public_name AS name FROM participants p JOIN users u ON u.id = p.user_id
       WHERE p.campaign_id = $1 AND p.status = $2 ORDER BY p.id LIMIT 1`,
      [campaign, status],
    );
    return part as { id: number; name: string };
  };
  const money = (text: string) => ({ amount: text, currency: 'SEK' });
  const column = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

  it('are created for a tag, within a budget, after a preview of the audience', async () => {
    const { page, faults } = await enter('/new');
    const [tag] = await rows(`SELECT id, name FROM user_tags WHERE store_id IS NULL AND name = 'Löpning'`);
    await page.getByLabel('Title').fill('Trail in the dark');
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Show your headlamp.');
    await page.getByRole('textbox', { name: 'Hashtags', exact: true }).fill('#natt');
    await page.getByRole('textbox', { name: 'Per click', exact: true }).fill('2,50');
    await page.getByRole('textbox', { name: 'Per order', exact: true }).fill('8');
    await page.getByRole('textbox', { name: 'Fixed amount per order', exact: true }).fill('40');
    await page.getByRole('textbox', { name: 'Minimum order value', exact: true }).fill('300');
    await page.getByLabel('Fixed amount and share of the order value').selectOption('The larger of both is paid');
    await page.getByRole('combobox', { name: 'Tags', exact: true }).click();
    await page.getByRole('option', { name: tag.name }).click();
    await page.getByLabel('Click budget').fill('5000');
    await page.getByLabel('End date').fill('2099-05-31');
    // The creators of a tag are counted in steps of five, without names.
    const members = await rows(
      `SELECT count(*)::int AS count FROM user_tag_members m JOIN users u ON u.id = m.user_id
       WHERE m.user_tag_id = $1 AND u.suspended_at IS NULL`,
      [tag.id],
    );
    const steps = Math.floor(members[0].count / 5) * 5;
    const aside = page.getByRole('complementary', { name: 'Estimate' });
    await aside.getByText(steps === 0 ? 'Fewer than 5 creators' : `${steps} creators or more`).waitFor();
    await aside.getByText('Show your headlamp.').waitFor();
    await aside.getByText(/About .* days/).waitFor();
    expect(await campaignsNamed('Trail in the dark')).toEqual([]);
    await page.getByRole('button', { name: 'Create campaign' }).click();
    await page.getByRole('heading', { level: 1, name: 'Trail in the dark' }).waitFor();
    const [made] = await campaignsNamed('Trail in the dark');
    const { offer: written } = await ask(`/v2/offers/${made!.id}/definition`);
    expect(written).toMatchObject({
      type: 'standard',
      active: true,
      campaign_text: 'Show your headlamp.\n\n#natt',
      max_money: 5000,
      valid_until: '2099-05-31',
      traffic_sources_costs: [{ source: 0, cpc: 250, cpa: 0.08, cpo: money('40.00'), cpo_mode: 'larger' }],
    });
    expect(written.traffic_sources_costs[0].minimum_order).toEqual(money('300.00'));
    expect(written.targets.user_tag_ids).toEqual([tag.id]);
    expect(faults).toEqual([]);
  });

  it('have hashtags of the store, which are added to a campaign with one click', async () => {
    const { page, faults } = await enter();
    const part = page.getByRole('region', { name: 'Your hashtags' });
    const field = part.getByRole('combobox', { name: 'Hashtags' });
    await field.pressSequentially('skogsljus,#SKOGSLJUS,');
    await part.getByRole('button', { name: 'Save hashtags' }).click();
    await page.getByText('Hashtags saved').waitFor();
    const words = (await ask(`/advertiser/stores/${store}/hashtags`)).map(
      ({ hashtag }: { hashtag: string }) => hashtag,
    );
    expect(words.filter((word: string) => /skogsljus/i.test(word))).toEqual(['skogsljus']);
    await page.goto(at('/new'));
    await page.getByRole('button', { name: 'Add #skogsljus' }).click();
    expect(await page.getByLabel('Hashtags', { exact: true }).inputValue()).toBe('#skogsljus');
    await page.getByRole('button', { name: 'Add #skogsljus' }).waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
  });

  it('show errors at the fields and keep the input; leaving asks for confirmation', async () => {
    const { page, faults } = await enter('/new');
    await page.getByRole('textbox', { name: 'Per click', exact: true }).fill('much');
    const aside = page.getByRole('complementary', { name: 'Estimate' });
    await aside.getByText('The estimate waits for a valid price.').waitFor();
    expect(await page.getByRole('button', { name: 'Calculate' }).isDisabled()).toBe(true);
    await page.getByLabel('Start date').fill('2099-02-02');
    await page.getByLabel('End date').fill('2099-01-01');
    await page.getByLabel('Social network usernames').fill('a'.repeat(31));
    await page.getByRole('button', { name: 'Create campaign' }).click();
    const title = page.getByLabel('Title');
    await title.and(page.locator(':focus')).waitFor();
    await page.getByText('Enter a title.').waitFor();
    await page.getByText('Enter a number, such as 2.50.').waitFor();
    await page.getByText('must not be before the start date').waitFor();
    // An error that only the server detects is also shown at its field.
    await title.fill('Nearly right');
    await page.getByRole('textbox', { name: 'Per click', exact: true }).fill('3');
    await page.getByLabel('End date').fill('2099-03-01');
    // The notice disappears with the last fault, and comes back with the next one.
    const notice = page.getByText('Fix the fields marked below.');
    await notice.waitFor({ state: 'detached' });
    await title.fill('T'.repeat(65));
    await page.getByText('65 / 64', { exact: true }).waitFor();
    await page.getByText('Use at most 64 characters.').waitFor();
    await notice.waitFor();
    expect(await title.inputValue()).toBe('T'.repeat(65));
    await title.fill('Nearly right');
    await notice.waitFor({ state: 'detached' });
    const result = page.getByRole('region', { name: 'Cost in the past' });
    await result.getByRole('button', { name: 'Calculate' }).click();
    await result.getByRole('alert').waitFor();
    await page.getByRole('button', { name: 'Create campaign' }).click();
    const social = page.getByLabel('Social network usernames');
    await expect.poll(() => social.getAttribute('aria-invalid')).toBe('true');
    await notice.waitFor();
    expect(await title.inputValue()).toBe('Nearly right');
    expect(await social.inputValue()).toBe('a'.repeat(31));
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('link', { name: 'Cancel' }).click();
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await question.getByRole('button', { name: 'Stay here' }).first().click();
    await question.waitFor({ state: 'hidden' });
    expect(await title.inputValue()).toBe('Nearly right');
    await page.reload();
    await page.getByText('Your unsaved input has been restored.').waitFor();
    expect(await title.inputValue()).toBe('Nearly right');
    await page.getByRole('link', { name: 'Cancel' }).click();
    await question.getByRole('button', { name: 'Leave' }).click();
    await page.waitForURL(at());
    expect(await campaignsNamed('Nearly right')).toEqual([]);
    expect(faults).toEqual([]);
  });

  it('are changed without losing other fields', async () => {
    const before = (await ask(`/v2/offers/${campaign}/definition`)).offer;
    const { page, faults } = await enter(`/${campaign}/edit`);
    await page.getByLabel('Click limit').fill('12345');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.waitForURL(at(`/${campaign}`));
    const { offer: after } = await ask(`/v2/offers/${campaign}/definition`);
    // The form shows the two money limits as one field.
    expect(after).toEqual({ ...before, max_clicks: 12_345, max_money: before.budget_limit, budget_limit: null });
    expect(faults).toEqual([]);
  });

  it('are paused and resumed, and show what they would have cost', async () => {
    const { page, faults } = await enter(`/${campaign}`);
    const status = async () => (await ask(`/v2/offers/${campaign}`)).status;
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Resume' }).waitFor();
    expect(await status()).toBe('paused');
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    expect(await status()).toBe('active');
    await page.getByRole('tab', { name: 'Terms and rates' }).click();
    const past = page.getByRole('region', { name: 'Cost in the past' });
    await past.getByRole('button', { name: 'Calculate' }).click();
    await past.getByText('With the campaign').waitFor();

    // Done in the list for several campaigns at once, with undo.
    const { campaign_title: title } = await ask(`/v2/offers/${campaign}`);
    await page.goto(at(`?q=${encodeURIComponent(title)}`));
    await page.getByRole('checkbox', { name: `Select ${title}`, exact: true }).check();
    await page.getByRole('button', { name: 'Pause', exact: true }).click();
    await page.getByText('1 campaign paused.').waitFor();
    expect(await status()).toBe('paused');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(status).toBe('active');
    expect(faults).toEqual([]);
  });

  it('have orders whose value is corrected while they are pending', async () => {
    const { body: order } = await here.application.call({
      method: 'POST',
      url: `/v2/stores/${store}/orders`,
      as: here.demo.tokens.advertiser,
      body: { order_id: 'VALUE-1', order_value: '250.00' },
    });
    const { page, faults } = await here.enterAs('advertiser', {
      at: `/console/shop/${store}/orders?order=${order.id}`,
    });
    await page.getByRole('button', { name: 'Correct value' }).click();
    const value = page.getByLabel('Order value (SEK)');
    await value.fill('99999999999999');
    await page.getByRole('button', { name: 'Correct value' }).click();
    await expect.poll(() => value.getAttribute('aria-invalid')).toBe('true');
    expect(await accessibilityFaults(page)).toEqual([]);
    await value.fill('260');
    await page.getByRole('button', { name: 'Correct value' }).click();
    await page.getByText('Value of order VALUE-1 corrected.').waitFor();
    await page.getByText('Value corrected from SEK 250.00 to SEK 260.00').waitFor();
    expect(await ask(`/v2/stores/${store}/orders/${order.id}`)).toMatchObject({ value: { amount: '260.00' } });
    expect(faults).toEqual([]);
  });

  it('choose which trace decides about their orders, and for how long a click counts', async () => {
    const { page, faults } = await enter(`/${campaign}/edit`);
    await page.getByLabel('If an order has a click and a voucher').selectOption('The code of a creator decides');
    const days = page.getByLabel('Attribution window (days)');
    await days.fill('366');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect.poll(() => days.getAttribute('aria-invalid')).toBe('true');
    await days.fill('10');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.waitForURL(at(`/${campaign}`));
    const rules = { attribution: 'code_first', attribution_window_days: 10 };
    expect((await ask(`/v2/offers/${campaign}/definition`)).offer).toMatchObject(rules);
    await page.goto(at(`/${campaign}/edit`));
    await page.getByLabel('If an order has a click and a voucher').selectOption('As your store’s rule says');
    await days.fill('');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.waitForURL(at(`/${campaign}`));
    const none = { attribution: null, attribution_window_days: null };
    expect((await ask(`/v2/offers/${campaign}/definition`)).offer).toMatchObject(none);
    expect(faults).toEqual([]);
  });

  it('pay another amount for leads than the store, which creators read', async () => {
    const { page, faults } = await enter(`/${campaign}?tab=terms`);
    const events = page.getByRole('region', { name: 'Leads and other events' });
    await events.getByText('Newsletter: SEK 5.00, as everywhere at the store').waitFor();
    await events.getByRole('button', { name: 'Edit amounts' }).click();
    const amount = events.getByLabel('Newsletter (SEK)');
    await amount.fill('10000001');
    await events.getByRole('button', { name: 'Save amounts' }).click();
    await events.getByText('Enter an amount.').waitFor();
    await amount.fill('7.5');
    expect(await accessibilityFaults(page)).toEqual([]);
    await events.getByRole('button', { name: 'Save amounts' }).click();
    await page.getByText('Amounts saved.').waitFor();
    await events.getByText('Newsletter: SEK 7.50').waitFor();
    expect((await ask(`/v2/offers/${campaign}/event-prices`)).data).toMatchObject([
      { cpl: { minor: 750 }, is_own: true },
    ]);
    await page.context().close();
    const creator = await here.enterAs('creator', { at: `${here.url}/console/creator/campaigns/${campaign}` });
    await creator.page.getByText('Newsletter: SEK 7.50 each').waitFor();
    await creator.page.goto(`${here.url}/console/creator/earnings`);
    await creator.page.getByRole('table', { name: 'Your leads and other events' }).waitFor();
    expect([...faults, ...creator.faults]).toEqual([]);
    await creator.page.context().close();
  });

  it('have rates by product, which a sample basket tests, and orders that are refunded by line', async () => {
    const { page, faults } = await enter(`/${campaign}?tab=terms`);
    const rates = page.getByRole('region', { name: 'Commission by product' });
    await rates.getByRole('button', { name: 'Edit rates' }).click();
    for (const [place, sku, percent] of [
      [1, 'RUN-9', '20'],
      [2, 'GIFT', '0'],
    ] as const) {
      await rates.getByRole('button', { name: 'Add rate' }).click();
      const rate = rates.getByRole('group', { name: `Rate ${place}` });
      await rate.getByLabel('Product numbers').pressSequentially(`${sku},`);
      await rate.getByLabel('Commission (%)').fill(percent);
    }
    await rates.getByRole('group', { name: 'Rate 1' }).getByLabel('Fixed amount per order').fill('60');
    await rates.getByRole('group', { name: 'Rate 2' }).getByLabel('Orders by').selectOption('Voucher');
    await rates.getByRole('button', { name: 'Move rate 2 up' }).click();
    const basket = rates.getByRole('form', { name: 'Try a basket' });
    await basket.getByLabel('Product number').fill('run-9');
    await basket.getByLabel('Price of one').fill('100');
    await basket.getByRole('button', { name: 'Calculate commission' }).click();
    await basket.getByText(/run-9: 20\s?% commission/).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await rates.getByRole('button', { name: 'Save rates' }).click();
    await page.getByText('Rates saved.').waitFor();
    await rates.getByText(/GIFT.*: no commission/).waitFor();
    expect((await ask(`/v2/offers/${campaign}/commission-rules`)).rules).toEqual([
      { skus: ['GIFT'], attribution: 'voucher', cpa: 0 },
      { skus: ['RUN-9'], cpa: 0.2, cpo: money('60.00') },
    ]);

    const steps = page.getByRole('region', { name: 'Rising rates' });
    await steps.getByRole('button', { name: 'Edit steps' }).click();
    await steps.getByRole('button', { name: 'Add step' }).click();
    await steps.getByRole('button', { name: 'Save steps' }).click();
    await steps.getByText('Enter a percentage from 0 to 100.').waitFor();
    await steps.getByLabel('After approved orders').fill('30');
    await steps.getByLabel('Commission (%)').fill('12.5');
    expect(await accessibilityFaults(page)).toEqual([]);
    await steps.getByRole('button', { name: 'Save steps' }).click();
    await steps.getByText(/After 30 approved orders in a month: 12\.5\s?%/).waitFor();
    expect((await ask(`/v2/offers/${campaign}/rate-steps`)).steps).toEqual([{ orders: 30, cpa: 0.125 }]);

    const bonuses = page.getByRole('region', { name: 'Bonuses by month' });
    await bonuses.getByRole('button', { name: 'Edit bonuses' }).click();
    await bonuses.getByRole('button', { name: 'Add tier' }).click();
    await bonuses.getByLabel('Approved orders').fill('10');
    await bonuses.getByLabel('Bonus (').fill('500');
    await bonuses.getByLabel('At most per month').fill('400');
    await bonuses.getByRole('button', { name: 'Save bonuses' }).click();
    await bonuses.getByText('must be at least the highest bonus').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await bonuses.getByLabel('At most per month').fill('5000');
    await bonuses.getByRole('button', { name: 'Save bonuses' }).click();
    await bonuses.getByText('from 10 approved orders').waitFor();

    const { body: order } = await here.application.call({
      method: 'POST',
      url: `/v2/stores/${store}/orders`,
      as: here.demo.tokens.advertiser!,
      body: { order_id: 'LINES-1', order_value: 250, lines: [{ sku: 'RUN-9', quantity: 2, price: 125 }] },
    });
    await page.goto(`${here.url}/console/shop/${store}/orders?order=${order.id}`);
    await page.getByRole('button', { name: 'Refund', exact: true }).click();
    await page.getByLabel('Refunded pieces of 1. RUN-9').fill('1');
    await page.getByRole('button', { name: 'Record refund' }).click();
    await page.getByText('Refund for order LINES-1 recorded.').waitFor();
    expect(await ask(`/v2/stores/${store}/orders/${order.id}`)).toMatchObject({
      lines: [{ refunded_quantity: 1, refunded: { amount: '125.00' } }],
    });
    const creator = await here.enterAs('creator', { at: `${here.url}/console/creator/campaigns/${campaign}` });
    await creator.page.getByText(/After 30 approved orders in a month: /).waitFor();
    await creator.page.getByText(/So far: \d+ approved orders of SEK/).waitFor();
    expect([...(await accessibilityFaults(creator.page)), ...creator.faults]).toEqual([]);
    await creator.page.context().close();
    expect(faults).toEqual([]);
  });

  it('have a board on which an applicant is accepted and receives a message', async () => {
    const { id, name } = await somebodyWho('applied');
    const { page, faults } = await enter(`/${campaign}?tab=participants`);
    const applicant = column(page, 'To review').getByRole('listitem').filter({ hasText: name });
    // Who applies, with the message first.
    await applicant.getByText('“Ich laufe im Tegeler Forst!”').waitFor();
    await applicant.getByText(/^Balkon, Garten und Laufrunden/).waitFor();
    expect(await applicant.getByRole('link', { name: 'Instagram: hannasbalkon' }).getAttribute('href')).toBe(
      'https://www.instagram.com/hannasbalkon',
    );
    await applicant.getByText('45,600 followers by their own account · Proven').waitFor();
    await applicant.getByText(/German · English.*2 of 2 answered/).waitFor();
    await applicant.getByRole('button', { name, exact: true }).click();
    const [{ user_id: user }] = await rows('SELECT user_id FROM participants WHERE id = $1', [id]);
    const profile = await ask(`/advertiser/stores/${store}/users/${user}/dashboard`);
    const opened = page.getByRole('dialog', { name });
    for (const { identifier } of profile.social_media) await opened.getByText(identifier).first().waitFor();
    await opened
      .getByRole('region', { name: 'Answers' })
      .getByText('Im Tegeler Forst, am liebsten bei Regen.')
      .waitFor();
    await opened.getByText('8,100 followers by their own account · Not proven').waitFor();
    await opened.getByRole('link', { name: 'Tomaten auf zwei Quadratmetern' }).waitFor();
    await opened.getByRole('button', { name: `Accept ${name}` }).waitFor();
    // The message of the applicant is above everything else.
    const [message, terms] = await Promise.all(
      ['Comments and log', 'Individual rates'].map((part) => opened.getByRole('region', { name: part }).boundingBox()),
    );
    expect(message!.y).toBeLessThan(terms!.y);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.goBack();
    await opened.waitFor({ state: 'hidden' });
    await applicant.getByRole('button', { name: `Accept ${name}` }).click();
    await page.getByText(`${name} accepted`).first().waitFor();
    await column(page, 'Active').getByRole('button', { name, exact: true }).click();
    const drawer = page.getByRole('dialog', { name });
    await drawer.getByRole('textbox', { name: 'Comment', exact: true }).fill('Welcome! Which size?');
    await drawer.getByRole('button', { name: 'Send' }).click();
    const log = drawer.getByRole('region', { name: 'Comments and log' });
    await log.getByRole('paragraph').filter({ hasText: 'Welcome! Which size?' }).waitFor();
    await log.getByText('Applied → Accepted').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await log.getByRole('button', { name: 'Edit your comment' }).click();
    await log.getByRole('textbox', { name: 'Edit your comment' }).fill('Welcome! Which size, 38?');
    // A change by another user is visible after a refresh, and is kept.
    await rows('UPDATE participants SET click_limit = 900 WHERE id = $1', [id]);
    await log.getByRole('button', { name: 'Save' }).click();
    await log.getByText('Which size, 38?').waitFor();
    await expect.poll(() => drawer.getByLabel('Click limit').inputValue()).toBe('900');
    await drawer.getByLabel('Click limit').fill('700');
    await drawer.getByRole('button', { name: 'Save rates' }).click();
    await page.getByText('Individual rates saved.').waitFor();
    const [part] = await rows('SELECT status, click_limit FROM participants WHERE id = $1', [id]);
    expect(part).toEqual({ status: 'accepted', click_limit: 700 });
    const said = (await ask(`/v2/offer-users/${id}/activities`)).data.at(-1);
    expect(said).toMatchObject({ type: 'COMMENT', comment_text: 'Welcome! Which size, 38?' });
    expect(faults).toEqual([]);
  });

  it('ask applicants questions, which the store writes with its keyboard or mouse', async () => {
    const { page, faults } = await enter(`/${campaign}?tab=content`);
    const questions = page.getByRole('region', { name: 'Questions for applicants' });
    await questions.getByText('Vilken skostorlek har du?').waitFor();
    await questions.getByRole('button', { name: 'Edit questions' }).click();
    await questions.getByRole('button', { name: 'Add question' }).click();
    await questions.getByRole('textbox', { name: 'Question 3' }).fill('Do you own a dog?');
    await questions.getByRole('checkbox', { name: 'Mandatory' }).last().check();
    await questions.getByRole('button', { name: 'Remove question 2' }).click();
    expect(await accessibilityFaults(page)).toEqual([]);
    await questions.getByRole('button', { name: 'Save questions' }).click();
    await page.getByText('Questions saved').waitFor();
    await questions.getByText('Do you own a dog? (Mandatory)').waitFor();
    expect((await ask(`/v2/offers/${campaign}/questions`)).data).toMatchObject([
      { text: 'Vilken skostorlek har du?', is_required: false },
      { text: 'Do you own a dog?', is_required: true },
    ]);
    expect(faults).toEqual([]);
  });

  it('have a board on which cards can be dragged to permitted columns only', async () => {
    const [{ id, name }] = (await rows(
      `UPDATE participants p SET status = 'applied', applied_at = now() FROM users u
       WHERE u.id = p.user_id AND p.id = (SELECT min(id) FROM participants WHERE campaign_id = $1 AND user_id IS NOT NULL)
       RETURNING p.id, u.public_name AS name`,
      [campaign],
    )) as [{ id: number; name: string }];
    const { page, faults } = await enter(`/${campaign}?tab=participants`);
    const statusNow = async () => (await rows('SELECT status FROM participants WHERE id = $1', [id]))[0].status;
    const card = () => column(page, 'To review').getByRole('listitem').filter({ hasText: name });
    const take = async () => {
      // Everything above the board is loaded, so that it no longer moves.
      await card().waitFor();
      await expect.poll(() => page.locator('.mantine-Skeleton-root').count()).toBe(0);
      await card().scrollIntoViewIfNeeded();
      const { x, y } = (await card().boundingBox())!;
      await page.mouse.move(x + 5, y + 5);
      await page.mouse.down();
      await page.mouse.move(x + 30, y + 30, { steps: 4 });
    };
    // A tall zone may end below the window.
    const over = async (box: { x: number; y: number; width: number; height: number } | null) =>
      page.mouse.move(box!.x + box!.width / 2, Math.min(box!.y + box!.height / 2, page.viewportSize()!.height - 20), {
        steps: 4,
      });
    await take();
    const zones = page.locator('[data-to]');
    const [{ transitions }] = (
      await ask(`/v2/offers/${campaign}/participants?query=${id}&include[]=transitions`)
    ).data.filter((part: { id: number }) => part.id === id);
    await expect.poll(() => zones.count()).toBe(transitions.length);
    const offered = await zones.evaluateAll((all) => all.map((zone) => zone.getAttribute('data-to')));
    expect(offered.sort()).toEqual(transitions.map(({ status }: { status: string }) => status).sort());
    // A drop zone may be below the card itself, and a short accidental drag is no move.
    await page.mouse.up();
    await expect.poll(() => zones.count()).toBe(0);
    expect(await statusNow()).toBe('applied');
    await take();
    await expect.poll(() => zones.count()).toBe(transitions.length);
    // Applicants cannot be moved to "invited": that column accepts nothing.
    await over(await column(page, 'Invited').boundingBox());
    await page.mouse.up();
    await expect.poll(() => zones.count()).toBe(0);
    expect(await statusNow()).toBe('applied');
    await take();
    await over(await page.locator('[data-to="accepted"]').boundingBox());
    await page.mouse.up();
    await column(page, 'Active').getByRole('button', { name, exact: true }).waitFor();
    expect(await statusNow()).toBe('accepted');
    expect(faults).toEqual([]);
  });

  it('have a board that can be used with the keyboard only', async () => {
    const { id, name } = await somebodyWho('second_prio');
    const { page, faults } = await enter(`/${campaign}?tab=participants`);
    await column(page, 'To review')
      .getByRole('button', { name: `Move ${name}` })
      .waitFor();
    const focused = () => page.evaluate<string>(`document.activeElement?.getAttribute('aria-label')`);
    for (let steps = 0; (await focused()) !== `Move ${name}` && steps < 120; steps++) await page.keyboard.press('Tab');
    expect(await focused()).toBe(`Move ${name}`);
    await page.keyboard.press('Enter');
    const denied = page.getByRole('menuitem', { name: 'Reject' });
    await page.getByRole('menu').and(page.locator(':focus, :has(:focus)')).waitFor();
    const isThere = async () => (await denied.and(page.locator(':focus')).count()) === 1;
    for (let steps = 0; !(await isThere()) && steps < 6; steps++) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    // The reason is optional, and has the focus.
    const dialog = page.getByRole('dialog', { name: `Reject ${name}?` });
    await dialog.getByLabel('Reason (optional)').and(page.locator(':focus')).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.type('We have enough runners.');
    const reject = dialog.getByRole('button', { name: 'Reject' }).and(page.locator(':focus'));
    for (let steps = 0; (await reject.count()) === 0 && steps < 6; steps++) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await column(page, 'Declined').getByText(name).waitFor();
    const [part] = await rows('SELECT status FROM participants WHERE id = $1', [id]);
    expect(part.status).toBe('store_denied');
    expect((await rows('SELECT text FROM comments WHERE participant_id = $1', [id])).at(-1).text).toBe(
      'We have enough runners.',
    );
    expect(faults).toEqual([]);
  });

  it('have a board on which several participants are moved at once', async () => {
    await rows(
      `UPDATE participants SET status = 'applied', applied_at = now() WHERE id IN
       (SELECT id FROM participants WHERE campaign_id = $1 AND user_id IS NOT NULL AND status IN ('accepted', 'done') ORDER BY id LIMIT 3)`,
      [campaign],
    );
    const waiting = await rows(
      `SELECT p.id, u.public_name AS name FROM participants p JOIN users u ON u.id = p.user_id
       WHERE p.campaign_id = $1 AND p.status = 'applied' ORDER BY p.id`,
      [campaign],
    );
    expect(waiting.length).toBeGreaterThan(2);
    const [first, ...others] = waiting;
    const { page, faults } = await enter(`/${campaign}?tab=participants`);
    for (const { name } of others) await page.getByRole('checkbox', { name: new RegExp(name) }).check();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('status').getByRole('button', { name: 'Accept' }).click();
    for (const { name } of others) await column(page, 'Active').getByRole('button', { name, exact: true }).waitFor();
    const statusOf = async (id: number) =>
      (await rows('SELECT status FROM participants WHERE id = $1', [id]))[0].status;
    for (const { id } of others) expect(await statusOf(id)).toBe('accepted');
    expect(await statusOf(first.id)).toBe('applied');
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    for (const { id } of others) await expect.poll(() => statusOf(id)).toBe('applied');
    expect(faults).toEqual([]);
  });

  it('open on their results, and have participants, content and terms in tabs that are in the address', async () => {
    const { page, faults } = await enter(`/${campaign}`);
    const { offer } = await ask(`/v2/offers/${campaign}/definition`);
    const [{ participants }] = (await ask(`/v2/stores/${store}/campaigns?query=${campaign}`)).data.filter(
      ({ id }: { id: number }) => id === campaign,
    );
    await page.getByRole('figure', { name: 'Clicks by day' }).waitFor();
    const figure = await page.getByText('Clicks', { exact: true }).first().boundingBox();
    expect(figure!.y).toBeLessThan(350);
    // Each limit has a bar with its words.
    await page.getByText('Click budget used', { exact: true }).waitFor();
    await page.getByRole('progressbar', { name: / of SEK/ }).waitFor();
    await page.getByRole('progressbar', { name: / of [\d,]+ clicks/ }).waitFor();
    await page.getByRole('tab', { name: 'Content' }).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(at(`/${campaign}?tab=content`));
    const brief = page.getByRole('region', { name: 'Brief', exact: true });
    await brief.getByText(offer.todo[0]).waitFor();
    await page.getByRole('region', { name: 'Deliverables', exact: true }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await brief.getByRole('link', { name: `${participants} participants` }).click();
    await page.waitForURL(at(`/${campaign}?tab=participants`));
    await page.getByRole('heading', { name: 'Participants', exact: true }).waitFor();
    await page.getByRole('region', { name: 'Invitation link' }).waitFor();
    await page.goBack();
    await brief.waitFor();
    await page.getByRole('tab', { name: 'Terms and rates' }).click();
    await page.getByRole('region', { name: 'Commission by product' }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Campaigns' }).click();
    await page.waitForURL(at());
    expect(faults).toEqual([]);
  });

  it('have participants with payments, terms and deliverables, which are edited, undone and removed', async () => {
    const { id, name } = await somebodyWho('accepted');
    const { body } = await here.application.call({
      method: 'POST',
      url: `/v2/offers/${campaign}/deliverables`,
      as: here.demo.tokens.advertiser!,
      body: { participant_ids: [id], title: 'Reel by the lake', due_on: '2099-01-31' },
    });
    const deliverable = `/v2/deliverables/${body.data[0].id}`;
    const { page, faults } = await enter(`/${campaign}?participant=${id}`);
    const drawer = page.getByRole('dialog', { name });
    const payments = drawer.getByRole('region', { name: 'Payments' });
    const { clicks } = await ask(`/v2/offers/${campaign}/participants/${id}/payments`);
    const row = payments.getByRole('row', { name: /^Clicks/ });
    await expect
      .poll(async () => (await row.getByRole('cell').first().innerText()).replace(/\D/g, ''))
      .toBe(clicks.cost.amount.replace(/\D/g, ''));
    const own = drawer.getByRole('region', { name: 'Individual rates' });
    await own.getByLabel('Fixed amount per order', { exact: true }).fill('55,5');
    await own.getByLabel('Minimum order value').fill('20');
    expect(await accessibilityFaults(page)).toEqual([]);
    await own.getByRole('button', { name: 'Save rates' }).click();
    await own.getByText(/55\.50.* per order/).waitFor();
    const { overrides } = await ask(`/v2/offers/${campaign}/participants/${id}?include[]=overrides`);
    expect(overrides.traffic_sources_costs).toMatchObject([
      { cpo: money('55.50'), cpo_mode: 'added', minimum_order: money('20.00') },
    ]);
    await drawer.getByRole('button', { name: /^Reel by the lake/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Reel by the lake' });
    await dialog.getByRole('button', { name: 'Edit' }).click();
    const form = dialog.getByRole('form', { name: 'Edit the deliverable' });
    await form.getByLabel('Due date').fill('2020-01-01');
    await form.getByRole('button', { name: 'Save changes' }).click();
    await expect.poll(() => form.getByLabel('Due date').getAttribute('aria-invalid')).toBe('true');
    await form.getByLabel('Due date').fill('2099-02-28');
    await form.getByLabel('Instructions').fill('In the morning.');
    // Closing the dialog asks first, and leaves the drawer below it.
    await dialog.getByRole('button', { name: 'Close', exact: true }).click();
    const leaving = page.getByRole('dialog', { name: 'Leave without saving?' });
    await leaving.getByRole('button', { name: 'Stay here' }).click();
    await leaving.waitFor({ state: 'hidden' });
    expect(await form.getByLabel('Instructions').inputValue()).toBe('In the morning.');
    expect(await accessibilityFaults(page)).toEqual([]);
    // A colleague changes the same field meanwhile.
    const { advertiser: as } = here.demo.tokens;
    const theirs = { instructions: 'At noon.' };
    await here.application.call({ method: 'PATCH', url: deliverable, as: as!, body: theirs });
    await form.getByRole('button', { name: 'Save changes' }).click();
    const conflict = page.getByRole('dialog', { name: 'Somebody else changed this' });
    await conflict.getByRole('radio', { name: 'Take theirs: At noon.' }).waitFor();
    await conflict.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Deliverable changed.').waitFor();
    expect(await ask(deliverable)).toMatchObject({ due_on: '2099-02-28', instructions: 'In the morning.' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => ask(deliverable)).toMatchObject({ due_on: '2099-01-31', ...theirs });
    await dialog.getByRole('button', { name: 'Remove' }).click();
    const question = page.getByRole('dialog', { name: 'Remove Reel by the lake?' });
    await question.getByRole('button', { name: 'Remove' }).click();
    await page.getByText('Deliverable removed.').waitFor();
    await drawer.getByRole('button', { name: /^Reel by the lake/ }).waitFor({ state: 'detached' });
    expect(faults.filter((fault) => !/412|422/.test(fault))).toEqual([]);
  });

  it('are duplicated, and saved as templates, from which campaigns are created', async () => {
    const { page, faults } = await enter(`/${campaign}`);
    const { campaign_title: title } = await ask(`/v2/offers/${campaign}`);
    await page.getByRole('button', { name: `Actions for ${title}` }).click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    await page.waitForURL(/\/campaigns\/\d+\/edit$/);
    const [duplicate] = await campaignsNamed(`Copy of ${title}`);
    expect(page.url()).toBe(at(`/${duplicate!.id}/edit`));
    expect(duplicate!.status).toBe('paused');
    expect((await ask(`/v2/offers/${duplicate!.id}/participants`)).data).toEqual([]);
    await page.goBack();
    await page.getByRole('button', { name: `Actions for ${title}` }).click();
    await page.getByRole('menuitem', { name: 'Save as template' }).click();
    const dialog = page.getByRole('dialog', { name: `Save ${title} as a template` });
    await dialog.getByLabel('Name of the template').fill('Every season');
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Template saved.').waitFor();
    await page.goto(at());
    // The rows of the campaigns move the templates down, and a menu is hidden when its button is moved out of the window.
    const listed = page.getByRole('row').getByRole('link', { name: title, exact: true }).first();
    await listed.waitFor();
    const templates = page.getByRole('region', { name: 'Templates' });
    await templates.getByRole('button', { name: 'Actions for Every season' }).click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await page.getByLabel('Name of the template').fill('Each season');
    // A colleague renames it meanwhile.
    const [{ id: template }] = (await ask(`/v2/stores/${store}/campaign-templates`)).data;
    const url = `/v2/stores/${store}/campaign-templates/${template}`;
    await here.application.call({ method: 'PATCH', url, as: here.demo.tokens.advertiser!, body: { name: 'Winter' } });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const conflict = page.getByRole('dialog', { name: 'Somebody else changed this' });
    await conflict.getByRole('radio', { name: 'Take theirs: Winter' }).waitFor();
    await conflict.getByRole('button', { name: 'Save', exact: true }).click();
    await templates.getByRole('button', { name: 'Create campaign from Each season' }).click();
    await page.waitForURL(/\/campaigns\/\d+\/edit$/);
    const made = Number(/campaigns\/(\d+)\/edit/.exec(page.url())![1]);
    expect(await ask(`/v2/offers/${made}`)).toMatchObject({ status: 'paused', campaign_title: title });
    const { offer: written } = await ask(`/v2/offers/${made}/definition`);
    expect(written).toMatchObject({ max_clicks: null, max_money: null, budget_limit: null, valid_until: null });
    expect((await ask(`/v2/offers/${made}/participants`)).data).toEqual([]);
    await page.goto(at());
    await listed.waitFor();
    await templates.getByRole('button', { name: 'Actions for Each season' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete template' }).click();
    await templates.getByText('No templates yet.').waitFor();
    expect((await ask(`/v2/stores/${store}/campaign-templates`)).data).toEqual([]);
    expect(faults.filter((fault) => !fault.includes('412'))).toEqual([]);
  });

  it('are created with a picture and a shared budget, also by an administrator', async () => {
    const { page, faults } = await here.enterAs('admin', { at: at('/new') });
    await page.getByLabel('Title').fill('Seen by Ingrid');
    const square = await page.evaluate<string>(
      `(() => { const c = document.createElement('canvas'); c.width = c.height = 900; const d = c.getContext('2d');
        d.fillStyle = '#e07a3f'; d.fillRect(0, 0, 900, 500); return c.toDataURL('image/png').split(',')[1]; })()`,
    );
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'square.png', mimeType: 'image/png', buffer: Buffer.from(square, 'base64') });
    await page.getByLabel('Shared budget').selectOption('new');
    await page.getByLabel('Name of the new budget').fill('Winter');
    await page.getByLabel('Budget amount').fill('2500');
    await page.getByRole('button', { name: 'Create campaign' }).click();
    await page.getByRole('heading', { level: 1, name: 'Seen by Ingrid' }).waitFor();
    const [made] = await campaignsNamed('Seen by Ingrid');
    expect(made).toMatchObject({ shared_budget: { title: 'Winter', amount: 250_000 } });
    const picture = (await ask(`/v2/offers/${made!.id}`)).image_url;
    expect(picture).not.toContain('/placeholder/');
    expect((await fetch(picture)).headers.get('content-type')).toMatch(/^image\//);
    await page.getByRole('button', { name: /Seen by Ingrid/ }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const question = page.getByRole('dialog', { name: /Seen by Ingrid/ });
    await question.getByRole('button', { name: 'Delete' }).waitFor();
    await page.getByRole('menu').waitFor({ state: 'hidden' });
    expect(await accessibilityFaults(page)).toEqual([]);
    await question.getByRole('button', { name: 'Delete' }).click();
    await page.waitForURL(at());
    expect((await ask(`/v2/offers/${made!.id}`)).status).toBe('deleted');
    expect(faults).toEqual([]);
  });

  it('are found by state, and have no accessibility faults, on a wide screen or a phone', async () => {
    const { page, faults } = await enter('?status=paused');
    await page.getByRole('link', { name: 'Outlet' }).waitFor();
    expect(await page.getByRole('row').count()).toBe(
      (await ask(`/v2/stores/${store}/campaigns?statuses=paused`)).meta.total + 1,
    );
    const urls = ['', `/${campaign}`, `/${campaign}?tab=participants`, '/new', `/${campaign}/edit`].map(at);
    expect(await faultsAt(page, urls)).toEqual([]);
    expect(faults).toEqual([]);
  });
});
