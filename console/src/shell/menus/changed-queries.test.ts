import type { paths } from '@tributary/client';
import { expect, test } from 'vitest';
import { CHANGE_PARTS } from '../../../../src/platform/changes/change.ts';
import { isChanged } from './changed-queries.ts';

type Row = [part: string, path: keyof paths, isShown: boolean];

test.each<Row>([
  ['clicks', '/v2/users/{user}/stats', true],
  ['clicks', '/v2/users/{user}/link-stats', true],
  ['clicks', '/v2/affiliate-links/{affiliate_link}', true],
  ['clicks', '/v2/stores/{store}/results', true],
  ['clicks', '/v2/clients/{client}/earnings', true],
  ...(['clicks', 'orders', 'campaigns', 'payments'] as const).map(
    (part): Row => [part, '/v2/clients/{client}/overview', true],
  ),
  ['clicks', '/v2/stores/{store}/url-inspections', false],
  ['clicks', '/v2/me/notifications', false],
  ['orders', '/v2/stores/{store}/orders', true],
  ['orders', '/v2/users/{user}/orders', true],
  ['orders', '/v2/me/work', true],
  ['campaigns', '/v2/offers/{offer}/participants', true],
  ['payments', '/v2/admin/open-receivables', true],
  ...(['clicks', 'orders', 'payments'] as const).flatMap((part) =>
    (
      [
        '/v2/users/{user}/balances',
        '/v2/clients/{client}/balances',
        '/v2/users/{user}/monthly-earnings',
        '/v2/users/{user}/next-payouts',
        '/v2/stores/{store}/balance',
      ] as const
    ).map((path): Row => [part, path, true]),
  ),
  ['payments', '/v2/users/{user}/clicks', false],
  ['notifications', '/v2/me/notifications', true],
  ['*', '/v2/users/{user}/clicks', true],
  ['*', '/v2/me', false],
  ['a part of a later release', '/v2/users/{user}/stats', false],
])('a change of %s means that %s is read again: %s', (part, path, expected) => {
  expect(isChanged(path, [part])).toBe(expected);
});

test('every part that the server announces is shown somewhere', () => {
  const paths = ['/v2/me/work', '/v2/users/{user}/link-stats', '/v2/me/notifications', '/v2/admin/overview'];
  for (const part of CHANGE_PARTS) expect([part, paths.some((path) => isChanged(path, [part]))]).toEqual([part, true]);
});
