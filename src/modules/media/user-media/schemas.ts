import { Type } from 'typebox';
import {
  dateTime,
  day,
  flag01,
  id,
  nameSchemas,
  nameText,
  nullable,
  oneOf,
  whole,
} from '../../../platform/http/fields.ts';
import { legacyEnvelope, pageQuery } from '../../../platform/pagination.ts';
import { MEDIA_KINDS } from '../kinds.ts';

const kind = (description: string) => oneOf(MEDIA_KINDS, { description });

/** Maximum length of a social account's name. */
const LONGEST_NAME = 255;

export const UserMediaRecord = Type.Object({
  id: id(),
  media_type: kind('`image`, a picture on the creator’s own pages, is an extension of the contract.'),
  media_id: Type.Optional(Type.String({ description: 'With `video`: its id at the platform where it is.' })),
  username: Type.String({ description: 'The account where it was published.' }),
  tag_id: whole({ min: 0, description: 'The link on it; 0: none.' }),
  user_id: id(),
  favorite: flag01(),
  show_store: flag01({ description: '1: the store of its link may see it, too.' }),
  published_at: day({ description: 'UTC; the time of the upload if unknown.' }),
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
  user_id: Type.Optional(id({ description: 'Only this creator’s media.' })),
  media_type: Type.Optional(kind('Only this kind; by default the three kinds of the contract, without `image`.')),
  favorite: Type.Optional(Type.Boolean({ description: 'Only favourites, or only others.' })),
  ...pageQuery(),
};

export const uploadQuery = {
  user_id: Type.Optional(id({ description: 'The creator; the caller by default.' })),
  media_type: Type.Optional(
    oneOf(['social', 'shortvideo', 'image'], {
      description: 'A picture is `social` (default) or `image`, a video `shortvideo` (default) or `social`.',
    }),
  ),
  tag_id: Type.Optional(id({ description: 'The creator’s link on it.' })),
  show_store: Type.Optional(Type.Boolean({ description: 'Whether the link’s store may see it; false by default.' })),
};

export const UserMediaChanges = Type.Object(
  {
    favorite: Type.Optional(flag01()),
    show_store: Type.Optional(flag01()),
    tag_id: Type.Optional(nullable(whole({ min: 0, description: 'A link of the creator; 0 or null: none.' }))),
    username: Type.Optional(nameText({ max: LONGEST_NAME, description: 'The account where it was published.' })),
    published_at: Type.Optional(day()),
  },
  { description: 'Absent fields stay unchanged.' },
);

nameSchemas({ UserMedia: UserMediaRecord, UserMediaInput: UserMediaChanges });
