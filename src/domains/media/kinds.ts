/**
 * What media are. `social`: a post; `shortvideo`: a story or another short film; `video`: a film at a video platform, known by its id there;
 * `image`: a picture on a creator's own pages.
 */
export const MEDIA_KINDS = ['social', 'shortvideo', 'video', 'image'] as const;
export type MediaKind = (typeof MEDIA_KINDS)[number];

/** Media types as they may be shown. */
export const CONTENT_TYPE = /^(?:image|video)\/[a-z0-9][a-z0-9.+-]{0,63}$/;
