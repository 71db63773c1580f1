import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';

const PRESENT = 0x01;
const VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

/** A software authenticator with one discoverable credential, as WebAuthn describes its bytes. */
export class Authenticator {
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #id = randomBytes(32);
  readonly #origin: string;
  readonly #rpId: string;
  #userHandle = '';
  #counter = 0;
  /** Whether the authenticator verifies the person. */
  verifies = true;

  constructor(origin: string) {
    this.#origin = origin;
    this.#rpId = new URL(origin).hostname;
  }

  get credentialId(): string {
    return this.#id.toString('base64url');
  }

  /** Goes back to a former count, as a copied authenticator does. */
  rewind(): void {
    this.#counter = 0;
  }

  create({ challenge, user }: { challenge: string; user: { id: string } }): RegistrationResponseJSON {
    this.#userHandle = user.id;
    const { x, y } = this.#keys.publicKey.export({ format: 'jwk' });
    const point = (text: string) => Buffer.concat([Buffer.from([0x58, 32]), Buffer.from(text, 'base64url')]);
    // COSE: kty EC2, alg ES256, crv P-256, x, y.
    const head = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]);
    const key = Buffer.concat([head, point(x!), Buffer.from([0x22]), point(y!)]);
    const length = Buffer.from([0, this.#id.length]);
    const data = Buffer.concat([this.#data(HAS_CREDENTIAL), Buffer.alloc(16), length, this.#id, key]);
    const text = (value: string) => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);
    const bytes = Buffer.concat([Buffer.from([0x59, data.length >> 8, data.length & 0xff]), data]);
    const attestation = Buffer.concat([
      Buffer.from([0xa3]),
      text('fmt'),
      text('none'),
      text('attStmt'),
      Buffer.from([0xa0]),
      text('authData'),
      bytes,
    ]);
    return {
      ...this.#common(),
      response: {
        clientDataJSON: this.#client('webauthn.create', challenge).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      },
    };
  }

  get({ challenge }: { challenge: string }): AuthenticationResponseJSON {
    const client = this.#client('webauthn.get', challenge);
    const data = this.#data();
    const signed = Buffer.concat([data, createHash('sha256').update(client).digest()]);
    return {
      ...this.#common(),
      response: {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', signed, this.#keys.privateKey).toString('base64url'),
        userHandle: this.#userHandle,
      },
    };
  }

  #common() {
    const id = this.credentialId;
    return { id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} };
  }

  #client(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.#origin, crossOrigin: false }));
  }

  #data(flags = 0): Buffer {
    const rest = Buffer.alloc(5);
    rest[0] = flags | PRESENT | (this.verifies ? VERIFIED : 0);
    this.#counter += 1;
    rest.writeUInt32BE(this.#counter, 1);
    return Buffer.concat([createHash('sha256').update(this.#rpId).digest(), rest]);
  }
}
