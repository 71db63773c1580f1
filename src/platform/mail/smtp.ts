import { createTransport } from 'nodemailer';
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
  const transport = createTransport({
    ...patience,
    host,
    ...(url.port === '' ? {} : { port: Number(url.port) }),
    secure,
    ...(hasLogin ? { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } } : {}),
    requireTLS: hasLogin && !secure && !isLoopback(host),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return async ({ from, to, raw }) => {
    await transport.sendMail({ envelope: { from, to }, raw }).catch((error) => {
      throw explained(error);
    });
  };
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
