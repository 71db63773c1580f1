import { describe, expect, it } from 'vitest';
import { clickOf } from './src/click-of.ts';
import { readOptions } from './src/options.ts';

const options = { url: 'https://tributary.example', store: 7, apiKey: 'trbs_key' };
const click = '019a1b2c-3d4e-7f00-8abc-0123456789ab';

describe('The options of the Vendure plugin', () => {
  it('have defaults', () => {
    expect(readOptions(options)).toEqual({ ...options, withTax: false, trackingKey: null, retries: 5 });
  });

  it.each([
    ['url', { url: 'tributary.example' }],
    ['url', { url: 'file:///etc/passwd' }],
    ['store', { store: 0 }],
    ['store', { store: Number.NaN }],
    ['apiKey', { apiKey: '' }],
    ['retries', { retries: -1 }],
  ])('are refused with the name of %s: %j', (name, wrong) => {
    expect(() => readOptions({ ...options, ...wrong })).toThrow(`TributaryPlugin: ${name} must be`);
  });
});

describe('The click of a request', () => {
  it.each([
    [{}, null],
    [{ 'x-tributary-click': click }, click],
    [{ 'x-tributary-click': 'no click' }, null],
    [{ cookie: `a=1; tributary_KEY=${click}; b=2` }, click],
    [{ cookie: `tributary_OTHER=${click}` }, null],
    [{ cookie: `xtributary_KEY=${click}` }, null],
    [{ cookie: `tributary_KEY=${click}%0A` }, null],
    [{ 'x-tributary-click': 'no click', cookie: `tributary_KEY=${click}` }, click],
  ])('of %j is %s', (headers, expected) => {
    expect(clickOf(headers, 'KEY')).toBe(expected);
  });

  it('is not read from cookies without a tracking key', () => {
    expect(clickOf({ cookie: `tributary_null=${click}` }, null)).toBeNull();
  });
});
