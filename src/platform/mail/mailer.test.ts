import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openMailServer, openSilentServer } from '../../../tests/harness/peers/mail-server.ts';
import { GiveUp, type JobFacts } from '../jobs/handler.ts';
import { composeMail, type Sender } from './compose.ts';
import type { Mail } from './mail.ts';
import { createMailer } from './mailer.ts';
import { smtpDelivery } from './smtp.ts';

const SENDER = { name: 'Tributary', address: 'no-reply@tributary.example' };
const BRAND = { name: 'Fjällmarknad & Co', accent: '#aa3366' };
const MAIL: Mail = {
  to: 'linnea@creator.example',
  subject: 'Välkommen till Fjällvind',
  text: 'Hej Linnéa,\n\nhttps://tributary.example/i/abc?code=x-1\n.\n',
};

const job = (facts: Partial<JobFacts> = {}): JobFacts => ({
  id: '7',
  askedAt: new Date('2030-01-31T12:00:00Z'),
  signal: new AbortController().signal,
  ...facts,
});

const composed = (mail: Partial<Mail> = {}, facts: Partial<JobFacts> = {}) =>
  composeMail({ ...MAIL, ...mail }, job(facts), SENDER, { brand: BRAND });

const headersOf = (raw: Buffer | string) => {
  const [head = ''] = String(raw).split('\r\n\r\n', 1);
  return head.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
};

async function mailer(smtpUrl: string | null, dataDir = '.unused') {
  return createMailer({ smtpUrl, mailFrom: SENDER, dataDir, readBrand: async () => BRAND });
}

async function dataFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tributary-mail-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

describe('a mail', () => {
  it('has our sender, one recipient and the time of the request, and is marked as automatic', async () => {
    const { raw, from, to } = await composed();
    expect([from, to]).toEqual([SENDER.address, MAIL.to]);
    const headers = headersOf(raw);
    expect(headers).toContain('From: Tributary <no-reply@tributary.example>');
    expect(headers).toContain('To: linnea@creator.example');
    expect(headers).toContain('Date: Thu, 31 Jan 2030 12:00:00 +0000');
    expect(headers).toContain('Auto-Submitted: auto-generated');
    expect(headers.filter((line) => /^Message-ID: <[0-9a-f]{32}@tributary\.example>$/i.test(line))).toHaveLength(1);
  });

  it('is from the marketplace, unless the sender has a name', async () => {
    const from = async (sender: Sender, name: string) => {
      const { raw } = await composeMail(MAIL, job(), sender, { brand: { ...BRAND, name } });
      return headersOf(raw).find((line) => line.startsWith('From:'));
    };
    const address = 'no-reply@tributary.example';
    expect(await from({ name: null, address }, 'Nordic Market')).toBe(`From: Nordic Market <${address}>`);
    expect(await from({ name: null, address }, 'A\r\nBcc: b@y.example')).toBe(
      `From: "A Bcc: b@y.example" <${address}>`,
    );
    expect(await from({ name: '', address }, 'Nordic Market')).toBe(`From: ${address}`);
  });

  it('is identical at each attempt, and different for another job, time or text', async () => {
    const first = await composed();
    expect((await composed()).raw.equals(first.raw)).toBe(true);
    const others = [
      composed({}, { id: '8' }),
      composed({}, { askedAt: new Date('2030-01-31T12:00:01Z') }),
      composed({ text: 'Hej!' }),
    ];
    for (const other of await Promise.all(others)) expect(other.token).not.toBe(first.token);
  });

  it.each([
    'a@x.example\r\nBcc: b@y.example',
    'a@x.example\nBcc: b@y.example',
    'a@x.example, b@y.example',
    'a@x.example;b@y.example',
    'Anna <a@x.example>',
    '<a@x.example>',
    '"a b"@x.example',
    'a@x@y.example',
    'a\u0000@x.example',
    'nobody',
    '',
  ])('to the address %j is given up', async (to) => {
    await expect(composed({ to })).rejects.toThrow(GiveUp);
  });

  it.each(['Hi\r\nBcc: b@y.example', 'Hi\nthere', 'Hi\u0000', 'Hi\u0085'])(
    'with the subject %j is given up',
    async (subject) => {
      await expect(composed({ subject })).rejects.toThrow(GiveUp);
    },
  );

  it('has the same headers for every subject and text', async () => {
    const names = (raw: Buffer) => headersOf(raw).map((line) => line.split(':', 1)[0]);
    const expected = names((await composed()).raw).sort();
    const subject = fc.string({ unit: 'grapheme' }).filter((text) => !/\p{Cc}/u.test(text));
    await fc.assert(
      fc.asyncProperty(subject, fc.string({ unit: 'binary' }), async (title, text) => {
        const { raw } = await composed({ subject: title, text });
        const found = names(raw).sort();
        // A plain ASCII mail needs no transfer encoding, and an empty subject has no header.
        const optional = ['Content-Transfer-Encoding', 'Subject'];
        const kept = (list: (string | undefined)[]) => list.filter((name) => !optional.includes(name ?? ''));
        expect(kept(found)).toEqual(kept(expected));
      }),
      { numRuns: 200 },
    );
  });
});

