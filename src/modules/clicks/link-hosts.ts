import type { IncomingMessage } from 'node:http';
import type { LinkTarget } from './profile.ts';

/** The owner of a domain: a creator or an agency. */
export interface HostOwner {
  userId: number | null;
  agencyId: number | null;
}

/** The proven domains of creators and agencies, in memory. */
export interface LinkDomains {
  /** By host in lower case. */
  readonly owners: ReadonlyMap<string, HostOwner>;
}

/** Whether a link is followed on a domain. */
type Admits = (link: Pick<LinkTarget, 'userId' | 'agencyId'>) => boolean;

/** Domains of creators and agencies, with the data that the redirect needs. */
export interface LinkHosts {
  /**
   * Returns which links are redirected on the host of a request; undefined for a host that is not such a domain and redirects all
   * links.
   */
  admits(request: Pick<IncomingMessage, 'rawHeaders'>): Admits | undefined;
}

/** Only links of a domain's owner are followed there: of the creator, or of the agency's creators. */
export function linkHosts(domains: LinkDomains): LinkHosts {
  return {
    admits({ rawHeaders }) {
      const { owners } = domains;
      // Without domains, which is common, headers are not searched.
      const owner = owners.size === 0 ? undefined : owners.get(requestHost(rawHeaders));
      if (owner === undefined) return undefined;
      const { userId, agencyId } = owner;
      return agencyId === null ? (link) => link.userId === userId : (link) => link.agencyId === agencyId;
    },
  };
}

/** The host that a request names, without its port, in lower case; empty if it names none. @param raw `IncomingMessage.rawHeaders` */
function requestHost(raw: readonly string[]): string {
  for (let at = 0; at < raw.length; at += 2) {
    const name = raw[at]!;
    if (name.length === 4 && name.toLowerCase() === 'host') {
      return raw[at + 1]!.replace(/:\d+$/, '').replace(/\.$/, '').toLowerCase();
    }
  }
  return '';
}
