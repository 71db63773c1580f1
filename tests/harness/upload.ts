import type { TestApplication } from './application.ts';

interface Upload {
  method?: 'POST' | 'PUT';
  url: string;
  /** A raw token; null: none. */
  as: string | null;
  content: Buffer;
  field?: string;
  filename?: string;
  mediaType?: string;
  headers?: Record<string, string>;
}

/** Sends a form with one file. */
export async function upload({ app }: TestApplication, request: Upload) {
  const { method = 'POST', url, as, content, field = 'file', filename = 'file', mediaType = 'image/png' } = request;
  const { headers = {} } = request;
  const form = new FormData();
  form.append(field, new Blob([new Uint8Array(content)], { type: mediaType }), filename);
  const encoded = new Response(form);
  const reply = await app.inject({
    method,
    url,
    headers: {
      'content-type': encoded.headers.get('content-type') ?? '',
      ...(as === null ? {} : { authorization: as }),
      ...headers,
    },
    payload: Buffer.from(await encoded.arrayBuffer()),
  });
  return { status: reply.statusCode, body: reply.json(), headers: reply.headers };
}
