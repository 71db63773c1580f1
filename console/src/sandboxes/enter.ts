import { client } from '../api.ts';

/**
 * Opens a sandbox on its own host, to which the cookie of the console is not sent: a form takes a code there, which that host exchanges for a cookie of its
 * own. The form states that the console has sent it, which the referrer policy of the console would otherwise prevent.
 */
export async function enterSandbox(id: string): Promise<void> {
  const { data } = await client.POST('/v2/sandboxes/{sandbox}/sessions', { params: { path: { sandbox: id } } });
  const { url, code } = data!;
  const referrer = Object.assign(document.createElement('meta'), { name: 'referrer', content: 'strict-origin' });
  document.head.append(referrer);
  addEventListener('pagehide', () => referrer.remove(), { once: true });
  const form = Object.assign(document.createElement('form'), { method: 'post', action: url, hidden: true });
  form.append(Object.assign(document.createElement('input'), { type: 'hidden', name: 'code', value: code }));
  document.body.append(form);
  form.submit();
}

/** Whether a sandbox is served on a host of its own. */
export const isElsewhere = (publicUrl: string): boolean => new URL(publicUrl).origin !== location.origin;
