/**
 * Kinds of media. `social`: a post; `shortvideo`: a story or another short video; `video`: a video on a platform,
 * identified by its id there; `image`: a picture on a creator's own pages.
 */
export const MEDIA_KINDS = ['social', 'shortvideo', 'video', 'image'] as const;
export type MediaKind = (typeof MEDIA_KINDS)[number];

/** Media types that may be displayed. */
export const CONTENT_TYPE = /^(?:image|video)\/[a-z0-9][a-z0-9.+-]{0,63}$/;
