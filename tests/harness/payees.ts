import type { TestApplication } from './application.ts';

/** A person with a Swedish bank account, in the form of requests. */
export const PERSON = {
  kind: 'person',
  legal_name: 'Åsa Öberg',
  street: 'Storgatan 1',
  postal_code: '111 22',
  city: 'Göteborg',
  country: 'SE',
  vat_status: 'none',
} as const;

export const IBAN = 'SE4550000000058398257466';

/** Registers a payee through the API: identity, consent and a payout account. @param path `users/1` or `clients/1` */
export async function registerPayee(
  { call }: Pick<TestApplication, 'call'>,
  {
    path,
    as,
    account = {},
    identity = {},
  }: { path: string; as: string; account?: Record<string, unknown>; identity?: Record<string, unknown> },
): Promise<void> {
  const steps = [
    { method: 'PUT', url: `/v2/${path}/payee`, body: { ...PERSON, ...identity } },
    { method: 'POST', url: `/v2/${path}/payee/consent`, body: { version: '2026-11' } },
    {
      method: 'POST',
      url: `/v2/${path}/payout-accounts`,
      body: account.method === undefined ? { method: 'iban', holder: 'Åsa Öberg', iban: IBAN, ...account } : account,
    },
  ] as const;
  for (const step of steps) {
    const { status, body } = await call({ ...step, as });
    if (status !== 200) throw new Error(`${step.url}: ${status} ${JSON.stringify(body)}`);
  }
}
