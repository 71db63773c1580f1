import { trackedUrl } from '../present.ts';
import type { LinkSettings } from './read-settings.ts';

/** Presents the settings of a link. The URLs on own domains need no prefix. */
export function presentSettings(publicUrl: string, link: LinkSettings) {
  const names = [link.slug ?? link.code, ...(link.slug === null ? [] : [link.code]), ...link.formerSlugs];
  const [name, ...others] = names as [string, ...string[]];
  return {
    id: link.id,
    url: trackedUrl(publicUrl, name),
    other_urls: [
      ...link.hosts.map((host) => `https://${host}/${name}`),
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
