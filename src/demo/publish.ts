import { sql } from 'drizzle-orm';
import type pg from 'pg';
import type { Config } from '../config.ts';
import { createToken } from '../modules/accounts/index.ts';
import type { Database } from '../platform/database/database.ts';
import { DEMO_PAGES, DEMO_ROLES, type DemoFile, type DemoRole, writeDemoFile } from './demo-file.ts';
import { noteFileWritten, readFacts } from './demo-state.ts';
import { choosePassword, setPassword } from './sign-ins.ts';

const TOKEN_NAME = 'demo';

interface PublishDeps {
  pool: pg.Pool;
  db: Database;
  config: Pick<Config, 'host' | 'publicUrl' | 'dataDir' | 'serviceApiKey'>;
  now: () => Date;
}

/** Creates the demo's tokens and password and writes `demo.json`. Revokes the tokens of an interrupted attempt. */
export async function publishDemo({ pool, db, config, now }: PublishDeps): Promise<void> {
  const { token_owners, ids, offer_token, emails } = await readFacts(pool);
  const password = choosePassword(config);
  await setPassword(pool, password);
  const tokens = await db.transaction(async (tx) => {
    await tx.execute(
      sql`UPDATE tokens SET revoked_at = ${now().toISOString()} WHERE name = ${TOKEN_NAME} AND revoked_at IS NULL
        AND user_id = ANY (${sql.param(Object.values(token_owners))}::bigint[])`,
    );
    const made: [DemoRole, string][] = [];
    for (const role of DEMO_ROLES) {
      const { raw } = await createToken(
        { db: tx, now },
        { userId: token_owners[role], purpose: 'api', name: TOKEN_NAME },
      );
      made.push([role, raw]);
    }
    return Object.fromEntries(made) as DemoFile['tokens'];
  });
  await writeDemoFile(config.dataDir, {
    base_url: config.publicUrl,
    tokens,
    service_api_key: config.serviceApiKey,
    ids,
    offer_token,
    emails,
    password,
    ...DEMO_PAGES,
  });
  await noteFileWritten(pool);
}
