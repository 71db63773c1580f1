import type { IncomingHttpHeaders } from 'node:http';

/** Each sandbox has its own addresses below this path. */
export const SANDBOX_PATH = '/sandboxes/';

/** Where sandboxes are served. */
export interface SandboxAddresses {
  /** The beginning of their addresses, without a slash at the end: that of the marketplace, or that of a separate host. */
  origin: string;
  /** Whether they have a host of their own (SANDBOX_URL). The host of the marketplace then serves none, and theirs serves nothing else. */
  isSeparate: boolean;
  /** Whether a request is for this host. */
  isOwn(headers: Pick<IncomingHttpHeaders, 'host'>): boolean;
}

/** @param sandboxUrl SANDBOX_URL; null: sandboxes are served on the host of the marketplace */
export function sandboxAddresses(publicUrl: string, sandboxUrl: string | null): SandboxAddresses {
  if (sandboxUrl === null) return { origin: publicUrl, isSeparate: false, isOwn: () => false };
  const { origin, host, protocol } = new URL(sandboxUrl);
  const usualPort = protocol === 'https:' ? ':443' : ':80';
  return {
    origin,
    isSeparate: true,
    isOwn: (headers) => {
      const asked = (headers.host ?? '').toLowerCase();
      return asked === host || asked === `${host}${usualPort}`;
    },
  };
}

/** The address of a sandbox, without a slash at the end. */
export function sandboxUrl(origin: string, id: string): string {
  return `${origin}${SANDBOX_PATH}${id}`;
}
