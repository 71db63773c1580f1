import { Type } from 'typebox';
import { LEAST_CONTRAST } from '../../../platform/colours.ts';
import {
  colour,
  dateTime,
  id,
  list,
  nameSchemas,
  nameText,
  nullable,
  oneOf,
  text,
  webAddress,
  whole,
} from '../../../platform/http/fields.ts';
import { QR_FORMATS } from '../../../platform/images/draw-qr-code.ts';
import { MAX_CHANGED_AT_ONCE, MAX_LINK_TAGS } from '../../../platform/limits.ts';
import { MAX_TITLE_LENGTH } from '../link-title.ts';
import { MAX_TAG_LENGTH } from './change-link.ts';
import { MAX_SLUGS_OF_LINK } from './claim-slug.ts';

const slug = text({
  min: 3,
  max: 64,
  description:
    'The last part of the URL, instead of the code: 3 to 60 letters (a to z), digits and hyphens. Upper and lower case are the same. Earlier slugs still redirect, and no other link can have them.',
  examples: ['summer-shoes'],
});
const title = nameText({
  max: MAX_TITLE_LENGTH,
  description: 'The name of the link in lists.',
  examples: ['Red running shoes'],
});
const tags = list(nameText({ max: MAX_TAG_LENGTH }), {
  max: MAX_LINK_TAGS,
  description: 'Stored in lower case, each once.',
  examples: [['summer', 'shoes']],
});
const expiresAt = dateTime({
  description: 'From this instant on, the link still redirects, but its clicks are not paid for.',
  examples: ['2031-01-01T00:00:00Z'],
});
const expiredUrl = webAddress({
  max: 4096,
  description: 'A page of the same store, to which the link leads after it has expired.',
});

/** Settings that can be given when a link is created. They also apply to a link that exists. */
export const settingFields = {
  slug: Type.Optional(slug),
  title: Type.Optional(title),
  tags: Type.Optional(tags),
  expires_at: Type.Optional(expiresAt),
  expired_url: Type.Optional(expiredUrl),
};

export const ChangeBody = Type.Object(
  {
    slug: Type.Optional(nullable(slug)),
    title: Type.Optional(title),
    tags: Type.Optional(tags),
    archived: Type.Optional(
      Type.Boolean({ description: 'An archived link still redirects and earns. Lists leave it out by default.' }),
    ),
    expires_at: Type.Optional(nullable(expiresAt)),
    expired_url: Type.Optional(nullable(expiredUrl)),
  },
  { minProperties: 1 },
);

export const LinkSettingsReply = Type.Object({
  id: id(),
  url: Type.String({ description: 'The tracked URL, with the slug if there is one.' }),
  other_urls: Type.Array(Type.String(), {
    maxItems: 2 * (MAX_SLUGS_OF_LINK + 20),
    description:
      'Other URLs that lead to the same page: the code, earlier slugs, and proven domains of the creator and the agency.',
  }),
  original_url: Type.String({ description: 'Where it leads.' }),
  slug: nullable(Type.String()),
  former_slugs: Type.Array(Type.String(), { maxItems: MAX_SLUGS_OF_LINK, description: 'Oldest first.' }),
  title: Type.String(),
  tags: Type.Array(Type.String(), { maxItems: MAX_LINK_TAGS }),
  archived_at: nullable(dateTime()),
  expires_at: nullable(dateTime()),
  expired_url: nullable(Type.String()),
});

const linkIds = { max: MAX_CHANGED_AT_ONCE, examples: [[17, 18]] };

export const ArchiveBody = Type.Object({
  affiliate_links: list(id(), { ...linkIds, min: 1, description: 'Ids of the creator’s links.' }),
  archived: Type.Boolean({ description: 'An archived link still redirects and earns. Lists leave it out by default.' }),
});

export const ArchiveReply = Type.Object({
  changed: list(id(), { ...linkIds, description: 'The ids of the links that were in the other state, ascending.' }),
});

export const qrQuery = {
  format: Type.Optional(oneOf(QR_FORMATS, { description: '`svg` unless given.' })),
  domain: Type.Optional(
    text({
      min: 1,
      max: 255,
      description: 'A proven domain of the creator or the agency; the platform’s own unless given.',
    }),
  ),
  size: Type.Optional(whole({ min: 128, max: 2048, description: 'Width and height in pixels; 512 unless given.' })),
  colour: Type.Optional(
    colour({
      description: `The colour of the code; black unless given. Its contrast to white must be at least ${LEAST_CONTRAST}, because scanners read dark codes on a light background.`,
    }),
  ),
  background: Type.Optional(
    oneOf(['white', 'transparent'], {
      description: 'What is behind the code; `white` unless given. Place a transparent code on a light background.',
    }),
  ),
};

/** Which links a list contains, with regard to archiving. */
const ARCHIVED_FILTERS = ['exclude', 'only', 'include'] as const;
export type ArchivedFilter = (typeof ARCHIVED_FILTERS)[number];

/** Filters of lists of links. */
export const settingFilters = {
  tag: Type.Optional(text({ min: 1, max: MAX_TAG_LENGTH, description: 'Only links with this tag.' })),
  archived: Type.Optional(
    oneOf(ARCHIVED_FILTERS, { description: 'Whether archived links are listed; `exclude` unless given.' }),
  ),
};

nameSchemas({ LinkSettings: LinkSettingsReply, LinkArchive: ArchiveReply });