describe('The parts of a mail', () => {
  /** The media types of the parts, and the decoded HTML. */
  const partsOf = (raw: Buffer) => {
    const [, html = ''] = /text\/html.*?\r\n\r\n(.*?)\r\n--/s.exec(String(raw)) ?? [];
    const types = [...String(raw).matchAll(/^Content-Type: ([\w/]+)/gm)].map(([, type]) => type);
    return { types, html: Buffer.from(html, 'base64').toString() };
  };

  it('are the text and an HTML version that fits a phone, with addresses as links', async () => {
    const text = 'Hello,\n\nthe shop "<b>A&B</b>" at https://x.example/y\nasks you:\n\nhttps://t.example/?a=1&b=2\n';
    const { raw } = await composed({ text, language: 'de' });
    const { types, html } = partsOf(raw);
    expect(types).toEqual(['multipart/alternative', 'text/plain', 'text/html']);
    expect(html).toContain('<html lang="de">');
    expect(html).toContain('width=device-width');
    expect(html).toMatch(/<p style="[^"]*border-color:#aa3366">Fjällmarknad &amp; Co<\/p>/);
    expect(html).toContain('the shop &quot;&lt;b&gt;A&amp;B&lt;/b&gt;&quot; at https://x.example/y\nasks you:');
    expect(html.match(/<a [^>]*>/g)).toEqual([expect.stringContaining('href="https://t.example/?a=1&amp;b=2"')]);
    expect(headersOf(raw)).toContain('Content-Language: de');
  });

  it('have headers for one-click unsubscription, if the mail offers it', async () => {
    const unsubscribeUrl = `https://tributary.example/v2/unsubscribe/${'a'.repeat(24)}`;
    const headers = headersOf((await composed({ unsubscribeUrl })).raw);
    expect(headers).toContain(`List-Unsubscribe: <${unsubscribeUrl}>`);
    expect(headers).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    expect(String((await composed()).raw)).not.toContain('List-Unsubscribe');
  });
});

