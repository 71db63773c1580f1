import { trackedUrl } from '../present.ts';
import type { LinkSettings } from './read-settings.ts';

/** The URL of a link on an own domain, which needs no prefix. */
export const ownUrlOf = ({ slug, code }: Pick<LinkSettings, 'slug' | 'code'>, host: string): string =>
  `https://${host}/${slug ?? code}`;

/** Presents the settings of a link. */
export function presentSettings(publicUrl: string, link: LinkSettings) {
  const names = [link.slug ?? link.code, ...(link.slug === null ? [] : [link.code]), ...link.formerSlugs];
  const [name, ...others] = names as [string, ...string[]];
  return {
    id: link.id,
    url: trackedUrl(publicUrl, name),
    other_urls: [
      ...link.hosts.map((host) => ownUrlOf(link, host)),
      ...others.map((other) => trackedUrl(publicUrl, other)),
    ],
    original_url: link.url,
    slug: link.slug,
    former_slugs: link.formerSlugs,
    title: link.title,
    tags: link.tags,
    archived_at: link.archivedAt?.toISOString() ?? null,
    expires_at: link.expiresAt?.toISOString() ?? null,
    expired_url: link.expiredUrl,
  };
}
