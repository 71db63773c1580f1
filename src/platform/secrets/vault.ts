import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** A stored secret was encrypted with a key that this process does not have, or was altered. */
export class VaultClosed extends Error {
  override readonly name = 'VaultClosed';
}

/** Encrypts data that must not be readable in the database or its backups. */
export interface Vault {
  /**
   * Encrypts and authenticates bytes (AES-256-GCM).
   * @param place where it is stored, for example `payout_account/12`; it can be decrypted for this place only
   */
  seal(content: Buffer, place: string): Buffer;
  /**
   * Decrypts what `seal` returned.
   * @throws VaultClosed
   */
  open(sealed: Buffer, place: string): Buffer;
  /** The id of the key that encrypts (`vaultKeyId`), with which each result of `seal` begins. */
  keyId: Buffer;
  /** A keyed hash: equal for equal texts, and unknown without the key. 32 bytes. */
  fingerprint(text: string): Buffer;
}

const KEY_BYTES = 32;
const ID_BYTES = 8;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Parses a key: 32 bytes as 64 hexadecimal digits or as base64. Returns null for anything else. */
export function parseVaultKey(text: string): Buffer | null {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex');
  if (!/^[A-Za-z0-9+/_-]{43}=?$/.test(text)) return null;
  const key = Buffer.from(text, 'base64');
  return key.length === KEY_BYTES ? key : null;
}

/** The public id of a key, with which everything that it encrypts begins: 8 bytes. */
export function vaultKeyId(key: Buffer): Buffer {
  return createHash('sha256').update('tributary vault key').update(key).digest().subarray(0, ID_BYTES);
}

/**
 * Opens a vault. The first key encrypts. All of them decrypt, so that a key can be replaced.
 * @param keys 32 bytes each
 */
export function createVault(keys: readonly [Buffer, ...Buffer[]]): Vault {
  for (const key of keys) if (key.length !== KEY_BYTES) throw new Error('A key of the vault has 32 bytes.');
  const rings = keys.map((key) => ({
    id: vaultKeyId(key),
    encryption: derived(key, 'encryption'),
    fingerprint: derived(key, 'fingerprint'),
  }));
  const current = rings[0]!;
  return {
    keyId: current.id,
    seal(content, place) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', current.encryption, iv).setAAD(Buffer.from(place));
      const encrypted = Buffer.concat([cipher.update(content), cipher.final()]);
      return Buffer.concat([current.id, iv, cipher.getAuthTag(), encrypted]);
    },
    open(sealed, place) {
      const ring = rings.find(({ id }) => id.equals(sealed.subarray(0, ID_BYTES)));
      if (ring === undefined) throw new VaultClosed(`The key that encrypted ${place} is missing (ENCRYPTION_KEY).`);
      const [ivEnd, tagEnd] = [ID_BYTES + IV_BYTES, ID_BYTES + IV_BYTES + TAG_BYTES];
      const decipher = createDecipheriv('aes-256-gcm', ring.encryption, sealed.subarray(ID_BYTES, ivEnd), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAAD(Buffer.from(place)).setAuthTag(sealed.subarray(ivEnd, tagEnd));
      try {
        return Buffer.concat([decipher.update(sealed.subarray(tagEnd)), decipher.final()]);
      } catch (cause) {
        throw new VaultClosed(`${place} was altered, or belongs to another place.`, { cause });
      }
    },
    fingerprint: (text) => createHmac('sha256', current.fingerprint).update(text).digest(),
  };
}

const derived = (key: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), `tributary ${purpose}`, KEY_BYTES));