describe('by SMTP', () => {
  it('is delivered unchanged', async () => {
    const { url, mails } = await openMailServer();
    await (await mailer(url)).run(MAIL, job());
    expect(mails).toEqual([{ from: SENDER.address, to: [MAIL.to], raw: String((await composed()).raw) }]);
    expect(mails[0]?.raw).toContain('https://tributary.example/i/abc');
  });

  it('logs in with any characters in the password', async () => {
    const login = { user: 'tributary@mail.example', password: 'p@ss:w/ö?rd%' };
    const { url, mails } = await openMailServer({ login });
    await (await mailer(url)).run(MAIL, job());
    expect(mails).toHaveLength(1);
  });

  it('retries after a wrong password, which may be corrected, and does not reveal it', async () => {
    const { url, mails } = await openMailServer({ login: { user: 'tributary', password: 'right' } });
    const wrong = url.replace('right', 'wr0ng-pass');
    const error = await (await mailer(wrong)).run(MAIL, job()).catch((reason) => reason);
    expect(error).not.toBeInstanceOf(GiveUp);
    expect(error.message).toBe('the mail server said 535 at AUTH PLAIN (EAUTH)');
    expect(mails).toEqual([]);
  });

  it('sends no password unencrypted to another machine', async () => {
    // A host name of this machine that the code does not recognise as local.
    const { url, mails } = await openMailServer({ login: { user: 'tributary', password: 'right' } });
    const elsewhere = await mailer(url.replace('127.0.0.1', '0.0.0.0'));
    await expect(elsewhere.run(MAIL, job())).rejects.toThrow('STARTTLS (ETLS)');
    expect(mails).toEqual([]);
  });

  it('does not trust a server with an untrusted certificate', async () => {
    const { url, mails } = await openMailServer({ tls: true });
    await expect((await mailer(url)).run(MAIL, job())).rejects.toThrow('the mail server cannot be used');
    expect(mails).toEqual([]);
  });

  it.each([
    ['an unknown recipient', { recipient: 550 }, true],
    ['refused content', { content: 554 }, true],
    ['a recipient whose box is full', { recipient: 452 }, false],
    ['content that is to come later', { content: 451 }, false],
    ['a sender that is not allowed yet', { sender: 553 }, false],
  ])('%s is an error that contains no address', async (_, refuse, isFinal) => {
    const { url } = await openMailServer({ refuse });
    const error = await (await mailer(url)).run(MAIL, job()).catch((reason) => reason);
    expect(error).toBeInstanceOf(Error);
    expect(error instanceof GiveUp).toBe(isFinal);
    expect(error.message).toContain(String(Object.values(refuse)[0]));
    expect(`${error.message} ${error.stack}`).not.toContain('linnea');
  });

  it('sends to a non-ASCII address through a server that supports it', async () => {
    const { url, mails } = await openMailServer();
    await (await mailer(url)).run({ ...MAIL, to: 'linnéa@creator.example' }, job());
    expect(mails.map(({ to }) => to)).toEqual([['linnéa@creator.example']]);
  });

  it('does not retry a non-ASCII address at a server without support, and logs the reason', async () => {
    const { url, mails } = await openMailServer({ takesUnicode: false });
    const { run } = await mailer(url);
    const error = await run({ ...MAIL, to: 'linnéa@creator.example' }, job()).catch((reason) => reason);
    expect(error).toBeInstanceOf(GiveUp);
    expect(error.message).toContain('SMTPUTF8');
    expect(error.message).not.toContain('linn');
    expect(mails).toEqual([]);
    await run({ ...MAIL, to: 'linnea@bücher.example' }, job());
    // The server decodes a domain to Unicode, whichever form it received.
    expect(mails.map(({ to }) => to)).toEqual([['linnea@bücher.example']]);
  });

  it('retries a non-ASCII address while the server is unreachable', async () => {
    const { run } = await mailer('smtp://127.0.0.1:1');
    const error = await run({ ...MAIL, to: 'linnéa@creator.example' }, job()).catch((reason) => reason);
    expect(error).not.toBeInstanceOf(GiveUp);
    expect(error.message).toContain('the mail server cannot be used');
  });

  it('fails in time when the server is missing or silent', async () => {
    const { url } = await openSilentServer();
    const timeouts = { dnsTimeout: 100, connectionTimeout: 100, greetingTimeout: 100, socketTimeout: 100 };
    for (const address of [url, 'smtp://127.0.0.1:1'])
      await expect(smtpDelivery(address, timeouts)(await composed())).rejects.toThrow('the mail server cannot be used');
  });
});

describe('without a mail server', () => {
  it('writes one private file, even if the mail is sent repeatedly', async () => {
    const dataDir = await dataFolder();
    const { run } = await mailer(null, dataDir);
    for (let attempt = 1; attempt <= 3; attempt++) await run(MAIL, job());
    const { token, raw } = await composeMail(MAIL, job(), SENDER, { brand: BRAND, isReadByPrograms: true });
    expect(await readdir(path.join(dataDir, 'mail'))).toEqual([`20300131T120000Z-${token}.eml`]);
    const file = path.join(dataDir, 'mail', `20300131T120000Z-${token}.eml`);
    expect(await readFile(file)).toEqual(raw);
    // The text part is not encoded, so that programs find the address in it.
    expect(String(raw).split('\r\n')).toEqual(
      expect.arrayContaining(['Hej Linnéa,', 'https://tributary.example/i/abc?code=x-1']),
    );
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await stat(path.join(dataDir, 'mail'))).mode & 0o777).toBe(0o700);
  });

  it('reports a folder without write access', async () => {
    const { run } = await mailer(null, '/dev/null');
    await expect(run(MAIL, job())).rejects.toThrow('ENOTDIR');
  });
});
