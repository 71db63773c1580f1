import { beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath } from '../../harness/browser.ts';
import { accessibilityFaults, type DemoConsole, startDemoConsole } from '../../harness/console.ts';
import { pageFaults } from '../../harness/page-faults.ts';
import { picture } from '../../harness/pictures.ts';

describe.skipIf(chromiumPath === null)('The material of a campaign', () => {
  let here: DemoConsole;
  beforeAll(async () => {
    here = await startDemoConsole();
  });

  it('is added, put in order and removed by the store, and downloaded by a participant', async () => {
    const { ids } = here.demo;
    const at = `/console/shop/${ids.store}/campaigns/${ids.offer}?tab=content`;
    const { page: store } = await here.enterAs('advertiser', { at });
    const section = store.getByRole('region', { name: 'Material to download', exact: true });
    await section.getByRole('link', { name: 'logotyp.png' }).waitFor();
    const names = () => section.getByRole('link').allTextContents();
    expect(await names()).toEqual(['logotyp.png', 'riktlinjer.pdf']);

    await section.getByRole('button', { name: 'Add file', exact: true }).click();
    await section.getByText('Fill in this field.').waitFor();
    await section
      .getByLabel('File', { exact: true })
      .setInputFiles({ name: 'story.png', mimeType: 'image/png', buffer: await picture('png') });
    await section.getByLabel('Note (optional)').fill('For stories');
    expect(await pageFaults(store)).toEqual([]);
    expect(await accessibilityFaults(store)).toEqual([]);
    await section.getByRole('button', { name: 'Add file', exact: true }).click();
    await section.getByRole('link', { name: 'story.png' }).waitFor();
    await section.getByRole('button', { name: 'Move up: story.png' }).click();
    await expect.poll(names).toEqual(['logotyp.png', 'story.png', 'riktlinjer.pdf']);
    await section.getByRole('button', { name: 'Remove: logotyp.png' }).click();
    await store.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await expect.poll(names).toEqual(['story.png', 'riktlinjer.pdf']);

    const { page: own } = await here.enterAs('creator', { at: `/console/creator/campaigns/${ids.offer}` });
    const files = own.getByRole('region', { name: 'Material to download', exact: true });
    await files.getByText('For stories').waitFor();
    expect(await pageFaults(own)).toEqual([]);
    const [download] = await Promise.all([
      own.waitForEvent('download'),
      files.getByRole('link', { name: 'story.png' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('story.png');
    expect(await files.getByRole('button').count()).toBe(0);
  });
});
