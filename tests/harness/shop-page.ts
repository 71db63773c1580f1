import { createServer, type IncomingMessage, request as openRequest, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterThisFile } from './clean-up.ts';

/** A store whose pages are at `www.<name>.test`, `kassa.<name>.test` and similar hosts. */
export interface ServedShop {
  /** HTML in the head of each page. */
  snippet: string;
  /** The script's address, for pages that declare their order on the script element. */
  scriptUrl: string;
  /** The policy that every page sends; null for none. */
  contentSecurityPolicy: string | null;
  /** The port of the server to which the store's proxy forwards `/trb/`; absent if it forwards nothing. */
  forwardTo?: number;
}

const ORDER = ['order_id', 'order_value', 'currency', 'voucher_code', 'tclid'];

/**
 * Serves stores by name on loopback. `/thanks?order_id=…` reports the order by function call,
 * `/thanks-declared?order_id=…` by attributes of the script element; every other path is an ordinary page.
 * @returns the port, and the registry of stores
 */
export async function serveShops(): Promise<{ port: number; shops: Map<string, ServedShop> }> {
  const shops = new Map<string, ServedShop>();
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`);
    const shop = shops.get(url.hostname.split('.').slice(1).join('.'));
    if (shop === undefined || url.pathname === '/favicon.ico') {
      response.writeHead(404).end();
      return;
    }
    if (shop.forwardTo !== undefined && url.pathname.startsWith('/trb/')) {
      forward(request, response, shop.forwardTo);
      return;
    }
    const policy = shop.contentSecurityPolicy;
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      ...(policy === null ? {} : { 'content-security-policy': policy }),
    });
    response.end(pageOf(shop, url));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterThisFile(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { port: (server.address() as AddressInfo).port, shops };
}

/** A reverse proxy without any filter: it passes on all headers of the shopper and of the reply. */
function forward({ url, method, headers }: IncomingMessage, response: ServerResponse, port: number): void {
  const upstream = openRequest({ host: '127.0.0.1', port, path: url, method, headers }, (reply) => {
    response.writeHead(reply.statusCode!, reply.headers);
    reply.pipe(response);
  });
  upstream.on('error', () => response.writeHead(502).end());
  upstream.end();
}

function pageOf({ snippet, scriptUrl }: ServedShop, { pathname, searchParams }: URL): string {
  const order = ORDER.filter((name) => searchParams.has(name)).map((name) => [name, searchParams.get(name)!] as const);
  const attributes = order.map(([name, value]) => `data-${name.replace('_', '-')}="${value}"`).join(' ');
  const isDeclared = pathname === '/thanks-declared';
  const head = isDeclared ? `<script async src="${scriptUrl}" ${attributes}></script>` : snippet;
  const call = `<script>tributary('order', ${JSON.stringify(Object.fromEntries(order))})</script>`;
  return `<!doctype html><html><head><title>${pathname}</title>${head}</head><body><h1>${pathname}</h1>
${pathname === '/thanks' ? call : ''}</body></html>`;
}
