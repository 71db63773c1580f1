import { hasAddress, hostsIn } from '../../../platform/text/public-name.ts';
import { normaliseDomain } from '../urls/index.ts';

/**
 * Whether a store's name contains a web address, or a domain that is not the store's own. Creators and shoppers trust names, so they
 * must not mislead. A number or an `@` is part of many honest names; mails leave such names out.
 * @param hosts the store's domains, normalised; null if they are not known; domains are then not checked
 */
export function namesAnAddress(name: string, hosts: readonly string[] | null): boolean {
  if (hasAddress(name)) return true;
  if (hosts === null) return false;
  return hostsIn(name).some((word) => {
    const host = normaliseDomain(word);
    return host !== null && !hosts.includes(host);
  });
}
