import { legacyTime } from '../../../platform/legacy-values.ts';
import { ACCESS_SECONDS } from './issue-access-token.ts';
import type { TokenRow } from './manage-tokens.ts';

export function presentToken(token: TokenRow) {
  return {
    id: token.id,
    hint: token.hint,
    purpose: token.purpose,
    name: token.name,
    created_at: isoTime(token.created_at),
    created_by: token.created_by,
    expires_at: token.expires_at === null ? null : isoTime(token.expires_at),
    last_used_at: token.last_used_at === null ? null : isoTime(token.last_used_at),
    scopes: token.scopes,
  };
}

/** A session as its owner sees it. */
export function presentOwnSession(token: TokenRow, currentId: number | undefined) {
  return {
    id: token.id,
    device: token.device,
    country: token.country,
    created_at: isoTime(token.created_at),
    last_used_at: token.last_used_at === null ? null : isoTime(token.last_used_at),
    expires_at: token.expires_at === null ? null : isoTime(token.expires_at),
    second_factor: token.second_factor,
    is_current: token.id === currentId,
  };
}

/** Presents a token with its raw text, which is shown only once. */
export function presentNewToken({ raw, ...token }: TokenRow & { raw: string }) {
  return { ...presentToken(token), token: raw };
}

export function presentAccessToken({ raw, expiresAt }: { raw: string; expiresAt: Date }) {
  return { access_token: raw, expires_in: ACCESS_SECONDS, expires_at: legacyTime(expiresAt) };
}

const isoTime = (instant: string) => new Date(instant).toISOString();
