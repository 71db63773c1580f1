// Turns product URLs into tracked links: node create-links.mjs URL…
import { createClient, RuleError } from '@tributary/client';

const client = createClient({ baseUrl: process.env.TRIBUTARY_URL, token: process.env.TRIBUTARY_TOKEN });

for (const url of process.argv.slice(2)) {
  try {
    const { data } = await client.POST('/v2/affiliate-links', { body: { url } });
    if ('affiliate_link' in data) process.stdout.write(`${data.affiliate_link.url}\n`);
    else process.stdout.write(`${data.advertisers.length} stores match ${url}\n`);
  } catch (error) {
    // A rule of the service refuses this URL. Other errors end the program.
    if (!(error instanceof RuleError)) throw error;
    process.stdout.write(`${error.code}: ${url}\n`);
  }
}
