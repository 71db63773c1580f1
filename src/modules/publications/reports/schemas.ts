import { Type } from 'typebox';
import {
  dateTime,
  day,
  id,
  nameSchemas,
  nullable,
  oneOf,
  text,
  webAddress,
  whole,
  words,
} from '../../../platform/http/fields.ts';
import { cursorPage, cursorQuery } from '../../../platform/pagination.ts';
import { NewestFigures } from '../figures/schemas.ts';
import { ADDRESS_STATES, DISCLOSURES, POST_PLATFORMS, PUBLICATION_DECISIONS } from './publication.ts';

export const ProofRecord = Type.Object({
  id: id(),
  media_type: oneOf(['image/png', 'image/jpeg']),
  size: whole({ min: 1, description: 'Bytes as stored.' }),
  sha256: Type.String({ description: 'SHA-256 of the stored bytes, in hexadecimal digits.' }),
  added_at: dateTime(),
});

const named = () => Type.Object({ id: id(), name: Type.String() });
const titled = () => Type.Object({ id: id(), title: Type.String() });

export const PublicationRecord = Type.Object(
  {
    id: id(),
    deliverable: titled(),
    offer: titled(),
    store: named(),
    participant_id: id(),
    user: named(),
    url: nullable(Type.String({ description: 'Null after the erasure of the creator.' })),
    platform: oneOf(POST_PLATFORMS, { description: 'Follows from the address.' }),
    is_on_proven_channel: Type.Boolean({ description: 'Whether the address names a proven channel of the creator.' }),
    published_on: day({ description: 'A day in the platform’s time zone.' }),
    disclosure: oneOf(DISCLOSURES, { description: 'How the post is disclosed as advertising.' }),
    disclosure_text: Type.String({ description: 'Empty when there is none.' }),
    revision: whole({ min: 1, description: 'Raised by each correction.' }),
    reported_at: dateTime(),
    updated_at: dateTime(),
    review: nullable(
      Type.Object(
        {
          decision: oneOf(PUBLICATION_DECISIONS),
          feedback: nullable(Type.String()),
          decided_at: dateTime(),
        },
        { description: 'The store’s decision since the last change.' },
      ),
    ),
    address: nullable(
      Type.Object(
        {
          state: oneOf(ADDRESS_STATES, {
            description: '`not_reachable`: there is no such page. `unknown`: the server gave no clear answer.',
          }),
          since: dateTime(),
          checked_at: dateTime(),
        },
        { description: 'The last check of the address: after each change, and weekly for four weeks.' },
      ),
    ),
    proofs: Type.Array(ProofRecord, { description: 'Pictures, oldest first.' }),
    figures: nullable(NewestFigures),
  },
  { description: 'Where a deliverable was published. (The body is an addition.)' },
);

export const PublicationList = cursorPage(PublicationRecord);

const content = {
  url: webAddress({ description: 'The public address of the post.' }),
  published_on: day({ description: 'Not a future day, in the platform’s time zone.' }),
  disclosure: oneOf(DISCLOSURES, { description: 'How the post is disclosed as advertising.' }),
};
const disclosureText = () =>
  text({ max: 500, description: 'The hashtag or the words. Required for the disclosure `other`.' });

export const PublicationBody = Type.Object({ ...content, disclosure_text: Type.Optional(disclosureText()) });

export const PublicationPatchBody = Type.Object({
  url: Type.Optional(content.url),
  published_on: Type.Optional(content.published_on),
  disclosure: Type.Optional(content.disclosure),
  disclosure_text: Type.Optional(disclosureText()),
});

const seen = () => whole({ min: 1, description: 'The `revision` of the publication that the caller has seen.' });

export const AcceptPublicationBody = Type.Object({ revision: seen() });

export const CorrectionBody = Type.Object({
  revision: seen(),
  feedback: words({ max: 2_000, description: 'What is to be corrected; the creator reads it.' }),
});

const filters = {
  platform: Type.Optional(oneOf(POST_PLATFORMS)),
  review: Type.Optional(oneOf(['open', ...PUBLICATION_DECISIONS], { description: '`open`: not decided.' })),
  address_state: Type.Optional(oneOf(ADDRESS_STATES)),
  ...cursorQuery(),
};

export const offerPublicationQuery = {
  participant_id: Type.Optional(id({ description: 'Of this participant alone.' })),
  ...filters,
};

export const storePublicationQuery = {
  offer_id: Type.Optional(id({ description: 'Of this offer alone.' })),
  ...filters,
};

nameSchemas({
  Proof: ProofRecord,
  Publication: PublicationRecord,
  PublicationInput: PublicationBody,
  PublicationPatchInput: PublicationPatchBody,
});
