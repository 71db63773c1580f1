import { beforeAll, expect, it } from 'vitest';
import { createTestApplication, type TestApplication } from './harness/application.ts';
import { openDemoMarket } from './harness/demo.ts';

/** Fields with texts of people, and texts for programs. */
const WRITTEN_BY_PEOPLE =
  /^(?:title|campaign_title|campaign_text|terms|privacy|imprint|description|brief|brand_info|comment|message|text|bio|name|body|reason|note|evidence|content|instructions|todo|value|subject|purpose|details|snippet|label|last_error|error)$/;
/** Texts of the server under such a name, which must be translated. */
const BY_SERVER = /\/payee$|\/order-collectors\/|\/trial-balance$|explanation$|\/click-reasons$|\/me\/work$/;
/** English function words: two of them make a sentence. */
const ENGLISH =
  /\b(?:the|is|are|was|of|your|you|when|with|that|which|not|for|and|by|has|have|it|its|this|to|or|in)\b/gi;

const isEnglish = (text: string): boolean => new Set(text.toLowerCase().match(ENGLISH) ?? []).size >= 2;

let application: TestApplication;
let ids: Record<string, string | number>;
let admin: string;

beforeAll(async () => {
  const { database, deps, demo } = await openDemoMarket();
  application = await createTestApplication({ database, storage: deps.storage });
  ids = { ...demo.ids, advertiser: demo.ids.store, month: '2026-10', collector: 'server' };
  admin = demo.tokens.admin;
});

/** The paths of lists and records that the ids of the demo name. */
async function paths(): Promise<string[]> {
  const { paths } = (await application.app.inject('/openapi.json')).json() as { paths: Record<string, object> };
  return Object.entries(paths).flatMap(([path, methods]) => {
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
    const isKnown = path.startsWith('/v2/') && 'get' in methods && names.every((name) => ids[name] !== undefined);
    return isKnown ? [path.replaceAll(/\{(\w+)\}/g, (_, name) => String(ids[name]))] : [];
  });
}

/** Sentences in English, with their fields. */
function sentences(value: unknown, url: string, field = ''): string[] {
  if (typeof value === 'string') {
    if (WRITTEN_BY_PEOPLE.test(field) && !BY_SERVER.test(url)) return [];
    return isEnglish(value) ? [`${field}: ${value}`] : [];
  }
  if (Array.isArray(value)) return value.flatMap((one) => sentences(one, url, field));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => sentences(one, url, name));
}

it('Sentences of the server are in the language of the request', async () => {
  const faults: string[] = [];
  let texts = 0;
  for (const url of await paths()) {
    const read = async (language: string) => {
      const reply = await application.app.inject({
        url,
        headers: { authorization: admin, 'accept-language': language },
      });
      const isJson = reply.statusCode === 200 && String(reply.headers['content-type']).startsWith('application/json');
      return isJson ? sentences(reply.json(), url) : [];
    };
    const english = new Set(await read('en'));
    texts += english.size;
    for (const language of ['sv', 'de'])
      for (const sentence of await read(language))
        if (english.has(sentence)) faults.push(`${url} (${language}) ${sentence}`);
  }
  // The control: there are such sentences.
  expect(texts).toBeGreaterThan(5);
  expect([...new Set(faults)]).toEqual([]);
});
