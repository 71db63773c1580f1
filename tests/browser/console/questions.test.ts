import { beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath } from '../../harness/browser.ts';
import { accessibilityFaults, type DemoConsole, startDemoConsole } from '../../harness/console.ts';
import { pageFaults } from '../../harness/page-faults.ts';

describe.skipIf(chromiumPath === null)('The questions of a campaign', () => {
  let here: DemoConsole;
  beforeAll(async () => {
    here = await startDemoConsole();
  });

  it('are asked from the creation on, and survive a reload of the form', async () => {
    const { ids } = here.demo;
    const { page } = await here.enterAs('advertiser', { at: `/console/shop/${ids.store}/campaigns/new` });
    await page.getByLabel('Title').fill('Asked at once');
    await page.getByLabel('Per click').first().fill('1');
    const section = page.getByRole('region', { name: 'Questions for applicants' });
    // Nobody applies for a campaign for everybody.
    expect(await section.count()).toBe(0);
    await page.getByRole('radio', { name: 'By application' }).check();
    await section.getByRole('button', { name: 'Add question' }).click();
    await page.getByRole('button', { name: 'Create campaign' }).click();
    const question = section.getByRole('textbox', { name: 'Question 1' });
    await expect.poll(() => question.getAttribute('aria-invalid')).toBe('true');
    await question.fill('Which size do you wear?');
    await section.getByRole('checkbox', { name: 'Mandatory' }).check();
    expect(await pageFaults(page)).toEqual([]);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.reload();
    await expect.poll(() => question.inputValue()).toBe('Which size do you wear?');
    await page.getByRole('button', { name: 'Create campaign' }).click();
    await page.getByRole('heading', { level: 1, name: 'Asked at once' }).waitFor();
    await page.getByRole('tab', { name: 'Content' }).click();
    await section.getByText('Which size do you wear? (Mandatory)').waitFor();
  });
});
