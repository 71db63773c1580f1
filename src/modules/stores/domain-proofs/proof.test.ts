import { describe, expect, it } from 'vitest';
import { fileProves, pageProves, proofOf, recordsProve } from './proof.ts';

const token = 'a1b2c3d4e5f6a7b8c9d0e1f2a3b4c5d6';
const { file, meta, dns } = proofOf({ host: 'shop.example', token });

it('describes what to publish where', () => {
  expect(proofOf({ host: 'shop.example', token })).toEqual({
    dns: { name: '_tributary.shop.example', value: `tributary-verification=${token}` },
    file: {
      url: 'https://shop.example/.well-known/tributary-verification.txt',
      content: `tributary-verification=${token}`,
    },
    meta: { url: 'https://shop.example/', tag: `<meta name="tributary-verification" content="${token}">` },
  });
});

describe('a file', () => {
  it('proves by a separate line', () => {
    expect([file.content, `other\r\n ${file.content} \r\n`].every((text) => fileProves(text, token))).toBe(true);
  });
  it.each([token, `${file.content}0`, `see ${file.content}`, '', `tributary-verification=${'0'.repeat(32)}`])(
    'does not by %j',
    (text) => {
      expect(fileProves(text, token)).toBe(false);
    },
  );
});

it('a TXT record proves, also in parts', () => {
  expect(recordsProve([['v=spf1 -all'], [dns.value.slice(0, 9), dns.value.slice(9)]], token)).toBe(true);
  expect(recordsProve([[`x${dns.value}`], []], token)).toBe(false);
});

describe('a page', () => {
  it.each([
    `<!doctype html><html><head>${meta.tag}</head><body></body></html>`,
    `<META content='${token}' NAME='tributary-verification' />`,
    `<head><script>"</head>"</script><meta name=tributary-verification content=${token}></head>`,
  ])('proves by a tag in its head: %s', (html) => {
    expect(pageProves(html, token)).toBe(true);
  });
  it.each([
    `<head></head><body>${meta.tag}</body>`,
    `<body>${meta.tag}`,
    `<head><!-- ${meta.tag} --></head>`,
    `<head><title>${meta.tag}</title></head>`,
    `<head><script>${meta.tag}</script></head>`,
    `<head><meta name="tributary-verification" content="other"></head>`,
    `<head><meta data-name="tributary-verification" data-content="${token}"></head>`,
  ])('ignores content of visitors, and texts that are not tags: %s', (html) => {
    expect(pageProves(html, token)).toBe(false);
  });
});
