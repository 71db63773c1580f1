import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { everyone } from '../../../platform/auth/policy.ts';
import { operation } from '../../../platform/http/operation.ts';
import { file } from '../../../platform/http/replies.ts';

/** The code stands behind `#`, which browsers send to nobody: it is in no log, and no proxy sees it. */
export const invitationAddress = (publicUrl: string, secret: string): string => `${publicUrl}/invitations#${secret}`;

const STYLE = `body{font:1rem/1.5 system-ui,sans-serif;max-width:26rem;margin:4rem auto;padding:0 1rem}
label{display:block;margin-top:1rem}input{display:block;width:100%;box-sizing:border-box;font:inherit;padding:.5rem}
button{font:inherit;margin-top:1rem;padding:.5rem 1.5rem}[role=status]{margin-top:1rem}`;

const SCRIPT = `const code = decodeURIComponent(location.hash.slice(1));
const form = document.querySelector('form'), more = document.querySelector('fieldset'), says = document.querySelector('[role=status]');
if (code === '') says.textContent = 'The address is not whole: open it as it stands in the mail.';
else form.hidden = false;
form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const { username, password } = form.elements;
  const body = { token: code };
  if (!more.hidden) body.password = password.value;
  if (!more.hidden && username.value !== '') body.username = username.value;
  says.textContent = '';
  let reply, answer;
  try {
    reply = await fetch('v2/invitations/accept', {
      method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body),
    });
    answer = await reply.json();
  } catch {
    says.textContent = 'That did not get through. Please try again.';
    return;
  }
  if (reply.ok) {
    form.hidden = true;
    says.textContent = 'Done. ' + answer.user.username + ' now represents ' + answer.represents.name + '.';
  } else if (answer.errors?.password && more.hidden) {
    more.hidden = false;
    password.focus();
  } else {
    says.textContent = answer.errors ? Object.entries(answer.errors).map(([field, said]) => field + ' ' + said[0]).join('; ') : answer.message;
  }
});`;

const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Invitation – Tributary</title>
<style>${STYLE}</style>
<h1>You are invited</h1>
<p>Whoever accepts represents the shop or agency that sent the invitation, from now on.</p>
<noscript><p>This page needs JavaScript. The code of the mail can also be given to a program.</p></noscript>
<form hidden>
<fieldset hidden style="border:0;padding:0;margin:0">
<label>A password of your own, 8 characters or more<input name="password" type="password" autocomplete="new-password"></label>
<label>A user name, if you like<input name="username" autocomplete="username"></label>
</fieldset>
<button>Accept</button>
</form>
<p role="status"></p>
<script>${SCRIPT}</script>
`;

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const POLICY = [
  "default-src 'none'",
  `script-src ${hashOf(SCRIPT)}`,
  `style-src ${hashOf(STYLE)} 'unsafe-hashes' ${hashOf('border:0;padding:0;margin:0')}`,
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The page that the mail of an invitation leads to, for people: it accepts by `POST /v2/invitations/accept`. */
export function invitationPage(app: FastifyInstance): void {
  operation(app, {
    method: 'GET',
    url: '/invitations',
    operationId: 'getInvitationPage',
    summary: 'The page on which an invitation is accepted',
    tags: ['Invitations'],
    addition: true,
    policy: everyone,
    replies: { 200: file('The page.', 'text/html') },
    handle: ({ reply }) => {
      reply
        .type('text/html; charset=utf-8')
        .headers({ 'content-security-policy': POLICY, 'cache-control': 'no-cache' });
      return PAGE;
    },
  });
}
