import { createHash } from 'node:crypto';
import type { Actor } from '../../platform/auth/actor.ts';
import type { Vault } from '../../platform/secrets/vault.ts';
import type { CallInput } from './call-operation.ts';

/** How long a person has for a confirmation. */
const CONFIRMATION_MS = 5 * 60_000;
const PLACE = 'assistant_confirmation';

/** What a person is asked to confirm. */
interface Confirmation {
  operationId: string;
  input: CallInput;
}

interface Sealed {
  user: number;
  token: number | null;
  call: string;
  until: number;
}

/**
 * Seals what a person is asked, so that any process can tell that the answer belongs to the same caller and to exactly this call. The program
 * carries it and can neither read nor change it.
 */
export function sealConfirmation(vault: Vault, actor: Actor, asked: Confirmation, now: Date): string {
  const sealed = Buffer.from(JSON.stringify(stateOf(actor, asked, now)));
  return vault.seal(sealed, PLACE).toString('base64url');
}

/** Whether a state was sealed for this caller and this call a short time ago. */
export function isConfirmationOf(vault: Vault, state: string, actor: Actor, asked: Confirmation, now: Date): boolean {
  const given = opened(vault, state);
  const expected = stateOf(actor, asked, now);
  return (
    given !== null &&
    given.user === expected.user &&
    given.token === expected.token &&
    given.call === expected.call &&
    given.until > now.getTime()
  );
}

function opened(vault: Vault, state: string): Sealed | null {
  try {
    return JSON.parse(vault.open(Buffer.from(state, 'base64url'), PLACE).toString());
  } catch {
    return null;
  }
}

function stateOf(actor: Actor, asked: Confirmation, now: Date): Sealed {
  return {
    user: actor.userId,
    token: actor.token?.id ?? null,
    call: createHash('sha256')
      .update(JSON.stringify([asked.operationId, asked.input]))
      .digest('base64url'),
    until: now.getTime() + CONFIRMATION_MS,
  };
}
