import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../tests/harness/database.ts';
import { DEVICES, type DeviceCode, deviceCodeOf, isDeviceCountry, packDeviceCountry } from './device-country.ts';

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0';
const AGENTS: Record<(typeof DEVICES)[number], string[]> = {
  desktop: [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Safari/537.36`,
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15',
    'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0',
    `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${WEBKIT} Safari/537.36`,
  ],
  mobile: [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
    `Mozilla/5.0 (Linux; Android 14; Pixel 8) ${WEBKIT} Mobile Safari/537.36`,
    'Mozilla/5.0 (Android 14; Mobile; rv:127.0) Gecko/127.0 Firefox/127.0',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Instagram 334.0',
    'Opera/9.80 (J2ME/MIDP; Opera Mini/9.80) Presto/2.5 Version/10.54',
  ],
  tablet: [
    'Mozilla/5.0 (iPad; CPU OS 12_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/12.1 Mobile/15E148 Safari/604.1',
    `Mozilla/5.0 (Linux; Android 13; SM-X700) ${WEBKIT} Safari/537.36`,
    'Mozilla/5.0 (Android 13; Tablet; rv:127.0) Gecko/127.0 Firefox/127.0',
    `Mozilla/5.0 (Linux; Android 9; KFMAWI) AppleWebKit/537.36 (KHTML, like Gecko) Silk/120.1 like Chrome/120.0 Safari/537.36`,
  ],
  other: [
    `Mozilla/5.0 (SMART-TV; LINUX; Tizen 6.0) ${WEBKIT} TV Safari/537.36`,
    `Mozilla/5.0 (Linux; Android 9; BRAVIA 4K UR2) ${WEBKIT} Safari/537.36`,
    'Mozilla/5.0 (PlayStation; PlayStation 5/2.26) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/13.0 Safari/605.1.15',
    'SomeProgram/1.0',
    '',
  ],
};

test.each(DEVICES.flatMap((device) => AGENTS[device].map((agent) => [device, agent])))('%s: %s', (device, agent) => {
  expect(DEVICES[deviceCodeOf(agent!)]).toBe(device);
});

test('A device and a country are one number, which the database can read', async () => {
  const { pool } = await createTestDatabase();
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const countries = [null, ...letters.flatMap((one) => letters.map((other) => one + other))];
  const all = countries.flatMap((country) =>
    DEVICES.map((device, code) => ({ country, device, packed: packDeviceCountry(code as DeviceCode, country) })),
  );
  expect(all.every(({ packed }) => isDeviceCountry(packed))).toBe(true);
  expect(Math.max(...all.map(({ packed }) => packed))).toBeLessThan(2 ** 15);
  const { rows } = await pool.query(
    `SELECT country_of(p) AS country, device_of(p) AS device, p AS packed FROM unnest($1::smallint[]) WITH ORDINALITY AS g (p, n) ORDER BY n`,
    [all.map(({ packed }) => packed)],
  );
  expect(rows).toEqual(all);
  const none = await pool.query('SELECT country_of(NULL::smallint) AS country, device_of(NULL::smallint) AS device');
  expect(none.rows).toEqual([{ country: null, device: null }]);
});

test.each([-1, 2_708, 1.5, '4', null, undefined])('%j is an invalid number', (value) => {
  expect(isDeviceCountry(value)).toBe(false);
});
