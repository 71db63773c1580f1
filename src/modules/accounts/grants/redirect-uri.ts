/** Hosts of a loopback redirect, whose port the program chooses when it starts (RFC 8252, 7.3). */
const LOOPBACK = ['127.0.0.1', '[::1]', 'localhost'];
const MAX_LENGTH = 512;

/**
 * Whether a program may register an address to which the browser returns: https, or http to the computer of the person. Neither other
 * schemes, which another program of the computer may claim, nor a fragment or a password.
 */
export function mayBeRedirect(uri: string): boolean {
  if (uri.length > MAX_LENGTH || !/^[\x21-\x7e]+$/.test(uri) || !URL.canParse(uri)) return false;
  const { protocol, hostname, username, password } = new URL(uri);
  if (username !== '' || password !== '' || uri.includes('#')) return false;
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.includes(hostname));
}

/** Whether an address is one of the registered ones: exactly, except for the port of a loopback address. */
export function isRegisteredRedirect(registered: readonly string[], uri: string): boolean {
  if (!mayBeRedirect(uri)) return false;
  return registered.some((known) => known === uri || (isLoopback(uri) && withoutPort(known) === withoutPort(uri)));
}

/** Whether the address is on the computer of the person. */
export function isLoopback(uri: string): boolean {
  const { protocol, hostname } = new URL(uri);
  return protocol === 'http:' && LOOPBACK.includes(hostname);
}

function withoutPort(uri: string): string {
  const url = new URL(uri);
  url.port = '';
  return url.href;
}
