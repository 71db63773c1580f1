import { Type } from 'typebox';
import { email, id, nameSchemas, text } from '../../../platform/http/fields.ts';
import { pageQuery, v2Envelope } from '../../../platform/pagination.ts';
import { Warnings } from '../campaign/schemas.write.ts';

const kinds = {
  user_id: Type.Optional(id()),
  user_tag_id: Type.Optional(id({ description: 'A common tag or one of the store’s own.' })),
  store_group_id: Type.Optional(id({ description: 'A market.' })),
  client_id: Type.Optional(id({ description: 'An agency.' })),
  revenue_tier_id: Type.Optional(id()),
  email: Type.Optional(email()),
  social_media_identifier: Type.Optional(text({ min: 1, max: 30 })),
};

/**
 * The new value of a target: at most one of the fields. Without any, the target stays unchanged, because the
 * contract shows no body here.
 */
export const TargetBody = Type.Object(kinds, {
  description: 'At most one of the fields. (The contract does not specify this body.)',
});

export const TargetRecord = Type.Object(
  { id: id(), ...kinds },
  { description: 'The id, and exactly one of the other fields. (The contract does not specify this body.)' },
);

export const TargetList = v2Envelope(TargetRecord);

export const AddedTargetsReply = Type.Object(
  {
    data: Type.Array(TargetRecord, { description: 'The given targets, existing and new, oldest first.' }),
    warnings: Warnings,
  },
  { description: '(The body is an addition.)' },
);

export const targetQuery = pageQuery();

nameSchemas({ CampaignTargetInput: TargetBody, CampaignTarget: TargetRecord, AddedTargets: AddedTargetsReply });
