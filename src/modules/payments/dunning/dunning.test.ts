import { beforeEach, describe, expect, it } from 'vitest';
import { AFTER_CLOSING, createClosedMarket, markPaid } from '../../../../tests/harness/closed-month.ts';
import { takeMails } from '../../../../tests/harness/mailbox.ts';
import { parseDunningDays } from '../../../config-variables.ts';
import { createCalendar } from '../../../platform/calendar.ts';
import { formatMoney } from '../../../platform/money.ts';
import { remindStores } from './remind-stores.ts';

let now = AFTER_CLOSING;
const calendar = createCalendar('UTC');
// Invoices are due on 5 March.
const on = (day: string) => new Date(`${day}T08:00:00Z`);

const { application, cast, closed } = await createClosedMarket({
  now: () => now,
  environment: { DUNNING_DAYS: '3,10,20' },
});
beforeEach(async () => {
  now = on('2026-04-20');
  await application.database.pool.query(
    `TRUNCATE dunning_notices; UPDATE invoices SET dunning_paused_until = NULL; SELECT refresh_credit_limits()`,
  );
  await takeMails(application.database);
});

const remind = (day: string, days = [3, 10, 20]) => {
  now = on(day);
  return remindStores({ db: application.database.db, now: () => now, publicUrl: 'http://x.test' }, { calendar, days });
};
const limit = async (storeId = cast.storeId) =>
  (await application.database.pool.query('SELECT limit_minor FROM store_credit WHERE store_id = $1', [storeId])).rows[0]
    .limit_minor;
const subjects = async () => (await takeMails(application.database)).map(({ subject }) => subject).sort();
const path = (action: string, id = closed.store.id) => `/v2/payments/invoices/${id}/${action}`;
const read = async (as: string | null = cast.tokens.admin, id?: number) =>
  application.call({ url: path('dunning', id), ...(as === null ? {} : { as }) });
const pause = (body: unknown, as: string | null = cast.tokens.admin, id?: number) =>
  application.call({ method: 'POST', url: path('pause-dunning', id), body, ...(as === null ? {} : { as }) });
const pay = () => markPaid(application, cast, closed.store.id);
const takeBack = () =>
  application.call({ method: 'POST', url: path('take-back-payment'), as: cast.tokens.admin, body: {} });

