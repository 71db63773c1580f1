import { domainToASCII } from 'node:url';
import { createTransport } from 'nodemailer';
import type SMTPTransport from 'nodemailer/lib/smtp-transport';
import { GiveUp } from '../jobs/handler.ts';
import type { Deliver } from './mailer.ts';

/** Longest silence of the mail server at each step; together they stay within what a job may take. */
const PATIENCE_MS = { dnsTimeout: 5_000, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/**
 * Hands mails to the server of an `smtp://` or `smtps://` address. The connection is encrypted when the server offers it; a password is
 * sent over one that is encrypted, or stays on this machine, only.
 */
export function smtpDelivery(address: string, patience = PATIENCE_MS): Deliver {
  const url = new URL(address);
  const secure = url.protocol === 'smtps:';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const hasLogin = url.username !== '';
  const options = {
    ...patience,
    host,
    ...(url.port === '' ? {} : { port: Number(url.port) }),
    secure,
    ...(hasLogin ? { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } } : {}),
    requireTLS: hasLogin && !secure && !isLoopback(host),
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  const transport = createTransport(options);
  return async ({ from, to, raw }) => {
    const recipient = withPlainDomain(to);
    try {
      if (!ASCII.test(recipient) && !(await takesUnicode(options))) {
        throw new GiveUp(
          'the address has letters beyond ASCII, and the mail server does not take such addresses (SMTPUTF8)',
        );
      }
      await transport.sendMail({ envelope: { from, to: recipient }, raw });
    } catch (error) {
      throw error instanceof GiveUp ? error : explained(error);
    }
  };
}

const ASCII = /^\p{ASCII}*$/u;

/** The address with its domain as DNS has it, which every server takes; the part before it is the recipient's own. */
function withPlainDomain(address: string): string {
  const at = address.lastIndexOf('@') + 1;
  return address.slice(0, at) + (domainToASCII(address.slice(at)) || address.slice(at));
}

/**
 * Whether the server takes addresses beyond ASCII (RFC 6531). nodemailer sends them to any server, and one that does not know them may
 * deliver to somebody else. It tells of a server's extensions by its log alone, so the server is greeted once more; such addresses are rare.
 */
async function takesUnicode(options: SMTPTransport.Options): Promise<boolean> {
  let isOffered = false;
  const silent = () => undefined;
  const transport = createTransport({
    ...options,
    transactionLog: true,
    logger: {
      ...{ level: silent, trace: silent, info: silent, warn: silent, error: silent, fatal: silent },
      debug: ({ tnx }: { tnx?: string }, ...words: unknown[]) => {
        if (tnx === 'server' && words.some((said) => /^250[ -]SMTPUTF8\b/im.test(String(said)))) isOffered = true;
      },
    },
  });
  await transport.verify();
  return isOffered;
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d+){3}$/.test(host);
}

/** What went wrong, without the server's own words: they repeat addresses. */
function explained(error: unknown): Error {
  const { code, command, responseCode } = error as { code?: unknown; command?: unknown; responseCode?: unknown };
  const step = typeof command === 'string' ? ` at ${command.split(' ', 2).join(' ')}` : '';
  const said =
    typeof responseCode === 'number' ? `the mail server said ${responseCode}` : 'the mail server cannot be used';
  const told = `${said}${step} (${String(code ?? 'no code')})`;
  // The recipient or the content is refused for good. A refused login or sender is a setting that somebody may mend.
  const isFinal = typeof responseCode === 'number' && responseCode >= 500 && /^(RCPT TO|DATA)/.test(String(command));
  return isFinal ? new GiveUp(told) : new Error(told);
}
