import { useState } from 'react';

const BYTES = 16;

/**
 * A key under which the API executes a request once, however often it is sent. It lasts as long as the form: a refused request may be changed and
 * sent again, and one whose reply was lost is not executed twice.
 */
export function useIdempotencyKey(): string {
  // `crypto.randomUUID` is missing in pages without TLS.
  const [key] = useState(() =>
    Array.from(crypto.getRandomValues(new Uint8Array(BYTES)), (byte) => byte.toString(16).padStart(2, '0')).join(''),
  );
  return key;
}
