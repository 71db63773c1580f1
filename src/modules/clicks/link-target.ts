import { withClickId } from '../stores/urls/index.ts';
import { passedTo } from './passed-parameters.ts';
import type { Destination, LinkTarget } from './profile.ts';

/** The data of a stored link on which its redirect depends. */
interface StoredLink {
  code: string;
  userId: number;
  agencyId: number | null;
  /** Its page. */
  url: string;
  /** Milliseconds since 1970; null: it does not expire. */
  expiresMs: number | null;
  /** The target after the expiry; null: the page of the link. */
  expiredUrl: string | null;
  /** Parameters of a followed URL that the store has chosen; see `passedTo`. */
  passedParameters: readonly string[];
}

/**
 * Determines the target of a link. Application processes, which read links from the database, and edges, which read them from NATS,
 * both use it, so that their replies are the same.
 */
export function linkTargetOf(link: StoredLink): LinkTarget {
  const { code, userId, agencyId, url, expiresMs, expiredUrl, passedParameters } = link;
  return {
    code,
    userId,
    agencyId,
    ...destinationOf(url, passedParameters),
    // An expired link leads to its page, unless the creator has given another one.
    expiry: expiresMs === null ? undefined : { atMs: expiresMs, ...destinationOf(expiredUrl ?? url, passedParameters) },
  };
}

const destinationOf = (url: string, chosen: readonly string[]): Destination => ({
  passed: passedTo(url, chosen),
  ...targetAround(url),
});

/**
 * Characters that a Location header cannot contain. Stored URLs are serialised without them; an incorrectly stored one must not
 * fail its redirects.
 */
const NOT_IN_A_HEADER = /[^\x21-\x7e]+/g;

/** The link's own URL, split at the place where the click's id is inserted. */
export function targetAround(stored: string): { targetBefore: string; targetAfter: string } {
  const url = stored.replace(NOT_IN_A_HEADER, (text) => encodeURIComponent(text));
  const [targetBefore, targetAfter] = withClickId(url, '\0').split('\0') as [string, string];
  return { targetBefore, targetAfter };
}
