import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../../../tests/harness/database.ts';
import { createMarket } from '../../../../tests/harness/market.ts';
import { TEST_VAULT } from '../../../../tests/harness/vault.ts';
import { isSignatureValid, SIGNING_SECRETS } from './signing-secrets.ts';

const DOCUMENT = readFileSync(new URL('../../../../docs/tracking.md', import.meta.url), 'utf8');
const SECRET = '5e'.repeat(32);
const FIELDS = { orderId: 'SE-10|23 å', value: '129.50', currency: 'SEK' };

const database = await createTestDatabase();
const storeId = await createMarket(database.pool).store();
await database.pool.query(
  'INSERT INTO order_signing_secrets (id, store_id, sealed_secret) OVERRIDING SYSTEM VALUE VALUES (1, $1, $2)',
  [storeId, TEST_VAULT.seal(Buffer.from(SECRET), SIGNING_SECRETS.place(1))],
);

/** The block of a language in the section on signed pages. */
function snippet(language: string): string {
  const section = DOCUMENT.slice(DOCUMENT.indexOf('## Signed pages'));
  const found = new RegExp(`\`\`\`${language}\\n([^\`]*(?:\`[^\`]+\`[^\`]*)*?)\\n\`\`\``).exec(section);
  if (found === null) throw new Error(`docs/tracking.md has no snippet in ${language}`);
  return found[1]!;
}

const isTaken = (signature: string) =>
  isSignatureValid({ db: database.db, now: () => new Date(), vault: TEST_VAULT }, { storeId, signature, ...FIELDS });

const facts = { secret: SECRET, ...FIELDS };
const hasPhp = spawnSync('php', ['--version']).status === 0;

describe('the documented way to sign', () => {
  it('is right in JavaScript', async () => {
    const named = Object.entries(facts).map(([name, value]) => `const ${name} = ${JSON.stringify(value)};`);
    const program = [...named, snippet('js'), 'process.stdout.write(signature);'].join('\n');
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
      encoding: 'utf8',
    });
    expect([stderr, await isTaken(stdout)]).toEqual(['', true]);
    expect(await isTaken(`${stdout.slice(1)}0`)).toBe(false);
  });

  it.runIf(hasPhp)('is right in PHP', async () => {
    const named = Object.entries(facts).map(([name, value]) => `$${name} = '${value}';`);
    const { stdout } = spawnSync('php', ['-r', [...named, snippet('php'), 'echo $signature;'].join('\n')], {
      encoding: 'utf8',
    });
    expect(await isTaken(stdout)).toBe(true);
  });
});