describe('Reminders', () => {
  it('are sent on the days of the schedule, once, to members of the store', async () => {
    expect(await remind('2026-03-07')).toBe(0);
    expect(await remind('2026-03-08')).toBe(2);
    expect(await remind('2026-03-08')).toBe(0);
    const mails = await takeMails(application.database);
    expect(mails.map(({ subject }) => subject)).toContain(`Reminder: invoice ${closed.store.number}`);
    expect(mails[0]!.text).toContain('was due on 5 March 2026');
    expect(await remind('2026-03-14')).toBe(0);
    expect(await remind('2026-03-15')).toBe(2);
    expect((await read()).body).toMatchObject({
      paused_until: null,
      notices: [{ level: 1, blocks: false }, { level: 2 }],
    });
    expect(await limit()).toBeGreaterThan(0);
  });

  it('are in the language of each member, with any mail settings, and cannot be turned off', async () => {
    const { pool } = application.database;
    const store = 'Salt\n& Sol';
    await pool.query('UPDATE stores SET name = $2 WHERE id = $1', [cast.storeId, store]);
    await pool.query(`UPDATE site_settings SET name = 'Nordlicht'`);
    const members: { email: string; locale: string }[] = [];
    for (const locale of ['en_GB', 'sv_SE', 'de_DE']) {
      const email = `dunned-${locale.slice(0, 2)}@example.com`;
      const id = await application.market.user({ email });
      await pool.query('UPDATE users SET preferred_locale = $2 WHERE id = $1', [id, locale]);
      await pool.query(
        `INSERT INTO notification_settings (user_id, unmailed, weekly_digest, updated_at)
         VALUES ($1, '{campaigns,orders,statements,payments,limits,service}', false, now())`,
        [id],
      );
      await application.market.member(cast.storeId, id);
      members.push({ email, locale });
    }
    const { rows } = await pool.query('SELECT open_minor, currency FROM invoices WHERE id = $1', [closed.store.id]);
    const open = { minor: rows[0].open_minor, currency: rows[0].currency };
    const url = `http://x.test/console/shop/${cast.storeId}/invoices`;
    const sent = async (day: string) => {
      expect(await remind(day)).toBe(2);
      const mails = await takeMails(application.database);
      expect(mails.every((mail) => mail.unsubscribeUrl === undefined)).toBe(true);
      return members.map(({ email }) => {
        const [mail, ...others] = mails.filter(({ to }) => to === email);
        expect(others).toEqual([]);
        expect(mail!.text).toContain(`\n${url}\n`);
        return mail!;
      });
    };
    const { number } = closed.store;
    const money = (locale: string) => formatMoney(open, locale);
    const first = await sent('2026-03-08');
    expect(first.map(({ subject, language }) => [subject, language])).toEqual([
      [`Reminder: invoice ${number}`, 'en'],
      [`Påminnelse: faktura ${number}`, 'sv'],
      [`Zahlungserinnerung: Rechnung ${number}`, 'de'],
    ]);
    for (const [index, words] of [
      [
        `The invoice ${number} of your store "Salt & Sol" at Nordlicht is not paid.`,
        `The open amount of ${money('en-GB')} was due on 5 March 2026.`,
        'This is reminder 1 of 3.',
      ],
      [
        `Faktura ${number} för din butik ”Salt & Sol” hos Nordlicht är inte betald.`,
        `${money('sv-SE')} återstår att betala. Förfallodagen var den 5 mars 2026.`,
        'Det här är påminnelse 1 av 3.',
      ],
      [
        `Die Rechnung ${number} Ihres Shops „Salt & Sol“ bei Nordlicht ist nicht bezahlt.`,
        `Davon sind ${money('de-DE')} offen. Fällig war der Betrag am 5. März 2026.`,
        'Dies ist Erinnerung 1 von 3.',
      ],
    ].entries())
      for (const sentence of words) expect(first[index]!.text).toContain(sentence);
    await sent('2026-03-15');
    const last = await sent('2026-03-25');
    expect(last.map(({ subject }) => subject)).toEqual([
      `Last reminder: invoice ${number}`,
      `Sista påminnelsen: faktura ${number}`,
      `Letzte Zahlungserinnerung: Rechnung ${number}`,
    ]);
    expect(last[1]!.text).toContain('Butikens kreditgräns är noll tills fakturan är betald');
    expect(last[2]!.text).toContain('Das Kreditlimit des Shops ist null, bis die Rechnung bezahlt ist');
  });

  it('are not skipped when the schedule is set late, and not sent twice by several processes', async () => {
    const counts = await Promise.all([remind('2026-04-20'), remind('2026-04-20'), remind('2026-04-20')]);
    expect(counts.sort()).toEqual([0, 0, 2]);
    expect(await remind('2026-04-26')).toBe(0);
    expect(await remind('2026-04-27')).toBe(2);
    expect(await limit()).toBeGreaterThan(0);
  });

  it('are not sent without a schedule', async () => {
    expect(await remind('2026-05-20', [])).toBe(0);
    expect(await subjects()).toEqual([]);
  });
});

describe('The last reminder', () => {
  const block = () => remind('2026-04-20', [20]);

  it('sets the credit limit to zero; a payment restores it, even if the payment is reversed later', async () => {
    const before = await limit();
    expect(await block()).toBe(2);
    expect(await subjects()).toContain(`Last reminder: invoice ${closed.store.number}`);
    expect([await limit(), await limit(cast.otherStoreId)]).toEqual([0, 0]);
    await pay();
    expect([await limit(), await limit(cast.otherStoreId)]).toEqual([before, 0]);
    expect((await takeBack()).status).toBe(200);
    expect(await limit()).toBe(0);
  });

  it('applies even if an administrator sets a limit of the store', async () => {
    await block();
    await application.call({
      method: 'PATCH',
      url: `/v2/admin/stores/${cast.storeId}/credit`,
      as: cast.tokens.admin,
      body: { own_limit_minor: 500_000 },
    });
    expect(await limit()).toBe(0);
    await application.database.pool.query('UPDATE store_credit SET own_limit_minor = NULL');
  });

  it('is lifted by a pause, until the pause is over', async () => {
    const before = await limit();
    await block();
    const { body } = await pause({ until: '2026-04-30', reason: 'Disputed' });
    expect(body).toMatchObject({ paused_until: '2026-04-30', notices: [{ level: 1, blocks: true }] });
    expect(await limit()).toBe(before);
    expect(await remind('2026-04-30', [20, 30])).toBe(1);
    expect(await limit()).toBe(before);
    await remind('2026-05-01', []);
    expect(await limit()).toBe(0);
    expect((await read()).body.paused_until).toBeNull();
    await pause({ until: '2026-05-09', reason: 'x' });
    expect(await limit()).toBe(before);
    await pause({ until: null, reason: 'Settled' });
    expect(await limit()).toBe(0);
  });
});

