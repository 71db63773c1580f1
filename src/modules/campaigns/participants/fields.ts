import { Type } from 'typebox';
import { id, nullable, oneOf } from '../../../platform/http/fields.ts';
import { field } from '../../../platform/record-fields/field.ts';
import { choice, INSTANT, LIMIT, REFERENCE, TEXT_OR_NONE, WHOLE } from '../../../platform/record-fields/kinds.ts';
import { PARTICIPANT_STATUSES, type ParticipantStatus } from './transitions.ts';

const legacyTime = () => Type.String({ description: 'UTC.', examples: ['2030-01-31 12:00:00'] });

/**
 * The plain fields of a participant: their columns, and names and schemas in both generations. The record, its SELECT and the replies
 * are generated from this list. Values that depend on several fields are in `present.ts`.
 */
export const PARTICIPANT_FIELDS = {
  id: field(WHOLE, { column: 'id', v2: { name: 'id', show: id() }, legacy: { name: 'id', show: id() } }),
  campaignId: field(WHOLE, {
    column: 'campaign_id',
    v2: { name: 'offer_id', show: id() },
    legacy: { name: 'offer_id', show: id() },
  }),
  /** Null for a pending address. */
  userId: field(REFERENCE, {
    column: 'user_id',
    v2: { name: 'user_id', show: nullable(id({ description: 'Null for a pending address.' })) },
  }),
  preRegisteredEmail: field(TEXT_OR_NONE, { column: 'pre_registered_email' }),
  preRegisteredIdentifier: field(TEXT_OR_NONE, { column: 'pre_registered_identifier' }),
  status: field(choice<ParticipantStatus>(), {
    column: 'status',
    v2: { name: 'status', show: oneOf(PARTICIPANT_STATUSES) },
    legacy: { name: 'status', show: oneOf(PARTICIPANT_STATUSES) },
  }),
  /** An individual limit; null: that of the campaign. */
  clickLimit: field(LIMIT, { column: 'click_limit' }),
  createdAt: field(INSTANT, { column: 'created_at', legacy: { name: 'created_at', show: legacyTime() } }),
  updatedAt: field(INSTANT, { column: 'updated_at', legacy: { name: 'updated_at', show: legacyTime() } }),
} as const;
