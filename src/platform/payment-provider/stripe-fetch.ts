import { replyBytes } from '../outbound/reply-bytes.ts';

const LONGEST_ANSWER_BYTES = 2 * 1024 * 1024;

/**
 * `fetch` for Stripe's library with a limit on the response size. It does not follow redirects, which would reveal
 * the key to another host.
 * @throws Error for a redirect or an oversized response, and the error of the connection
 */
export async function boundedFetch(url: string | URL | Request, init?: RequestInit): Promise<Response> {
  const reply = await fetch(url, { ...init, redirect: 'manual' });
  if (reply.status >= 300 && reply.status < 400) {
    await reply.body?.cancel();
    throw new Error(`Stripe answered with ${reply.status}, which leads elsewhere`);
  }
  const body = await replyBytes(reply, LONGEST_ANSWER_BYTES);
  return new Response(new Uint8Array(body), { status: reply.status, headers: reply.headers });
}