describe('The list', () => {
  const list = async (state = '', as: string | null = cast.tokens.admin) =>
    application.call({ url: `/v2/admin/dunning${state && `?state=${state}`}`, ...(as === null ? {} : { as }) });
  const rows = async (state?: string) => (await list(state)).body.data;

  it('lists who is reminded when, what was sent, and whose credit limit is zero', async () => {
    now = on('2026-03-06');
    const open = { amount: expect.any(String), currency: 'SEK' };
    const invoice = { invoice_id: closed.store.id, invoice_number: closed.store.number, store_id: cast.storeId, open };
    const mine = async (state?: string) =>
      (await rows(state)).find(({ invoice_id: id }: { invoice_id: number }) => id === closed.store.id);
    expect(await mine()).toMatchObject({
      ...invoice,
      payment_date: '2026-03-05',
      sent: 0,
      last_sent_on: null,
      next_on: '2026-03-08',
      next_blocks: false,
      is_blocking: false,
      paused_until: null,
    });
    // The list names the days on which reminders are sent.
    for (const [sent, last, next, blocks] of [
      [1, '2026-03-08', '2026-03-15', false],
      [2, '2026-03-15', '2026-03-25', true],
      [3, '2026-03-25', null, false],
    ] as const) {
      expect(await remind((await mine()).next_on)).toBe(2);
      expect(await mine()).toMatchObject({ sent, last_sent_on: last, next_on: next, next_blocks: blocks });
    }
    expect(await rows('blocked')).toHaveLength(2);
    expect([await limit(), await rows('waiting')]).toEqual([0, []]);
    await pause({ until: '2026-03-30', reason: 'Disputed' });
    expect(await mine('paused')).toMatchObject({ is_blocking: false, paused_until: '2026-03-30', next_on: null });
    expect(await rows('blocked')).toHaveLength(1);
    await pay();
    expect(await mine()).toBeUndefined();
    await takeBack();
  });

  it('names the day after a pause, and today for overdue reminders', async () => {
    now = on('2026-04-20');
    expect((await rows())[0]).toMatchObject({ next_on: '2026-04-20' });
    await pause({ until: '2026-04-30', reason: 'Disputed' });
    expect(await rows('paused')).toMatchObject([{ next_on: '2026-05-01' }]);
  });

  it('is for administrators', async () => {
    for (const [as, status] of [
      [null, 401],
      [cast.tokens.creator, 403],
      [cast.tokens.advertiser, 403],
    ] as const)
      expect((await list('', as)).status).toBe(status);
    expect((await list('late')).status).toBe(422);
  });
});

describe('The routes', () => {
  it('are for administrators', async () => {
    for (const [as, status] of [
      [null, 401],
      [cast.tokens.creator, 403],
      [cast.tokens.advertiser, 403],
    ] as const) {
      expect((await read(as)).status).toBe(status);
      expect((await pause({ until: null, reason: 'x' }, as)).status).toBe(status);
    }
  });

  it('accept only invoices of stores, and no future days', async () => {
    expect((await read(cast.tokens.admin, closed.creator[0]!.id)).status).toBe(404);
    expect((await pause({ until: null, reason: 'x' }, cast.tokens.admin, 999_999)).status).toBe(404);
    expect((await pause({ until: '2026-04-19', reason: 'x' })).body.errors).toHaveProperty('until');
    expect((await pause({ until: 'soon', reason: 'x' })).status).toBe(422);
    expect((await pause({ until: null })).body.errors).toHaveProperty('reason');
  });
});

it('A schedule has one to nine increasing numbers', () => {
  expect(parseDunningDays('3, 10,20')).toEqual([3, 10, 20]);
  for (const text of ['', '0', '10,3', '3,3', '366', 'x', '1.5', '1,2,3,4,5,6,7,8,9,10'])
    expect(parseDunningDays(text), text).toBeNull();
});
