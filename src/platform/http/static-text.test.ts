import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { chooseEncoding, staticText } from './static-text.ts';

describe('A text that never changes', () => {
  it('is the same text in each encoding, under a tag of its own', async () => {
    const text = JSON.stringify({ words: 'ä'.repeat(5_000) });
    const { representations } = await staticText(text);
    const [br, gzip, identity] = [...representations.values()];
    expect(brotliDecompressSync(br!.content).toString()).toBe(text);
    expect(gunzipSync(gzip!.content).toString()).toBe(text);
    expect(identity!.content.toString()).toBe(text);
    expect(new Set([...representations.values()].map(({ etag }) => etag)).size).toBe(3);
    expect((await staticText(`${text} `)).representations.get('br')!.etag).not.toBe(br!.etag);
  });

  it.each([
    [undefined, 'identity'],
    ['', 'identity'],
    ['gzip', 'gzip'],
    ['gzip, deflate', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['br;q=0.1, gzip', 'br'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['br; q=0, *', 'gzip'],
    ['*', 'br'],
    ['*;q=0', 'identity'],
    ['GZIP', 'gzip'],
    ['identity', 'identity'],
    ['identity;q=0', 'identity'],
    ['x, gzip;q=x', 'identity'],
  ] as const)('is sent for Accept-Encoding %s as %s', (accepted, encoding) => {
    expect(chooseEncoding(accepted)).toBe(encoding);
  });
});
