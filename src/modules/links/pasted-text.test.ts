import { describe, expect, it } from 'vitest';
import { findAddress, unwrapped } from './pasted-text.ts';

const PAGE = 'https://www.shop.example/herr';

describe('A pasted text', () => {
  it.each([
    PAGE,
    ` ${PAGE} `,
    `Kolla! ${PAGE}`,
    `Kolla in det här!\n${PAGE}`,
    `<a href="${PAGE}">Skor</a>`,
    `<a href="${PAGE}">${PAGE}</a>`,
    `[Skor](${PAGE})`,
    `[${PAGE}](${PAGE})`,
    `"${PAGE}"`,
    `„${PAGE}“`,
    `<${PAGE}>`,
    `(${PAGE})`,
    `${PAGE} – Nordic Runner`,
    `${PAGE},`,
    `${PAGE}.`,
    `**${PAGE}**`,
    `Se ${PAGE}!`,
  ])('%s contains the address', (text) => {
    expect(findAddress(text)).toEqual({ text: PAGE });
  });

  it.each([
    [`${PAGE}?a=1&amp;b=2&#038;c=3`, `${PAGE}?a=1&b=2&c=3`],
    ['https://shop.example/Shoes_(brand)', 'https://shop.example/Shoes_(brand)'],
    ['(https://shop.example/Shoes_(brand))', 'https://shop.example/Shoes_(brand)'],
    ['https://shop.example/p?ids[]=1&ids[]=2', 'https://shop.example/p?ids[]=1&ids[]=2'],
    ['Titta www.shop.example/herr nu', 'www.shop.example/herr'],
    ['shop.example', 'shop.example'],
    ['two words', 'two words'],
  ])('%s is read as %s', (text, address) => {
    expect(findAddress(text)).toEqual({ text: address });
  });

  it('with several addresses is refused with this reason', () => {
    expect(findAddress(`${PAGE} ${PAGE}/2`)).toEqual({ reason: expect.stringContaining('more than one address') });
    expect(findAddress('www.a.example/x www.b.example/y')).toHaveProperty('reason');
  });
});

describe('An address of a wrapper', () => {
  const inner = encodeURIComponent(PAGE);
  it.each([
    `https://www.google.com/url?sa=t&url=${inner}&usg=x`,
    `https://www.google.co.uk/url?q=${inner}`,
    `https://l.instagram.com/?u=${inner}&e=AT0`,
    `https://l.facebook.com/l.php?u=${inner}&h=AT1`,
    `https://eur02.safelinks.protection.outlook.com/?url=${inner}&data=05`,
    `https://www.youtube.com/redirect?event=video&q=${inner}`,
    `https://urldefense.com/v3/__${PAGE}__;!!abc`,
    `https://out.reddit.com/t3_x?url=${inner}&token=y`,
  ])('%s leads to its inner address', (href) => {
    expect(unwrapped(href)).toBe(PAGE);
  });

  it.each([
    PAGE,
    `https://evil.example/url?q=${inner}`,
    'https://www.google.com/url?q=javascript:alert(1)',
    'https://www.google.com/search?q=https://x.example',
    `https://google.com.evil.example/url?q=${inner}`,
  ])('%s is none', (href) => {
    expect(unwrapped(href)).toBeNull();
  });
});
