import { domainToASCII } from 'node:url';
import { createTransport } from 'nodemailer';
import type SMTPTransport from 'nodemailer/lib/smtp-transport';
import { GiveUp } from '../jobs/handler.ts';
import type { Deliver } from './deliver.ts';

/** Timeouts for each step of the dialogue with the mail server. Together they stay below the time limit of a job. */
const TIMEOUTS_MS = { dnsTimeout: 5_000, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/**
 * Delivers mails to the server of an `smtp://` or `smtps://` address. The connection is encrypted when the server
 * supports it. A password is only sent over an encrypted connection or to this machine.
 */
export function smtpDelivery(address: string, timeouts = TIMEOUTS_MS): Deliver {
  const options = optionsOf(address, timeouts);
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

/** Connects to a mail server and signs in, without a mail. @throws Error that says at which step it failed */
export async function verifySmtp(address: string, timeouts = TIMEOUTS_MS): Promise<void> {
  const transport = createTransport(optionsOf(address, timeouts));
  try {
    await transport.verify();
  } catch (error) {
    throw explained(error);
  } finally {
    transport.close();
  }
}

function optionsOf(address: string, timeouts: typeof TIMEOUTS_MS): SMTPTransport.Options {
  const url = new URL(address);
  const secure = url.protocol === 'smtps:';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const hasLogin = url.username !== '';
  return {
    ...timeouts,
    host,
    ...(url.port === '' ? {} : { port: Number(url.port) }),
    secure,
    ...(hasLogin ? { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } } : {}),
    requireTLS: hasLogin && !secure && !isLoopback(host),
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

const ASCII = /^\p{ASCII}*$/u;

/**
 * Returns the address with its domain in ASCII (Punycode), which every server accepts. The local part stays
 * unchanged.
 */
function withPlainDomain(address: string): string {
  const at = address.lastIndexOf('@') + 1;
  return address.slice(0, at) + (domainToASCII(address.slice(at)) || address.slice(at));
}

/**
 * Whether the server supports non-ASCII addresses (RFC 6531). nodemailer sends them to any server, and a server without support
 * may deliver to a different mailbox. nodemailer reveals a server's extensions through its log only, so this opens a second
 * connection. Such addresses are rare.
 */
async function takesUnicode(options: SMTPTransport.Options): Promise<boolean> {
  let isOffered = false;
  const silent = () => undefined;
  const transport = createTransport({
    ...options,
    transactionLog: true,
    logger: {
      level: silent,
      trace: silent,
      info: silent,
      warn: silent,
      error: silent,
      fatal: silent,
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

/** Returns an error without the server's own text, which repeats addresses. */
function explained(error: unknown): Error {
  const { code, command, responseCode } = error as { code?: unknown; command?: unknown; responseCode?: unknown };
  const step = typeof command === 'string' ? ` at ${command.split(' ', 2).join(' ')}` : '';
  const said =
    typeof responseCode === 'number' ? `the mail server said ${responseCode}` : 'the mail server cannot be used';
  const message = `${said}${step} (${String(code ?? 'no code')})`;
  // The recipient or the content is refused permanently. A refused login or sender is a configuration error that may be
  // corrected.
  const isFinal = typeof responseCode === 'number' && responseCode >= 500 && /^(RCPT TO|DATA)/.test(String(command));
  return isFinal ? new GiveUp(message) : new Error(message);
}
