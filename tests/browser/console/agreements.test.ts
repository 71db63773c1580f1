import { createHash } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath } from '../../harness/browser.ts';
import { accessibilityFaults, type DemoConsole, startDemoConsole } from '../../harness/console.ts';
import { takeCodeMails } from '../../harness/mailbox.ts';

const FIRST = 'Mark each post as advertising.\nNo other running shoes in the picture.';
const SECOND = `${FIRST}\nKeep the post for six months.`;
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
const PERSON = { name: 'Alva Terms', email: 'alva@example.test', password: 'correct horse battery' };

describe.skipIf(chromiumPath === null)('A campaign with a creator', () => {
  let here: DemoConsole;
  let store: Page;
  let creator: Page;
  beforeAll(async () => {
    here = await startDemoConsole();
  });

  const ofStore = () => store.getByRole('region', { name: 'Terms of the campaign' });
  const write = async (text: string, button: string) => {
    await ofStore().getByRole('button', { name: button }).click();
    await ofStore().getByLabel('Terms').fill(text);
    await ofStore().getByRole('button', { name: 'Save' }).click();
    await ofStore().getByRole('button', { name: 'Save' }).waitFor({ state: 'detached' });
  };
  /** The store's view of the creator's acceptance. */
  const acceptance = async () => {
    await store.reload();
    await store.getByRole('tab', { name: 'Participants' }).click();
    await store.getByRole('button', { name: PERSON.name, exact: true }).click();
    const drawer = store.getByRole('dialog');
    await drawer.getByText(/^SHA-256/).waitFor();
    const text = await drawer.innerText();
    await store.goto(`${store.url().split('?')[0]}?tab=terms`);
    return text;
  };

  it('has terms that are attached by the store, shown before a stranger joins, recorded for both sides, and binding in the accepted version', async () => {
    const { ids } = here.demo;
    const owner = await here.enterAs('advertiser', {
      at: `/console/shop/${ids.store}/campaigns/${ids.offer}?tab=terms`,
    });
    store = owner.page;
    await ofStore().getByText('This campaign has no terms.').waitFor();
    await write(FIRST, 'Add terms');
    await ofStore().getByText('Version 1, since').waitFor();
    expect(await ofStore().getByRole('group', { name: 'Terms of the campaign' }).innerText()).toBe(FIRST);
    expect(await accessibilityFaults(store)).toEqual([]);

    // A stranger signs up by the campaign's link. The terms are shown before anything is joined.
    const visitor = await here.visit(`/console/creator/invitations/${here.demo.offer_token}`);
    creator = visitor.page;
    await creator.getByLabel('Your name').fill(PERSON.name);
    await creator.getByLabel('E-mail').fill(PERSON.email);
    await creator.getByRole('textbox', { name: 'Password' }).fill(PERSON.password);
    await creator.getByRole('button', { name: 'Create account' }).click();
    await creator.getByRole('status').getByText('E-mail sent').waitFor();
    const mails = await takeCodeMails(here.application.database, { publicUrl: here.url });
    const { text } = mails.find(({ to }) => to === PERSON.email)!;
    await creator.goto(/^http\S+code=\S+$/m.exec(text)![0]);
    await creator.getByRole('button', { name: 'Confirm and sign in' }).click();
    await creator.waitForURL(`${here.url}/console/creator/invitations/${here.demo.offer_token}`);
    const answer = creator.locator('section[aria-labelledby=answer]');
    await answer.getByText('No other running shoes').waitFor();
    const join = answer.getByRole('button').last();
    expect(await join.isDisabled()).toBe(true);
    expect(await accessibilityFaults(creator)).toEqual([]);
    await answer.getByLabel('I have read the terms (version 1) and accept them').check();
    await join.click();
    await creator.waitForURL(`${here.url}/console/creator/campaigns/${here.demo.ids.offer}`);

    // Both sides see the version, the hash and the time.
    const own = creator.getByRole('region', { name: 'Terms of the campaign' });
    await own.getByText(/^You accepted version 1 on .*\d{4}/).waitFor();
    await own.getByText(`SHA-256 ${hashOf(FIRST)}`).waitFor();
    expect(await own.getByRole('button').count()).toBe(0);
    const read = await acceptance();
    expect(read).toMatch(/Accepted version 1 on .*\d{4}/);
    expect(read).toContain(hashOf(FIRST));
    await store.keyboard.press('Escape');

    // Another text is a new version. The accepted one binds until the creator accepts the new one.
    await write(SECOND, 'Edit');
    await ofStore().getByText('Version 2, since').waitFor();
    expect(await acceptance()).toContain(hashOf(FIRST));
    await store.keyboard.press('Escape');
    await creator.reload();
    await own.getByText('The terms have changed.').waitFor();
    await own.getByText('You accepted version 1 on').waitFor();
    await own.getByText('Keep the post for six months.').waitFor();
    await own.getByRole('button', { name: 'Accept version 2' }).click();
    await own.getByText('You accepted version 2 on').waitFor();
    await own.getByText(`SHA-256 ${hashOf(SECOND)}`).waitFor();
    const renewed = await acceptance();
    expect(renewed).toMatch(/Accepted version 2 on/);
    expect(renewed).toContain(hashOf(SECOND));
    expect([...owner.faults, ...visitor.faults]).toEqual([]);
  });

  it('has deliverables, whose drafts the store sends back and approves', async () => {
    const { ids } = here.demo;
    const owner = await here.enterAs('advertiser', {
      at: `/console/shop/${ids.store}/campaigns/${ids.offer}?tab=content`,
    });
    const visitor = await here.enterAs('creator', { at: `/console/creator/campaigns/${ids.offer}` });
    store = owner.page;
    creator = visitor.page;
    const query = async (text: string, values: unknown[] = []) =>
      (await here.application.database.pool.query(text, values)).rows;
    const [{ name }] = await query('SELECT display_name AS name FROM users WHERE id = $1', [ids.user]);
    const calendar = store.getByRole('region', { name: 'Deliverables' });
    await calendar.getByRole('button', { name: 'Plan deliverable' }).click();
    const plan = store.getByRole('dialog', { name: 'Plan deliverable' });
    await plan.getByRole('combobox', { name: 'Participants' }).click();
    await store.getByRole('option', { name }).click();
    await plan.getByLabel('Title').fill('Story in the forest');
    await plan.getByLabel('Instructions').fill('Three pictures.');
    await plan.getByLabel('Due date').fill('2099-05-31');
    expect(await accessibilityFaults(store)).toEqual([]);
    await plan.getByRole('button', { name: 'Plan', exact: true }).click();
    await calendar.getByText('May 2099', { exact: true }).waitFor();
    const planned = calendar.getByRole('button', { name: `Story in the forest ${name}` });
    await planned.getByText('No draft yet').waitFor();
    expect(await accessibilityFaults(store)).toEqual([]);

    const own = creator.getByRole('region', { name: 'Deliverables' });
    const submit = async (note: string) => {
      await creator.reload();
      await own.getByRole('button', { name: /^Story in the forest/ }).click();
      const dialog = creator.getByRole('dialog', { name: 'Story in the forest' });
      await dialog.getByLabel('Link to the draft').fill('https://drafts.example/story');
      await dialog.getByLabel('Note').fill(note);
      await dialog.getByRole('button', { name: 'Submit draft' }).click();
      await dialog.getByRole('paragraph').filter({ hasText: note }).waitFor();
      return dialog;
    };
    /** The newest draft as the store sees it in the opened dialog. */
    const review = async (note: string) => {
      const dialog = store.getByRole('dialog', { name: 'Story in the forest' });
      await dialog.getByRole('paragraph').filter({ hasText: note }).waitFor();
      return dialog;
    };
    await submit('Two of three.');
    expect(await accessibilityFaults(creator)).toEqual([]);
    await planned.click();
    const first = await review('Two of three.');
    await first.getByRole('button', { name: 'Request changes' }).click();
    const changes = store.getByRole('dialog', { name: 'Request changes to version 1' });
    await changes.getByLabel('Feedback').fill('Show the sole.');
    expect(await accessibilityFaults(store)).toEqual([]);
    await changes.getByRole('button', { name: 'Request changes' }).click();
    await first.getByText('Show the sole.').waitFor();

    const again = await submit('With the sole.');
    await again.getByText('Show the sole.').waitFor();
    // The month and the deliverable are in the address.
    await store.reload();
    const second = await review('With the sole.');
    await second.getByRole('button', { name: 'Approve' }).click();
    const approval = store.getByRole('dialog', { name: 'Approve version 2?' });
    await approval.getByRole('button', { name: 'Approve' }).click();
    await second.getByText(/^Approved on /).waitFor();
    expect(await second.getByRole('button', { name: 'Approve' }).count()).toBe(0);
    await creator.reload();
    await own.getByText('Approved', { exact: true }).waitFor();
    expect([...owner.faults, ...visitor.faults]).toEqual([]);
    expect(
      await query(`SELECT version, decision, feedback FROM submissions
      WHERE deliverable_id = (SELECT deliverable_id FROM submissions WHERE feedback = 'Show the sole.') ORDER BY version`),
    ).toEqual([
      { version: 1, decision: 'changes_requested', feedback: 'Show the sole.' },
      { version: 2, decision: 'approved', feedback: null },
    ]);
  });
});
