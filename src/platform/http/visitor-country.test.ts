import { expect, test } from 'vitest';
import { visitorCountry } from './visitor-country.ts';

const from = (remoteAddress: string | undefined) => ({ socket: { remoteAddress } });
const countryOf = visitorCountry({ trustProxy: 'loopback, 10.0.0.0/8', countryHeader: 'cf-ipcountry' });

test.each([
  ['10.1.2.3', 'SE', 'SE'],
  ['::ffff:127.0.0.1', 'se', 'SE'],
  ['10.1.2.3', 'XX', null],
  ['10.1.2.3', 'T1', null],
  ['10.1.2.3', 'xx', null],
  ['10.1.2.3', 'SWE', null],
  ['10.1.2.3', 'S', null],
  ['10.1.2.3', '46', null],
  ['10.1.2.3', 'SE, NO', null],
  ['10.1.2.3', '', null],
  ['10.1.2.3', undefined, null],
  ['203.0.113.9', 'SE', null],
  [undefined, 'SE', null],
])('of a request from %s with the headers %j is %j', (peer, header, country) => {
  const headers = header === undefined ? {} : { 'cf-ipcountry': header };
  expect(countryOf(from(peer), headers)).toBe(country);
});

test("is unknown if the header's name or the trusted proxies are not configured", () => {
  const headers = { 'cf-ipcountry': 'SE' };
  for (const settings of [
    { trustProxy: 'loopback', countryHeader: null },
    { trustProxy: null, countryHeader: 'cf-ipcountry' },
  ])
    expect(visitorCountry(settings)(from('127.0.0.1'), headers)).toBe(null);
});
