import { Resolver } from 'node:dns/promises';
import type { Outbound } from '../../../platform/outbound/outbound.ts';
import { OutboundError } from '../../../platform/outbound/outbound-error.ts';
import { PROOF_METHODS, type ProofMethod } from './domains.ts';
import { fileProves, PROOF_PATH, pageProves, recordsProve } from './proof.ts';

/** The result of the search for one proof. */
export interface Attempt {
  method: ProofMethod;
  found: boolean;
  /** The reason why no proof was found, for the owner of the domain. */
  problem: string | null;
}

/** Searches for proofs of domains in the network. */
export interface DomainProver {
  /** Checks all kinds of proof concurrently; never throws. */
  prove(domain: { host: string; token: string }): Promise<Attempt[]>;
}

const TIMEOUT_MS = 5_000;
const MAX_FILE_BYTES = 4 * 1024;
const MAX_PAGE_BYTES = 256 * 1024;
const MAX_REDIRECTS = 3;

/**
 * @param outbound reaches public addresses only, even if the domain resolves to another one
 * @param dnsServers queried for TXT records, as `192.0.2.53` or `192.0.2.53:5353`; the system's by default
 * @param originsOf the origins of a host's pages, in order of preference
 */
export function createDomainProver({
  outbound,
  dnsServers,
  originsOf = (host) => [`https://${host}`, `http://${host}`],
}: {
  outbound: Outbound;
  dnsServers: readonly string[];
  originsOf?: (host: string) => readonly string[];
}): DomainProver {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: 1 });
  if (dnsServers.length > 0) resolver.setServers(dnsServers);

  /** Reads a page of the domain, over TLS if available. A page of another host, after a redirect, does not count. */
  async function read(host: string, path: string, maxReplyBytes: number): Promise<string> {
    let failure: unknown = null;
    for (const origin of originsOf(host)) {
      try {
        const reply = await outbound.request({
          url: `${origin}${path}`,
          method: 'GET',
          timeoutMs: TIMEOUT_MS,
          maxReplyBytes,
          longReply: 'truncate',
          maxRedirects: MAX_REDIRECTS,
        });
        const { hostname } = new URL(reply.url);
        if (hostname !== host && !hostname.endsWith(`.${host}`)) throw new Problem('It redirects to another domain.');
        if (reply.status !== 200) throw new Problem(`The answer has the status ${reply.status} and not 200.`);
        return reply.body.toString('utf8');
      } catch (error) {
        // Some stores have only a server without TLS.
        failure ??= error;
        if (error instanceof Problem) break;
      }
    }
    throw failure;
  }

  async function recordsOf(name: string): Promise<string[][]> {
    return resolver.resolveTxt(name).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENODATA' || error.code === 'ENOTFOUND') return [];
      throw error;
    });
  }

  const ways: Record<ProofMethod, (host: string, token: string) => Promise<boolean>> = {
    dns: async (host, token) => recordsProve(await recordsOf(`_tributary.${host}`), token),
    file: async (host, token) => fileProves(await read(host, PROOF_PATH, MAX_FILE_BYTES), token),
    meta: async (host, token) => pageProves(await read(host, '/', MAX_PAGE_BYTES), token),
  };
  return {
    prove: ({ host, token }) =>
      Promise.all(
        PROOF_METHODS.map(async (method): Promise<Attempt> => {
          try {
            const found = await ways[method](host, token);
            return { method, found, problem: found ? null : NOT_THERE[method] };
          } catch (error) {
            return { method, found: false, problem: said(error) };
          }
        }),
      ),
  };
}

/** An error of the reply that the owner of the domain can correct. */
class Problem extends Error {}

const NOT_THERE: Record<ProofMethod, string> = {
  dns: 'There is no such TXT record.',
  file: 'The file has no such line.',
  meta: 'The head of the page has no such tag.',
};

function said(error: unknown): string {
  if (error instanceof Problem || error instanceof OutboundError) return error.message;
  return 'The name servers of the domain gave no answer.';
}
