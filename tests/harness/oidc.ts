import { createHash, type KeyObject, randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { Provider } from 'oidc-provider';

/** A person at the provider: `id` is the `sub` of the tokens, and the other fields are claims. */
export interface Account {
  id: string;
  email?: string;
  email_verified?: boolean;
  name?: string;
  service_user_id?: string;
}

/** A key pair in the provider's form. */
export interface SigningKey {
  kid: string;
  alg: 'RS256' | 'ES256';
  privateKey: KeyObject;
  publicKey: KeyObject;
}

export const AUDIENCE = 'https://api.tributary.test';
export const CLIENT = 'tributary-console';
export const CONFIDENTIAL_CLIENT = 'tributary-server';
export const CLIENT_SECRET = 'a secret of the client: +/%';
const CALLBACK = 'https://console.tributary.test/callback';
const SCOPE = 'openid email profile';
export const TOKEN_SECONDS = 3600;

/** oidc-provider with these keys. It signs in the user of the login hint, who consents. */
export function providerWith(
  issuer: string,
  keys: SigningKey[],
  accounts: Map<string, Account>,
  redirectUris: readonly string[] = [],
): RequestListener {
  const provider = new Provider(issuer, {
    adapter: memoryAdapter(),
    clients: [
      {
        client_id: CLIENT,
        token_endpoint_auth_method: 'none',
        redirect_uris: [CALLBACK, ...redirectUris],
        grant_types: ['authorization_code'],
        response_types: ['code'],
        id_token_signed_response_alg: 'ES256',
      },
      {
        client_id: CONFIDENTIAL_CLIENT,
        client_secret: CLIENT_SECRET,
        token_endpoint_auth_method: 'client_secret_basic',
        redirect_uris: [CALLBACK, ...redirectUris],
        grant_types: ['authorization_code'],
        response_types: ['code'],
        id_token_signed_response_alg: 'ES256',
      },
    ],
    jwks: {
      keys: keys.map(({ privateKey, kid, alg }) => ({ ...privateKey.export({ format: 'jwk' }), kid, alg, use: 'sig' })),
    },
    cookies: { keys: [randomUUID()] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'service_user_id'] },
    conformIdTokenClaims: false,
    ttl: {
      AccessToken: TOKEN_SECONDS,
      IdToken: TOKEN_SECONDS,
      Interaction: 60,
      Session: 60,
      Grant: 60,
      AuthorizationCode: 60,
    },
    features: {
      devInteractions: { enabled: false },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: () => ({
          scope: 'api',
          audience: AUDIENCE,
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: 'ES256' } },
        }),
      },
    },
    interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_ctx, id) => ({ accountId: id, claims: () => claimsOf(accounts.get(id), id) }),
    extraTokenClaims: (_ctx, token) => {
      const { accountId = '' } = token as { accountId?: string };
      const { sub: _, ...claims } = claimsOf(accounts.get(accountId), accountId);
      return claims;
    },
    async loadExistingGrant({ oidc }) {
      const grant = new provider.Grant({ clientId: oidc.client!.clientId, accountId: oidc.session!.accountId! });
      grant.addOIDCScope(SCOPE);
      grant.addResourceScope(AUDIENCE, 'api');
      await grant.save();
      return grant;
    },
  });
  const answer = provider.callback();
  return (req, res) => {
    if (req.url?.startsWith('/interaction/')) void signInTheHinted(provider, req, res);
    else void answer(req, res);
  };
}

function claimsOf(account: Account | undefined, id: string): { sub: string; [claim: string]: unknown } {
  const { id: _, ...claims } = account ?? { id };
  return { sub: id, ...claims };
}

async function signInTheHinted(provider: Provider, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const { params } = await provider.interactionDetails(req, res);
  await provider.interactionFinished(req, res, { login: { accountId: String(params['login_hint']) } });
}

/** Follows the redirects as a browser does until the application receives its code, and redeems it. */
export async function signInAt(issuer: string, accountId: string): Promise<{ accessToken: string; idToken: string }> {
  const verifier = randomUUID() + randomUUID();
  const cookies = new Map<string, string>();
  let next = `${issuer}/auth?${new URLSearchParams({
    client_id: CLIENT,
    response_type: 'code',
    redirect_uri: CALLBACK,
    scope: `${SCOPE} api`,
    resource: AUDIENCE,
    login_hint: accountId,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })}`;
  while (!next.startsWith(CALLBACK)) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const reply = await fetch(next, { redirect: 'manual', headers: { cookie } });
    for (const line of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const location = reply.headers.get('location');
    if (location === null) throw new Error(`the provider did not sign in: ${reply.status} ${await reply.text()}`);
    next = new URL(location, next).href;
  }
  const code = new URL(next).searchParams.get('code');
  if (code === null) throw new Error(`the provider gave no code: ${next}`);
  const reply = await fetch(`${issuer}/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: CLIENT,
      redirect_uri: CALLBACK,
      code,
      code_verifier: verifier,
      resource: AUDIENCE,
    }),
  });
  const tokens = (await reply.json()) as { access_token?: string; id_token?: string };
  if (!tokens.access_token || !tokens.id_token)
    throw new Error(`the provider gave no tokens: ${JSON.stringify(tokens)}`);
  return { accessToken: tokens.access_token, idToken: tokens.id_token };
}

/** The provider's storage of a sign-in; its default one prints a warning that it is not for production. */
function memoryAdapter() {
  const kept = new Map<string, Record<string, unknown>>();
  return (model: string) => {
    const key = (id: string) => `${model}:${id}`;
    return {
      upsert: async (id: string, payload: Record<string, unknown>) => void kept.set(key(id), payload),
      find: async (id: string) => kept.get(key(id)),
      findByUid: async (uid: string) => [...kept.values()].find((payload) => payload['uid'] === uid),
      findByUserCode: async () => undefined,
      consume: async (id: string) =>
        void kept.set(key(id), { ...kept.get(key(id)), consumed: Math.floor(Date.now() / 1000) }),
      destroy: async (id: string) => void kept.delete(key(id)),
      revokeByGrantId: async () => undefined,
    };
  };
}
