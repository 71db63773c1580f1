import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { EARLY_REQUESTS } from '../src/early-requests.ts';
import { readHeadings } from './headings.ts';
import { readRoutes } from './routes.ts';

const headings = await readHeadings(readRoutes(path.join(import.meta.dirname, '../src')));

describe('The headings that are painted before the scripts are loaded', () => {
  it('are the texts of the pages in each language', () => {
    expect(headings.en['/console/shop/$store/orders']).toEqual(['Orders', 'Orders, their attribution and their cost.']);
    expect(headings.de['/console/shop/$store/orders']).toMatchObject({ 0: 'Bestellungen' });
    // Texts that several pages share, and a page that only returns another component.
    expect(headings.en['/console/admin/claims']).not.toEqual(headings.en['/console/creator/claims']);
    expect(headings.sv['/console/creator/payouts']).toHaveLength(2);
  });

  it('exist for the first page of each role', () => {
    for (const page of ['/console/creator', '/console/shop/$store', '/console/agency/$client', '/console/admin'])
      for (const texts of Object.values(headings)) expect(texts[page], page).toHaveLength(2);
    expect(Object.keys(headings.en).length).toBeGreaterThan(45);
  });

  it('include the words beside the form of the sign-in page', () => {
    for (const texts of Object.values(headings))
      expect(texts['/console/sign-in']).toEqual([expect.any(String), expect.any(String)]);
  });

  it('consist of texts and the record of a page that requests it early', () => {
    const page = '/console/shop/$store/campaigns/$offer';
    const { of: heading } = EARLY_REQUESTS[page]!.heading!;
    const reply = { data: [{ id: 7, campaign_title: 'Trail', type: 'user_accept' }] };
    expect(heading(reply, headings.en[page], { offer: '7' })).toEqual([
      'Trail',
      'You invite creators, and those who accept take part.',
      'Campaigns',
    ]);
    expect(heading(reply, headings.de[page], { offer: '7' })).toEqual(['Trail', expect.any(String), 'Kampagnen']);
    expect(heading(reply, headings.en[page], { offer: '8' })).toBeNull();
  });

  it('have the link to the list above a page', () => {
    expect(headings.en['/console/admin/voids/new']).toEqual([
      expect.any(String),
      expect.any(String),
      expect.any(String),
    ]);
    expect(headings.en['/console/admin/runs/new']).toHaveLength(3);
  });

  it('exist only for pages that show them before they have data', () => {
    const pages = Object.keys(headings.en);
    // The hook with the texts is read in another form, and a failure is shown below the heading.
    for (const page of ['/console/admin/orders', '/console/shop/$store/vouchers', '/console/shop/$store/tracking'])
      expect(headings.sv[page], page).toHaveLength(2);
    for (const page of ['/console/claims/$claim', '/console/admin/lists/$list']) expect(pages).not.toContain(page);
  });
});
