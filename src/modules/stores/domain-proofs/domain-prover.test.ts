import { describe, expect, it } from 'vitest';
import { openDnsPeer } from '../../../../tests/harness/peers/dns-peer.ts';
import { openHttpPeer, type PeerReply } from '../../../../tests/harness/peers/http-peer.ts';
import { createOutbound } from '../../../platform/outbound/outbound.ts';
import { createDomainProver } from './domain-prover.ts';
import { PROOF_PATH, proofOf } from './proof.ts';

const host = 'shop.example';
const token = '0123456789abcdef0123456789abcdef';
const proof = proofOf({ host, token });
const LOOPBACK = ['127.0.0.0/8'];
const toLoopback = async () => [{ address: '127.0.0.1', family: 4 }];

/** The replies of a store's server and name server; the name resolves to loopback. */
async function attempts(
  pages: Record<string, PeerReply>,
  { records = {}, allow = LOOPBACK }: { records?: Record<string, string[]>; allow?: string[] } = {},
) {
  const peer = await openHttpPeer(({ target }) => pages[target] ?? { status: 404 });
  const { port } = new URL(peer.url);
  const prover = createDomainProver({
    outbound: createOutbound({ allow, resolve: toLoopback }),
    dnsServers: [await openDnsPeer(records)],
    originsOf: (name) => [`http://${name}:${port}`],
  });
  const found = Object.fromEntries((await prover.prove({ host, token })).map((one) => [one.method, one]));
  return { found, peer, port };
}

const ok = (body: string): PeerReply => ({ status: 200, body });

describe('the proof of a domain', () => {
  it('is found in each of the three places', async () => {
    const dns = await attempts({}, { records: { [proof.dns.name]: ['v=spf1', proof.dns.value] } });
    expect(Object.values(dns.found).map(({ method, found }) => [method, found])).toEqual([
      ['dns', true],
      ['file', false],
      ['meta', false],
    ]);
    const file = await attempts({ [PROOF_PATH]: ok(proof.file.content) });
    expect(file.found['file']).toEqual({ method: 'file', found: true, problem: null });
    const meta = await attempts({ '/': ok(`<head>${proof.meta.tag}</head>`) });
    expect(meta.found['meta']).toEqual({ method: 'meta', found: true, problem: null });
  });

  it('that is missing lists the reason for each place', async () => {
    const { found } = await attempts({ [PROOF_PATH]: ok('other'), '/': ok('<p>Hello') });
    expect(Object.values(found).map(({ problem }) => problem)).toEqual([
      'There is no such TXT record.',
      'The file has no such line.',
      'The head of the page has no such tag.',
    ]);
    expect((await attempts({})).found['file']?.problem).toBe('The answer has the status 404 and not 200.');
  });

  it('follows a redirect within the domain, and none to another one', async () => {
    const inside = await attempts({
      [PROOF_PATH]: { status: 301, headers: { location: '/proof' } },
      '/proof': ok(proof.file.content),
    });
    expect(inside.found['file']?.found).toBe(true);
    const { found } = await attempts({
      [PROOF_PATH]: { status: 302, headers: { location: 'http://evil.example:1/x' } },
    });
    expect(found['file']?.found).toBe(false);
    const elsewhere = await openHttpPeer(() => ok(proof.file.content));
    const moved = elsewhere.url.replace('127.0.0.1', 'evil.example');
    const away = await attempts({ [PROOF_PATH]: { status: 302, headers: { location: `${moved}/x` } } });
    expect(away.found['file']).toMatchObject({ found: false, problem: 'It redirects to another domain.' });
  });

  it('is requested only at public addresses: a name that leads to this network is refused', async () => {
    const { found, peer } = await attempts({ [PROOF_PATH]: ok(proof.file.content) }, { allow: [] });
    expect([found['file']?.found, found['meta']?.found, peer.requests]).toEqual([false, false, []]);
    expect(found['file']?.problem).toBe(`${host} does not lead to a public address.`);
  });

  it('is read up to a limit', async () => {
    const { found } = await attempts({ [PROOF_PATH]: ok(`${'x'.repeat(5_000)}\n${proof.file.content}`) });
    expect(found['file']).toMatchObject({ found: false, problem: 'The file has no such line.' });
  });
});
