import { describe, expect, test } from 'vitest';
import { findViolations, MODULES, readSources } from '../check-imports.ts';

test('the source tree keeps the boundaries', () => {
  const sources = readSources();
  expect(sources.size).toBeGreaterThan(900);
  expect(findViolations(sources)).toEqual([]);
});

describe('a planted import is found', () => {
  const first = 'src/modules/accounts/users.ts';
  test.each([
    ['platform imports a module', 'src/platform/money.ts', '../modules/links/index.ts', 'platform imports no module'],
    ['platform imports the API', 'src/platform/money.ts', '../api/redirect.ts', 'platform imports no module'],
    ['an earlier module imports a later one', first, '../webhooks/index.ts', 'accounts comes before webhooks'],
    [
      'a module imports the inside of another',
      'src/modules/webhooks/a.ts',
      '../media/inside.ts',
      'through its index.ts',
    ],
    ['a module imports the application', first, '../../app.ts', 'does not import the code that mounts it'],
    ['the API imports the inside of a module', 'src/api/a.ts', '../modules/media/inside.ts', 'through its index.ts'],
    ['a use case imports Fastify', first, 'fastify', 'use cases know no Fastify'],
    ['a use case imports a plugin of Fastify', first, '@fastify/static', 'use cases know no Fastify'],
    ['a route imports Drizzle', 'src/modules/accounts/routes.v2.ts', 'drizzle-orm', 'routes know no SQL'],
    ['the console imports the server', 'console/src/a.ts', '../../src/app.ts', 'only the limits'],
    ['a route imports pg', 'src/modules/accounts/users/routes.legacy.ts', 'pg', 'routes know no SQL'],
  ])('%s', (_kind, file, specifier, reason) => {
    for (const statement of [
      `import { a } from '${specifier}';`,
      `import type { A } from '${specifier}';`,
      `import {\n  a,\n  b,\n} from '${specifier}';`,
      `export * from '${specifier}';`,
      `const a = await import('${specifier}');`,
    ]) {
      const found = findViolations(tree({ [file]: statement }));
      expect(found, statement).toEqual([expect.stringContaining(reason)]);
    }
  });

  test.each([['src/modules/links/'], ['console/src/creator/']])('a cycle of types in %s', (folder) => {
    const found = findViolations(
      tree({
        [`${folder}a.ts`]: "import type { B } from './b.ts';",
        [`${folder}b.ts`]: "import type { C } from './c.ts';",
        [`${folder}c.ts`]: "import type { A } from './a.ts';",
      }),
    );
    expect(found).toEqual([expect.stringMatching(/^import cycle: .*[abc]\.ts → .*[abc]\.ts → .*[abc]\.ts$/)]);
  });

  test('a module without a place in the order', () => {
    expect(() => findViolations(tree({ 'src/modules/unlisted/a.ts': "import '../links/index.ts';" }))).toThrow(
      'unlisted',
    );
  });
});

test('an import in the permitted order is no violation', () => {
  const allowed = MODULES.slice(1).map((module, at) => [
    `src/modules/${module}/a.ts`,
    `import { a } from '../${MODULES[at]}/index.ts'; import { sql } from 'drizzle-orm';`,
  ]);
  const route = { 'src/modules/links/routes.v2.ts': "import type { FastifyInstance } from 'fastify';" };
  expect(findViolations(tree({ ...Object.fromEntries(allowed), ...route }))).toEqual([]);
});

/** A source tree with the files that the cases import, and the given ones. */
function tree(files: Record<string, string>): Map<string, string> {
  const targets = ['src/app.ts', 'src/api/redirect.ts', 'src/modules/media/inside.ts'];
  const indexes = MODULES.map((module) => `src/modules/${module}/index.ts`);
  return new Map([...[...targets, ...indexes].map((file) => [file, ''] as const), ...Object.entries(files)]);
}
