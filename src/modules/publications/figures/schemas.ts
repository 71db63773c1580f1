import { Type } from 'typebox';
import { dateTime, id, nameSchemas, nullable, oneOf, whole } from '../../../platform/http/fields.ts';
import { COUNTS } from '../reports/publication.ts';
import { MAX_OBSERVATIONS } from './figures.ts';

/** The largest count that is accepted. */
const MAX_COUNT = 1_000_000_000_000;

const count = (description: string) => whole({ min: 0, max: MAX_COUNT, description });
const counts = () => ({
  views: count('Views, or people reached.'),
  likes: count('Likes.'),
  comments: count('Comments.'),
  shares: count('Shares.'),
  saves: count('Saves.'),
  clicks_shown: count('Clicks on links as the platform shows them. They are not paid.'),
});

const shown = () => ({
  views: nullable(counts().views),
  likes: nullable(counts().likes),
  comments: nullable(counts().comments),
  shares: nullable(counts().shares),
  saves: nullable(counts().saves),
  clicks_shown: nullable(counts().clicks_shown),
  measured_at: dateTime({ description: 'When the platform showed these figures.' }),
  source: oneOf(['creator', 'platform'], { description: '`platform`: read by the interface of the platform.' }),
  proof_id: nullable(id({ description: 'A picture among the `proofs` of the publication.' })),
});

/** The newest figures of a publication. */
export const NewestFigures = Type.Object(shown(), { description: 'What was measured last.' });

export const FiguresRecord = Type.Object({
  id: id(),
  ...shown(),
  recorded_at: dateTime(),
  lower: Type.Array(oneOf(COUNTS), {
    description: 'Figures that are lower than in the observation before: a correction, or removed likes.',
  }),
});

export const FiguresHistory = Type.Object(
  { data: Type.Array(FiguresRecord, { maxItems: MAX_OBSERVATIONS, description: 'The newest first.' }) },
  { description: 'Observations, which never change. (The body is an addition.)' },
);

export const FiguresBody = Type.Object({
  views: Type.Optional(counts().views),
  likes: Type.Optional(counts().likes),
  comments: Type.Optional(counts().comments),
  shares: Type.Optional(counts().shares),
  saves: Type.Optional(counts().saves),
  clicks_shown: Type.Optional(counts().clicks_shown),
  measured_at: dateTime({ description: 'When the platform showed these figures; not in the future.' }),
  proof_id: Type.Optional(id({ description: 'A picture among the `proofs` of the publication.' })),
});

nameSchemas({
  NewestPublicationFigures: NewestFigures,
  PublicationFigures: FiguresRecord,
  PublicationFiguresHistory: FiguresHistory,
  PublicationFiguresInput: FiguresBody,
});
