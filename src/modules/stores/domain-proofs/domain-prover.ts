import { Resolver } from 'node:dns/promises';
import type { Outbound } from '../../../platform/outbound/outbound.ts';
import { OutboundError } from '../../../platform/outbound/outbound-error.ts';
import { PROOF_METHODS, type ProofMethod } from './domains.ts';
import { fileProves, linksBack, type PageProof, PROOF_PATH, pageProves, recordsProve, showsCode } from './proof.ts';

/** The result of the search for one proof. */
export interface Attempt {
  method: ProofMethod;
  found: boolean;
  /** The reason why no proof was found, for the owner of the domain. */
  problem: string | null;
}

/** The search for a proof on a page. */
export type PageAttempt = Omit<Attempt, 'method'> & { method: 'page' | 'link' };

/** A page whose owner publishes a proof on it. */
interface ProvenPage {
  /** The address; a page at another one, after a redirect, does not count. */
  url: string;
  proof: PageProof;
  /** Whether the code only counts in the head of the page, because visitors may write into the body. */
  inHead: boolean;
}

/** Searches for proofs of domains and pages in the network. */
export interface DomainProver {
  /** Checks all kinds of proof concurrently; never throws. */
  prove(domain: { host: string; token: string }): Promise<Attempt[]>;
  /** Reads a page and searches for the code and the link; never throws. */
  provePage(page: ProvenPage): Promise<PageAttempt[]>;
}

const TIMEOUT_MS = 5_000;
const MAX_FILE_BYTES = 4 * 1024;
const MAX_PAGE_BYTES = 256 * 1024;
/** Pages of platforms have their text after many scripts. */
const MAX_PROFILE_BYTES = 2 * 1024 * 1024;
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

  /**
   * Reads a page of the domain, over TLS if available. A page of another host, after a redirect, does not count, and with `isExact` neither does another
   * page of the host.
   */
  async function read(host: string, path: string, maxReplyBytes: number, isExact = false): Promise<string> {
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
        const { hostname, pathname } = new URL(reply.url);
        if (hostname !== host && !hostname.endsWith(`.${host}`)) throw new Problem('It redirects to another domain.');
        if (isExact && plainPath(pathname) !== plainPath(path)) throw new Problem('It redirects to another page.');
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
    async provePage({ url, proof, inHead }) {
      const { hostname, pathname } = new URL(url);
      const attempts = (inPage: { code: boolean; link: boolean } | null, problem: string | null): PageAttempt[] => [
        { method: 'page', found: inPage?.code ?? false, problem: inPage?.code ? null : (problem ?? NOT_ON_PAGE.code) },
        { method: 'link', found: inPage?.link ?? false, problem: inPage?.link ? null : (problem ?? NOT_ON_PAGE.link) },
      ];
      try {
        const html = await read(hostname, pathname, MAX_PROFILE_BYTES, true);
        return attempts({ code: showsCode(html, proof.code, inHead), link: linksBack(html, proof.link) }, null);
      } catch (error) {
        return attempts(null, said(error));
      }
    },
  };
}

/** The path of a page, whose letters and last slash do not distinguish pages of a platform. */
const plainPath = (path: string) => path.toLowerCase().replace(/\/+$/, '');

/** An error of the reply that the owner of the domain can correct. */
class Problem extends Error {}

const NOT_THERE: Record<ProofMethod, string> = {
  dns: 'There is no such TXT record.',
  file: 'The file has no such line.',
  meta: 'The head of the page has no such tag.',
};

const NOT_ON_PAGE = {
  code: 'The page does not show the code, or shows it only to people who have signed in.',
  link: 'The page has no such link.',
};

function said(error: unknown): string {
  if (error instanceof Problem || error instanceof OutboundError) return error.message;
  return 'The name servers of the domain gave no answer.';
}
