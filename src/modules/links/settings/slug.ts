/** The form of a slug: three to sixty characters in lower case. */
export const SLUG = /^[a-z0-9][a-z0-9-]{1,58}[a-z0-9]$/;
/** Codes of links have ten letters and digits (`newCode` in make-links.ts). */
const LIKE_A_CODE = /^[a-z0-9]{10}$/;

/** Words that are paths of the platform, or that visitors could take for its pages. */
const RESERVED = new Set(
  `about abuse account admin administrator affiliate-links api app assets auth billing console contact dashboard demo docs edge
   favicon files health help home imprint index internal legal link links log-in login log-out logout mail metrics new null oauth
   official openapi password payment payments payout payouts platform privacy recovery register robots root security session settings
   sign-in signin sign-out signout sign-up signup sitemap static status store stores support system team terms token tributary
   undefined unsubscribe user users verify webhook webhooks well-known www`.split(/\s+/),
);

/** A slug in its stored form, or the error in the text. */
export type ReadSlug = { slug: string; fault: null } | { slug: null; fault: string };

/** Reads a slug. Slugs are case-insensitive and stored in lower case. */
export function readSlug(text: string): ReadSlug {
  const slug = text.trim().toLowerCase();
  if (!SLUG.test(slug))
    return fault('must have 3 to 60 letters (a to z), digits and hyphens, and begin and end with a letter or digit');
  if (LIKE_A_CODE.test(slug))
    return fault('must contain a hyphen if it has ten characters, as codes of links have ten');
  if (RESERVED.has(slug)) return fault('is reserved');
  return { slug, fault: null };
}

const fault = (sentence: string): ReadSlug => ({ slug: null, fault: sentence });
