import { parse } from 'tldts';
import { normaliseDomain } from '../urls/index.ts';

/** Matches the beginning of a web address, or a path after a host. */
const ADDRESS = /[a-z][a-z0-9+.-]*:\/\/|\bwww\.|[^\s/]\.\p{L}{2,}\/\S/iu;
/** Matches a word that could be a host: letters on both sides of a dot. */
const HOST = /[\p{L}\p{N}-]+(?:[.\u3002\uff0e][\p{L}\p{N}-]+)*[.\u3002\uff0e]\p{L}{2,}/giu;

/**
 * Whether a store's name contains an address, or a domain that is not the store's own. Creators and shoppers trust names, so they
 * must not mislead.
 * @param hosts the store's domains, normalised; null if they are not known; domains are then not checked
 */
export function namesAnAddress(name: string, hosts: readonly string[] | null): boolean {
  const plain = name.normalize('NFKC');
  if (ADDRESS.test(plain)) return true;
  if (hosts === null) return false;
  return (plain.match(HOST) ?? []).some((word) => {
    const host = normaliseDomain(word);
    // The dot may belong to an abbreviation, because no domain has such an ending.
    return host !== null && parse(host).isIcann === true && !hosts.includes(host);
  });
}
