// The limits of every uploaded file. Checks, error messages, the API reference and the hints of the console read them here.

/** A mebibyte, in bytes. */
export const MIB = 1024 * 1024;

/** A store's logo, in bytes (interface documents). */
export const MAX_LOGO_BYTES = 100_000;
/** A campaign's picture as a file, in bytes (interface documents). */
export const MAX_CAMPAIGN_PICTURE_BYTES = 100_000;
/** A campaign's picture as base64 or as a data URI, in characters (interface documents). */
export const MAX_CAMPAIGN_PICTURE_CHARACTERS = 10_240;
/** The logo of the marketplace, in bytes. */
export const MAX_SITE_LOGO_BYTES = 200_000;
/** The picture of a creator, in bytes: as a phone photographs it. */
export const MAX_PROFILE_PICTURE_BYTES = 5 * MIB;
/** A picture of an order claim, in bytes: a receipt as a phone photographs it. */
export const MAX_CLAIM_PICTURE_BYTES = 5 * MIB;
/** The number of pictures of one order claim. */
export const MAX_CLAIM_PICTURES = 5;
/** The picture of a draft for a deliverable, in bytes. */
export const MAX_DRAFT_PICTURE_BYTES = 5 * MIB;
/** A picture that is sent with a message to many, in bytes. */
export const MAX_MESSAGE_PICTURE_BYTES = 5 * MIB;
/** The number of pictures of one message to many. */
export const MAX_MESSAGE_PICTURES = 3;
/** A picture that proves a publication or its figures, in bytes. */
export const MAX_PROOF_PICTURE_BYTES = 5 * MIB;
/** A picture or a film of a creator, in bytes. */
export const MAX_MEDIA_BYTES = 16 * MIB;
/** A file that a store gives the participants of a campaign, in bytes. */
export const MAX_MATERIAL_BYTES = 32 * MIB;
/** An export of another platform, in bytes: 10,000 rows with long URLs. */
export const MAX_IMPORT_BYTES = 4 * MIB;
/** A table of invoices from the accounting system, in bytes. */
export const MAX_INVOICE_TABLE_BYTES = 1 * MIB;
/** A table or an import, in rows under the header. */
export const MAX_TABLE_ROWS = 10_000;
/** A table or an import, in columns that are read. */
export const MAX_TABLE_COLUMNS = 50;
/** A report of a bank, in bytes. */
export const MAX_BANK_REPORT_BYTES = 5 * MIB;
/** An uploaded product feed, in bytes. A larger feed is fetched from a URL (`products/feed/fetch-feed.ts`). */
export const MAX_PRODUCT_FEED_BYTES = 32 * MIB;

/** A picture before it is scaled down: width times height, in pixels. */
export const MAX_PICTURE_PIXELS = 25_000_000;
/** The longest side of a stored logo or picture of a campaign, in pixels. A larger picture is scaled down. */
export const STORED_PICTURE_SIDE = 1_024;
/** The same for pictures of claims and drafts, in which small print must remain readable. */
export const STORED_DOCUMENT_SIDE = 1_600;
/** The same for media of creators. */
export const STORED_MEDIA_SIDE = 2_048;

/** The same for pictures that participants download to publish them. */
export const STORED_MATERIAL_SIDE = 8_000;

/** The accepted pictures, for the API reference. */
export const PICTURE_KINDS = `A PNG or JPEG of at most ${MAX_PICTURE_PIXELS / 1_000_000} million pixels`;
/** The storage of a logo or a campaign's picture, for the API reference. */
export const PICTURE_STORAGE = `A picture larger than ${STORED_PICTURE_SIDE} pixels is scaled down. Pictures are rotated upright and stripped of metadata.`;
