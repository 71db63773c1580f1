// A worker that uses the client: GET lists tracked links, PUT creates one, POST receives an event.
import { createClient, paginate, RuleError, verifyWebhook } from '@tributary/client';

export default {
  async fetch(request, { TRIBUTARY_URL: baseUrl, TRIBUTARY_TOKEN: token, WEBHOOK_SECRET: secret }) {
    if (request.method === 'POST') {
      try {
        const event = await verifyWebhook({ secret, body: await request.text(), headers: request.headers });
        return Response.json({ type: event.type });
      } catch (error) {
        return new Response(error.message, { status: 400 });
      }
    }
    const client = createClient({ baseUrl, token });
    if (request.method === 'PUT') {
      try {
        const { data } = await client.POST('/v2/affiliate-links', { body: { url: await request.text() } });
        return Response.json(data);
      } catch (error) {
        if (!(error instanceof RuleError)) throw error;
        return Response.json({ code: error.code }, { status: 400 });
      }
    }
    const ids = [];
    for await (const link of paginate(client, '/v2/affiliate-links', { params: { query: { size: 5 } } }))
      ids.push(link.id);
    return Response.json(ids);
  },
};
