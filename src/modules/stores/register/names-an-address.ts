import { parse } from 'tldts';
import { normaliseDomain } from '../urls/index.ts';

/** The beginning of web addresses, and a path after a host. */
const ADDRESS = /[a-z][a-z0-9+.-]*:\/\/|\bwww\.|[^\s/]\.\p{L}{2,}\/\S/iu;
/** A word that could be a host: letters on both sides of a point. */
const HOST = /[\p{L}\p{N}-]+(?:[.\u3002\uff0e][\p{L}\p{N}-]+)*[.\u3002\uff0e]\p{L}{2,}/giu;

/**
 * Whether a store's name contains an address, or a domain that is not the store's own: a name is what creators and shoppers trust.
 * @param hosts the store's domains, normalised; null: they are not known, and no domain is looked for
 */
export function namesAnAddress(name: string, hosts: readonly string[] | null): boolean {
  const plain = name.normalize('NFKC');
  if (ADDRESS.test(plain)) return true;
  if (hosts === null) return false;
  return (plain.match(HOST) ?? []).some((word) => {
    const host = normaliseDomain(word);
    // A point may be one of an abbreviation: no domain ends so.
    return host !== null && parse(host).isIcann === true && !hosts.includes(host);
  });
}
