import type { AddressInfo } from 'node:net';
import type { TestApplication } from './application.ts';

const BROWSER =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36';

export interface Visit {
  /** Visitors of one name have one address. Without a name each request has an address of its own. */
  visitor?: string;
  agent?: string;
}

/**
 * Sends shoppers' requests over HTTP, because `inject` bypasses the redirect. Follows a code or a tracked URL, and answers with the status and
 * the location, once the click is counted. The application closes the listener when it closes.
 */
export async function letShoppersIn({ app, clicks }: TestApplication) {
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const addresses = new Map<string, string>();
  return async (link: string, { visitor, agent = BROWSER }: Visit = {}) => {
    const name = visitor ?? `nobody ${addresses.size}`;
    const address =
      addresses.get(name) ?? `10.${addresses.size >> 16}.${(addresses.size >> 8) & 255}.${addresses.size & 255}`;
    addresses.set(name, address);
    const code = link.split('/').at(-1);
    const reply = await fetch(`http://127.0.0.1:${port}/r/${code}`, {
      redirect: 'manual',
      headers: { 'user-agent': agent, 'x-forwarded-for': address },
    });
    await reply.arrayBuffer();
    await clicks.settled(30_000);
    return { status: reply.status, location: reply.headers.get('location') };
  };
}
