import { Type } from 'typebox';
import { completeList } from '../../../platform/http/complete-list.ts';
import { dateTime, id, nameSchemas, oneOf, text, whole } from '../../../platform/http/fields.ts';
import { MAX_MATERIALS, type Material } from './material.ts';
import { MATERIAL_TYPES } from './read-material.ts';

const MAX_NOTE = 500;
const note = text({ max: MAX_NOTE, description: 'What the store says about the file; empty: nothing.' });

export const MaterialRecord = Type.Object(
  {
    id: id(),
    file_name: Type.String({ description: 'As it was uploaded, with the ending of its type.' }),
    media_type: oneOf(MATERIAL_TYPES),
    size: whole({ min: 1, description: 'Bytes as stored.' }),
    sha256: Type.String({ description: 'Of the stored bytes, in hexadecimal.' }),
    note,
    created_at: dateTime(),
  },
  { description: 'A file that the participants of a campaign download. (The body is an addition.)' },
);

export const MaterialList = completeList(MaterialRecord, {
  description: `In the store’s order, at most ${MAX_MATERIALS}.`,
});

export const newMaterialQuery = { note: Type.Optional(note) };

export const MaterialChangesBody = Type.Object(
  {
    note: Type.Optional(note),
    place: Type.Optional(
      whole({
        min: 1,
        max: MAX_MATERIALS,
        description: 'The new position among the files of the campaign; 1: the first.',
      }),
    ),
  },
  { description: 'Absent fields stay unchanged.' },
);

export const presentMaterial = ({ id: one, fileName, mediaType, size, sha256, note: said, createdAt }: Material) => ({
  id: one,
  file_name: fileName,
  media_type: mediaType,
  size,
  sha256,
  note: said,
  created_at: createdAt.toISOString(),
});

nameSchemas({ CampaignMaterial: MaterialRecord, CampaignMaterialInput: MaterialChangesBody });
