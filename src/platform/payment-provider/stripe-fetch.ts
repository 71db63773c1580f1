import { replyBytes } from '../outbound/reply-bytes.ts';

const LONGEST_ANSWER_BYTES = 2 * 1024 * 1024;

/**
 * `fetch` for Stripe's library: no more of an answer than we are ready to hold, and never to another address, which would be told the key.
 * @throws Error for an answer that leads elsewhere or is too long, and what the connection says
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
