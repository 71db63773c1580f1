import { Type } from 'typebox';
import { STORE_KEY_SCOPES } from '../../../platform/auth/store-keys.ts';
import { dateTime, id, list, nameSchemas, nullable, oneOf, text, whole } from '../../../platform/http/fields.ts';
import { pageQuery, v2Envelope } from '../../../platform/pagination.ts';
import { personReply } from '../person.ts';
import { MAX_TOKEN_DAYS } from '../tokens/manage-tokens.ts';
import type { StoreKeyRow } from './list-store-keys.ts';

const scopes = list(oneOf(STORE_KEY_SCOPES), {
  min: 1,
  max: STORE_KEY_SCOPES.length,
  description:
    'The permitted scopes. `webhooks` requires `read`. A key never has a scope for payments, links or administration.',
});

const record = {
  id: id(),
  hint: Type.String({ description: 'The first characters, by which the key can be identified.' }),
  name: Type.String(),
  scopes,
  created_at: dateTime(),
  created_by: nullable(personReply({ description: 'Who created it. The key remains valid without them.' })),
  expires_at: nullable(dateTime({ description: 'Null: it is valid until it is revoked.' })),
  last_used_at: nullable(dateTime({ description: 'To the minute.' })),
};

export const storeKeyQuery = pageQuery();

export const StoreKeyList = v2Envelope(Type.Object(record));

export const NewStoreKeyRecord = Type.Object({
  ...record,
  key: Type.String({ description: 'Send it unchanged in `Authorization`. It is shown only in this reply.' }),
});

export const StoreKeyBody = Type.Object({
  name: text({ min: 1, max: 128, description: 'The program that uses the key.' }),
  scopes,
  days: Type.Optional(
    whole({
      min: 1,
      max: MAX_TOKEN_DAYS,
      description: 'The lifetime in days; without it, the key is valid until it is revoked.',
    }),
  ),
  expires_at: Type.Optional(dateTime({ description: 'The time of expiry, instead of `days`.' })),
});

const isoTime = (instant: string) => new Date(instant).toISOString();

export function presentStoreKey(key: StoreKeyRow) {
  return {
    id: key.id,
    hint: key.hint,
    name: key.name,
    scopes: key.scopes,
    created_at: isoTime(key.created_at),
    created_by: key.created_by,
    expires_at: key.expires_at === null ? null : isoTime(key.expires_at),
    last_used_at: key.last_used_at === null ? null : isoTime(key.last_used_at),
  };
}

/** The caller's own key and its store. */
export const presentStoreKeyIdentity = (key: StoreKeyRow & { store_id: number; store_name: string }) => ({
  store: { id: key.store_id, name: key.store_name },
  key: {
    id: key.id,
    hint: key.hint,
    name: key.name,
    scopes: key.scopes,
    expires_at: key.expires_at === null ? null : isoTime(key.expires_at),
  },
});

/** The record with the key itself, which is shown only once. */
export const presentNewStoreKey = ({ raw, ...key }: StoreKeyRow & { raw: string }) => ({
  ...presentStoreKey(key),
  key: raw,
});

nameSchemas({ StoreKeyPage: StoreKeyList, NewStoreKey: NewStoreKeyRecord, StoreKeyInput: StoreKeyBody });
