import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTributary, type TestTributary } from '../shared/test-tributary.ts';

/** A value of a field of the tag, or one of the two callbacks that Tag Manager adds. */
type Data = Record<string, unknown>;
type Api = Record<string, unknown>;

/** The sections of a template, by their headings. */
async function readTemplate(file: string): Promise<Record<string, string>> {
  const text = await readFile(path.join(import.meta.dirname, file), 'utf8');
  const parts = text.split(/^___([A-Z_]+)___$/m).slice(1);
  return Object.fromEntries(
    Array.from({ length: parts.length / 2 }, (_, index) => [parts[2 * index]!, parts[2 * index + 1]!.trim()]),
  );
}
const [web, server] = await Promise.all(['web.tpl', 'server.tpl'].map(readTemplate));

/** Runs the code of a template. It gets the fields and functions that Tag Manager's documentation names, and nothing else. */
function runTag(code: string, api: Api, fields: Data): void {
  const require = (name: string) => {
    if (!(name in api)) throw new Error(`${name} is no function of Tag Manager`);
    return api[name];
  };
  new Function('require', 'data', `'use strict'; ${code}`)(require, fields);
}

let tributary: TestTributary;
beforeAll(async () => {
  tributary = await openTributary();
});

it.each([
  ['web', web!, '___SANDBOXED_JS_FOR_WEB_TEMPLATE___', '___WEB_PERMISSIONS___'],
  ['server', server!, '___SANDBOXED_JS_FOR_SERVER___', '___SERVER_PERMISSIONS___'],
])(
  'The template for %s containers has the sections of the format, and the permissions that its code needs',
  (_, template, code, permissions) => {
    const nameOf = (heading: string) => heading.replaceAll('___', '');
    for (const section of ['INFO', 'TEMPLATE_PARAMETERS', nameOf(permissions)]) JSON.parse(template[section]!);
    const text = template[nameOf(code)]!;
    // The sandbox has no global objects and no constructors.
    expect(text).not.toMatch(/\b(?:window|document|new|this|console|Promise|setTimeout)\b[.( ]/);
    const PERMISSIONS: Record<string, string> = {
      addConsentListener: 'access_consent',
      isConsentGranted: 'access_consent',
      callInWindow: 'access_globals',
      createArgumentsQueue: 'access_globals',
      injectScript: 'inject_script',
      getAllEventData: 'read_event_data',
      getCookieValues: 'get_cookies',
      setCookie: 'set_cookies',
      sendHttpRequest: 'send_http',
      logToConsole: 'logging',
    };
    const needed = [...text.matchAll(/require\('(\w+)'\)/g)].flatMap(([, name]) => PERMISSIONS[name!] ?? []);
    const granted = JSON.parse(template[nameOf(permissions)]!).map(
      (one: { instance: { key: { publicId: string } } }) => one.instance.key.publicId,
    );
    expect(granted.toSorted()).toEqual([...new Set(needed)].toSorted());
    const names = (list: { name: string; subParams?: { name: string }[] }[]): string[] =>
      list.flatMap(({ name, subParams = [] }) => [name, ...names(subParams)]);
    const fields = [...names(JSON.parse(template['TEMPLATE_PARAMETERS']!)), 'gtmOnSuccess', 'gtmOnFailure'];
    for (const [, field] of text.matchAll(/\bdata\.(\w+)/g)) expect(fields).toContain(field);
  },
);

describe('The tag of a web container', () => {
  /** A page with the globals that the script uses, and Tag Manager's functions over it. */
  function openPage(isGranted: boolean) {
    // biome-ignore lint/suspicious/noExplicitAny: globals of a page
    const page: Record<string, any> = {
      // The public address of the server leads to the test's one.
      fetch: (url: string, init: RequestInit) =>
        fetch(url.replace(/^https?:\/\/[^/]+/, tributary.connection.url), init),
      console,
      navigator: {},
    };
    const listeners: ((type: string, granted: boolean) => void)[] = [];
    const injected: string[] = [];
    const api: Api = {
      isConsentGranted: () => isGranted,
      addConsentListener: (_type: string, listener: (type: string, granted: boolean) => void) =>
        listeners.push(listener),
      createArgumentsQueue(name: string) {
        page[name] ??= function queue(...args: unknown[]) {
          page[name].q.push(args);
        };
        page[name].q ??= [];
      },
      callInWindow: (name: string, ...args: unknown[]) => page[name](...args),
      injectScript: (url: string, done: () => void) => {
        injected.push(url);
        done();
      },
    };
    /** Runs the script that the server serves, as the browser does after the injection. */
    const load = async (landing: string) => {
      const text = await (await fetch(injected[0]!)).text();
      const script = { src: injected[0], getAttribute: () => null };
      const document = { currentScript: script, querySelector: () => script, cookie: '' };
      new Function('window', 'document', 'location', 'performance', 'Image', text)(
        page,
        document,
        new URL(landing),
        {},
        class {},
      );
    };
    return {
      page,
      api,
      load,
      change: (granted: boolean) => listeners.forEach((listener) => void listener('ad_storage', granted)),
    };
  }
  const fields = () => ({
    script: `${tributary.connection.url}/t/${tributary.seller.trackingKey}.js`,
    consent: 'consent_mode',
    withoutConsent: 'denied',
    isOrder: true,
    orderValue: '499.00',
    currency: 'SEK',
    gtmOnSuccess: () => undefined,
    gtmOnFailure: () => undefined,
  });
  const landing = () => `https://shop.example/?tclid=${tributary.seller.click}`;
  const code = web!['SANDBOXED_JS_FOR_WEB_TEMPLATE']!;
  beforeEach(() => {
    tributary.requests = [];
  });

  it('reports an order with the click of the landing page', async () => {
    const { api, load } = openPage(true);
    runTag(code, api, { ...fields(), orderId: 'GTM-1' });
    await load(landing());
    await tributary.expectOrder('GTM-1', { attribution: 'click' });
  });

  it('sends nothing without ad_storage, and the order when the shopper agrees later', async () => {
    const { api, load, change, page } = openPage(false);
    runTag(code, api, { ...fields(), orderId: 'GTM-2' });
    await load(landing());
    expect(page.tributary.consent).toBe('pending');
    expect(tributary.requests.filter((request) => request.includes('/px/'))).toEqual([]);
    change(true);
    await tributary.expectOrder('GTM-2', { attribution: 'click' });
    change(false);
    expect(page.tributary.consent).toBe('denied');
  });
});

describe('The tag of a server container', () => {
  const code = server!['SANDBOXED_JS_FOR_SERVER']!;
  /** Runs the tag for an event. @returns the outcome, and the cookies that are set */
  function onEvent(
    event: Data,
    { cookies = {}, fields = {} }: { cookies?: Record<string, string>; fields?: Data } = {},
  ) {
    const set: unknown[][] = [];
    const outcome = new Promise<string>((resolve) => {
      const api: Api = {
        getAllEventData: () => event,
        getCookieValues: (name: string) => (name in cookies ? [cookies[name]] : []),
        setCookie: (...args: unknown[]) => set.push(args),
        parseUrl: (url: string) =>
          URL.canParse(url) ? { searchParams: Object.fromEntries(new URL(url).searchParams) } : undefined,
        makeString: String,
        makeNumber: Number,
        logToConsole: () => undefined,
        JSON,
        sendHttpRequest: async (url: string, { method, headers }: RequestInit, body: string) => {
          const reply = await fetch(url, { method: method!, headers: headers!, body });
          return { statusCode: reply.status, headers: {}, body: await reply.text() };
        },
      };
      const { url, store, apiKey } = tributary.connection;
      const data = { url, store, apiKey, trackingKey: tributary.seller.trackingKey, days: 30, consent: 'consent_mode' };
      runTag(code, api, {
        ...data,
        ...fields,
        gtmOnSuccess: () => resolve('success'),
        gtmOnFailure: () => resolve('failure'),
      });
    });
    return outcome.then((said) => ({ outcome: said, set }));
  }
  const purchase = { event_name: 'purchase', value: 499, currency: 'SEK', 'x-ga-gcs': 'G111' };
  const landing = () => `https://shop.example/shoes?tclid=${tributary.seller.click}`;

  it('stores the click of a landing page with ad_storage, and not without', async () => {
    const cookie = `tributary_${tributary.seller.trackingKey}`;
    const view = { event_name: 'page_view', page_location: landing() };
    const options = { domain: 'auto', path: '/', samesite: 'lax', secure: true, 'max-age': 2_592_000 };
    expect(await onEvent({ ...view, 'x-ga-gcs': 'G110' })).toEqual({
      outcome: 'success',
      set: [[cookie, tributary.seller.click, options, true]],
    });
    for (const consent of [{ 'x-ga-gcs': 'G101' }, {}])
      expect((await onEvent({ ...view, ...consent })).set).toEqual([]);
    expect((await onEvent(view, { fields: { consent: 'granted' } })).set).toHaveLength(1);
    expect(
      (await onEvent({ ...view, page_location: 'https://shop.example/?tclid=x', 'x-ga-gcs': 'G111' })).set,
    ).toEqual([]);
  });

  it('reports a purchase with the click of the cookie', async () => {
    const cookies = { [`tributary_${tributary.seller.trackingKey}`]: tributary.seller.click };
    expect((await onEvent({ ...purchase, transaction_id: 'SRV-1' }, { cookies })).outcome).toBe('success');
    await tributary.expectOrder('SRV-1', { attribution: 'click' });
  });

  it('reports a purchase without consent without its click, which a voucher code still attributes', async () => {
    const cookies = { [`tributary_${tributary.seller.trackingKey}`]: tributary.seller.click };
    const denied = { ...purchase, 'x-ga-gcs': 'G100', page_location: landing() };
    expect((await onEvent({ ...denied, transaction_id: 'SRV-2' }, { cookies })).outcome).toBe('success');
    await tributary.expectOrder('SRV-2', { attribution: 'none' });
    await onEvent({ ...denied, transaction_id: 'SRV-3', coupon: 'ANNA10' }, { cookies });
    await tributary.expectOrder('SRV-3', { attribution: 'voucher' });
  });

  it('fails when the order is refused, or has no number or value', async () => {
    expect((await onEvent({ ...purchase, transaction_id: 'SRV-4', currency: 'XXX' })).outcome).toBe('failure');
    expect((await onEvent(purchase)).outcome).toBe('failure');
    expect((await onEvent({ ...purchase, transaction_id: 'SRV-5' }, { fields: { apiKey: 'wrong' } })).outcome).toBe(
      'failure',
    );
  });
});
