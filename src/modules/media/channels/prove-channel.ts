import type { DomainAttempt, DomainProver, PageAttempt, PageProof } from '../../stores/index.ts';
import { isOwnPage, type PlatformName } from './platforms.ts';

/** What a proof depends on. */
interface ProvenChannel {
  platform: PlatformName;
  /** The address of its page. */
  url: string;
  /** Names the creator; not secret. */
  token: string;
}

/** A search for one proof of a channel. */
export type ChannelAttempt = PageAttempt | DomainAttempt;

/** What the owner of a channel publishes on its page: the code in its description, or a link to `link` with `rel="me"`. */
export const pageProofOf = ({ token }: { token: string }, publicUrl: string): PageProof => ({
  code: `tributary-${token.slice(0, 16)}`,
  link: `${publicUrl}/?creator=${token.slice(0, 16)}`,
});

/** The host of a channel that may be proven as a whole: the page is its first one. */
export const hostOf = ({ platform, url }: Omit<ProvenChannel, 'token'>): string | null => {
  const { hostname, pathname } = new URL(url);
  return isOwnPage(platform) && pathname === '/' ? hostname : null;
};

/**
 * Searches for the proof of a channel: on its page, and for an own domain also where stores prove theirs. Visitors may write on an own page, so the code
 * only counts in its head there.
 */
export async function proveChannel(
  prover: DomainProver,
  channel: ProvenChannel,
  publicUrl: string,
): Promise<ChannelAttempt[]> {
  const host = hostOf(channel);
  const [onPage, ofDomain] = await Promise.all([
    prover.provePage({ url: channel.url, proof: pageProofOf(channel, publicUrl), inHead: isOwnPage(channel.platform) }),
    host === null ? [] : prover.prove({ host, token: channel.token }),
  ]);
  return [...onPage, ...ofDomain];
}
