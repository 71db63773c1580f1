import assert from 'node:assert/strict';

/** The console as `npm start` has built it: its page, the files that the page names, and the session that a click on a demo person opens. */
export async function consoleOpens(base) {
  const front = await fetch(`${base}/`);
  assert.equal(front.status, 200);
  assert.match(await front.text(), /href="\/console\/sign-in"/);
  const page = await fetch(`${base}/console/sign-in`);
  assert.equal(page.status, 200);
  assert.match(page.headers.get('content-security-policy'), /script-src 'self' 'nonce-[\w-]+';/);
  const text = await page.text();
  assert.match(text, /<html[^>]* data-time-zone="UTC"/, 'the time zone of the marketplace');
  const files = [...text.matchAll(/(?:src|href)="(\/console\/assets\/[^"]+)"/g)].map(([, file]) => file);
  assert.ok(files.length >= 3, 'a script, a style and a picture');
  for (const file of files) {
    const reply = await fetch(base + file);
    assert.equal(reply.status, 200, file);
    assert.match(reply.headers.get('cache-control'), /immutable/);
  }

  const { demo } = await (await fetch(`${base}/v2/sign-in-options`)).json();
  assert.deepEqual(demo.map(({ role }) => role).sort(), ['admin', 'advertiser', 'agency', 'creator']);
  for (const { role, email, password } of demo) {
    const session = await fetch(`${base}/v2/sessions/console`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
      body: JSON.stringify({ email, password }),
    });
    assert.equal(session.status, 201);
    const cookie = session.headers.get('set-cookie').split(';')[0];
    const me = await fetch(`${base}/v2/me`, { headers: { cookie, 'sec-fetch-site': 'same-origin' } });
    assert.ok((await me.json()).roles.includes(role), role);
    const elsewhere = await fetch(`${base}/v2/me`, { headers: { cookie, 'sec-fetch-site': 'cross-site' } });
    assert.equal(elsewhere.status, 401, 'another site cannot use it');
  }
}
