// Lists tracked links with their clicks, newest first: node list-links.mjs
import { createClient, paginate } from '@tributary/client';

const client = createClient({ baseUrl: process.env.TRIBUTARY_URL, token: process.env.TRIBUTARY_TOKEN });

const params = { query: { size: 50, 'include[]': ['stats'] } };
for await (const link of paginate(client, '/v2/affiliate-links', { params })) {
  process.stdout.write(`${link.number_of_clicks}\t${link.service_url}\t${link.title}\n`);
}
