// Receives events on PORT (any free port without it): WEBHOOK_SECRET=whsec_… node receive-webhooks.mjs
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { verifyWebhook } from '@tributary/client';

const server = createServer(async (request, response) => {
  try {
    const body = await buffer(request);
    const event = await verifyWebhook({ secret: process.env.WEBHOOK_SECRET, body, headers: request.headers });
    if (event.type === 'order.created') process.stdout.write(`order ${event.data.id}\n`);
    response.writeHead(204).end();
  } catch (error) {
    response.writeHead(400).end(error.message);
  }
});

server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  process.stdout.write(`listening on ${server.address().port}\n`);
});
