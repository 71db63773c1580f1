import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { EARLY_REQUESTS } from '../src/early-requests.ts';
import { readHeadings } from './headings.ts';
import { readRoutes } from './routes.ts';

const routes = readRoutes(path.join(import.meta.dirname, '../src'));
const headings = await readHeadings(routes);

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

  it('exist for every page but the redirect to the first one', () => {
    const pages = routes.map((route) => route.path).filter((page) => page !== '/console');
    for (const texts of Object.values(headings)) expect(Object.keys(texts).sort()).toEqual(pages.sort());
  });

  it('of pages about one record are larger than most of what follows', () => {
    const aboutOne = routes.map((route) => route.path).filter((page) => /\$(?!store|client)\w+$/.test(page));
    expect(aboutOne.length).toBeGreaterThan(14);
    for (const texts of Object.values(headings))
      for (const page of aboutOne.filter((one) => EARLY_REQUESTS[one]?.heading === undefined))
        expect(String((texts[page] as string[])[1]).length, page).toBeGreaterThan(80);
  });

  it('have a placeholder for the page that the reader came from', () => {
    expect(headings.en['/console/explained/$kind/$id']).toEqual(['Explanation', expect.any(String), '…']);
  });
});
