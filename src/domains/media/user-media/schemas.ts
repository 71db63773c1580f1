import { Type } from 'typebox';
import { dateTime, day, flag01, id, nameText, nullable, oneOf, whole } from '../../../platform/http/fields.ts';
import { legacyEnvelope, pageQuery } from '../../../platform/pagination.ts';
import { MEDIA_KINDS } from '../kinds.ts';

const kind = (description: string) => oneOf(MEDIA_KINDS, { description });

/** Of a social account. */
const LONGEST_NAME = 255;

export const UserMediaRecord = Type.Object({
  id: id(),
  media_type: kind('`image`, a picture on the creator’s own pages, is ours.'),
  media_id: Type.Optional(Type.String({ description: 'With `video`: its id at the platform where it is.' })),
  username: Type.String({ description: 'The account where it was published.' }),
  tag_id: whole({ min: 0, description: 'The link on it; 0: none.' }),
  user_id: id(),
  favorite: flag01(),
  show_store: flag01({ description: '1: the store that the link leads to sees it, too.' }),
  published_at: day({ description: 'UTC; when it came to us, unless it is known.' }),
  created_at: dateTime(),
  updated_at: dateTime(),
  media: Type.Optional(
    Type.Object(
      { content_type: Type.String({ examples: ['image/jpeg', 'video/mp4'] }), href: Type.String() },
      { description: 'With all but `video`.' },
    ),
  ),
});

export const UserMediaList = legacyEnvelope(UserMediaRecord);

export const userMediaQuery = {
  user_id: Type.Optional(id({ description: 'Only this creator’s.' })),
  media_type: Type.Optional(
    kind('Only these; all of the interface’s three kinds unless given, while `image` comes only when it is named.'),
  ),
  favorite: Type.Optional(Type.Boolean({ description: 'Only favourites, or only others.' })),
  ...pageQuery({ defaultSize: 20, maxSize: 100 }),
};

export const uploadQuery = {
  user_id: Type.Optional(id({ description: 'The creator; whoever calls unless given.' })),
  media_type: Type.Optional(
    oneOf(['social', 'shortvideo', 'image'], {
      description: 'A picture is `social` (unless given) or `image`, a film `shortvideo` (unless given) or `social`.',
    }),
  ),
  tag_id: Type.Optional(id({ description: 'A link of the creator’s that stands on it.' })),
  show_store: Type.Optional(Type.Boolean({ description: 'Whether the link’s store sees it; no unless given.' })),
};

export const UserMediaChanges = Type.Object(
  {
    favorite: Type.Optional(flag01()),
    show_store: Type.Optional(flag01()),
    tag_id: Type.Optional(nullable(whole({ min: 0, description: 'A link of the creator’s; 0 or null: none.' }))),
    username: Type.Optional(nameText({ max: LONGEST_NAME, description: 'The account where it was published.' })),
    published_at: Type.Optional(day()),
  },
  { description: 'What is left out stays.' },
);
