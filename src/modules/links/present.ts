import { presentAdvertiser } from '../stores/index.ts';
import type { CreatedLink } from './create-link.ts';
import type { Link } from './find-link.ts';
import type { ListedLink } from './list-links.ts';

/** Returns the public address of a link. @param code its slug or code */
export const trackedUrl = (publicUrl: string, code: string): string => `${publicUrl}/r/${code}`;

/** Presents a single link in both API versions. An unsaved link has no code and shows the product URL. */
export function presentLink(
  publicUrl: string,
  link: Omit<Link, 'id' | 'code' | 'slug' | 'createdAt'> & { code?: string; slug?: string | null },
) {
  return {
    url: link.code === undefined ? link.url : trackedUrl(publicUrl, link.slug ?? link.code),
    original_url: link.url,
    user_id: link.userId,
    country: link.store.country,
    provider: link.store.provider ?? 'tributary',
    advertiser: { id: link.store.id, name: link.store.name },
    title: link.title,
  };
}

/** Presents the result for a URL in version 2. */
export function presentCreated(publicUrl: string, created: CreatedLink) {
  if (created.kind === 'choice') return { advertisers: created.advertisers.map(presentAdvertiser) };
  const status = created.kind === 'dry' ? ('dry' as const) : created.status;
  return { status: 'success' as const, affiliate_link: { status, ...presentLink(publicUrl, created.link) } };
}

/** Presents a link in version 2's list with the requested includes. */
export function presentListed(publicUrl: string, link: ListedLink, withAdvertiser: boolean) {
  return {
    id: link.id,
    title: link.title,
    service_url: trackedUrl(publicUrl, link.slug ?? link.code),
    user_id: link.userId,
    created_at: link.createdAt.toISOString(),
    ...(withAdvertiser ? { advertiser: { id: link.store.id, name: link.store.name } } : {}),
    ...(link.stats === null
      ? {}
      : {
          number_of_clicks: link.stats.clicks,
          cost_creator_approved: link.stats.approvedMinor,
          cost_creator_potential: link.stats.potentialMinor,
          currency: link.store.currency,
        }),
  };
}
