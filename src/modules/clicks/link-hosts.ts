import type { LinkTarget } from './profile.ts';

/** Domains of creators and agencies, as far as the redirect needs them. */
export interface LinkHosts<P extends LinkTarget> {
  readonly isEmpty: boolean;
  /** Returns which links are followed on a host; undefined for a host that is no such domain, where all are. */
  admits(host: string): ((profile: P) => boolean) | undefined;
}

/** Who owns a domain: a creator or an agency. */
export interface HostOwner {
  userId: number | null;
  agencyId: number | null;
}

/** The host that a request names, without its port, in lower case; empty if it names none. @param raw `IncomingMessage.rawHeaders` */
export function requestHost(raw: readonly string[]): string {
  for (let at = 0; at < raw.length; at += 2) {
    const name = raw[at]!;
    if (name.length === 4 && name.toLowerCase() === 'host') {
      return raw[at + 1]!.replace(/:\d+$/, '').replace(/\.$/, '').toLowerCase();
    }
  }
  return '';
}
