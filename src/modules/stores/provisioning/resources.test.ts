import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPopulatedApplication, ROLES } from '../../../../tests/harness/cast.ts';
import { type Body, chars, RESOURCE_CASES } from '../../../../tests/harness/resource-cases.ts';
import { unique } from '../../../../tests/harness/unique.ts';

const { application, cast } = await createPopulatedApplication();
// Created first, because the first agency is the default, which cannot be deleted.
await application.market.agency({ isDefault: true });

const asAdmin = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, body?: unknown) =>
  application.call({ method, url: `/v2/admin/${url}`, as: cast.tokens.admin, body });

async function auditOf(kind: string, id: number) {
  const { rows } = await application.database.pool.query(
    'SELECT action, actor_id, details FROM audit_log WHERE subject_kind = $1 AND subject_id = $2 ORDER BY id',
    [kind.replace(' ', '_'), id],
  );
  return rows;
}

/** The errors of a field, including those of its nested fields. */
const faultsAt = (reply: { body: { errors: Record<string, string[]> } }, field: string) =>
  Object.entries(reply.body.errors)
    .filter(([path]) => path === field || path.startsWith(`${field}.`))
    .flatMap(([, sentences]) => sentences)
    .join('; ');

describe.each(RESOURCE_CASES)(
  '$path',
  ({ path, kind, body, change, name: nameField, limits, references, isDeleted = true }) => {
    const create = async (values: Body = {}) => {
      const reply = await asAdmin('POST', path, { ...body(), ...values });
      expect([reply.status, reply.body.errors]).toEqual([201, undefined]);
      return reply.body;
    };

    it('are created, read, changed and deleted', async () => {
      const given = body();
      const made = await create(given);
      const { password: _, ...shown } = given;
      expect(made).toMatchObject(shown);
      const read = await asAdmin('GET', `${path}/${made.id}`);
      expect(read.status).toBe(200);
      expect(read.body).toEqual(kind === 'client' ? { ...made, client_secret: '<CLIENT_SECRET>' } : made);

      const changed = await asAdmin('PATCH', `${path}/${made.id}`, change);
      expect(changed.status).toBe(200);
      expect(changed.body).toEqual({ ...read.body, ...change, updated_at: expect.any(String) });
      expect(Date.parse(changed.body.updated_at)).toBeGreaterThanOrEqual(Date.parse(made.updated_at));
      expect((await asAdmin('GET', `${path}/${made.id}`)).body).toEqual(changed.body);

      const deleted = await asAdmin('DELETE', `${path}/${made.id}`);
      expect(deleted.status).toBe(isDeleted ? 204 : 405);
      expect((await asAdmin('GET', `${path}/${made.id}`)).status).toBe(isDeleted ? 404 : 200);
      if (isDeleted) expect((await asAdmin('DELETE', `${path}/${made.id}`)).status).toBe(404);
    });

    it('are only for administrators', async () => {
      const { id } = await create();
      const requests = [
        ['GET', path],
        ['POST', path],
        ['GET', `${path}/${id}`],
        ['PATCH', `${path}/${id}`],
        ...(isDeleted ? ([['DELETE', `${path}/${id}`]] as const) : []),
      ] as const;
      for (const [method, url] of requests) {
        const anonymous = await application.call({ method, url: `/v2/admin/${url}`, body: { nonsense: 1 } });
        expect([method, anonymous.status]).toEqual([method, 401]);
        for (const role of ROLES.filter((one) => one !== 'admin')) {
          // The request is refused before the body is read.
          const reply = await application.call({
            method,
            url: `/v2/admin/${url}`,
            as: cast.tokens[role],
            body: { nonsense: 1 },
          });
          expect([method, role, reply.status]).toEqual([method, role, 403]);
        }
      }
      expect((await asAdmin('GET', `${path}/${id}`)).status).toBe(200);
    });

    it('are not found under an unknown or invalid id', async () => {
      const methods = ['GET', 'PATCH', ...(isDeleted ? (['DELETE'] as const) : [])] as const;
      for (const id of ['9007199254740991', '9007199254740992', '0', '-1', '1.5', '01', 'x', '%00', '1%27']) {
        for (const method of methods) {
          const reply = await asAdmin(method, `${path}/${id}`, method === 'PATCH' ? change : undefined);
          expect([id, method, reply.status]).toEqual([id, method, 404]);
          expect(reply.body.message).toBe(`No query results for ${kind}.`);
        }
      }
    });

    it('require their mandatory fields, and refuse unknown ones', async () => {
      const empty = await asAdmin('POST', path, {});
      const required = Object.keys(body()).filter((field) => field !== 'username');
      expect([empty.status, Object.keys(empty.body.errors).sort()]).toEqual([422, required.sort()]);
      const { id } = await create();
      for (const unknown of ['id', 'created_at', 'nmae', 'password_hash', 'erased_at', '__proto__x']) {
        const reply = await asAdmin('PATCH', `${path}/${id}`, { [unknown]: 1 });
        expect([unknown, reply.status, reply.body.errors]).toEqual([
          unknown,
          422,
          { [unknown]: ['is not a known field'] },
        ]);
      }
      for (const whole of [[], 'x', 5, null]) {
        const status = whole === null ? 200 : 422;
        const reply = await application.app.inject({
          method: 'PATCH',
          url: `/v2/admin/${path}/${id}`,
          headers: { authorization: cast.tokens.admin, 'content-type': 'application/json' },
          payload: JSON.stringify(whole),
        });
        expect([whole, reply.statusCode]).toEqual([whole, status]);
      }
    });

    it.each(limits)('accept valid and refuse invalid values of $field', async ({ field, holds, refuses }) => {
      const { id } = await create();
      for (const value of holds) {
        const isOnce = ['key', 'slug', 'client_id', 'email', 'username'].includes(field);
        const changed = await asAdmin('PATCH', `${path}/${id}`, { [field]: value });
        expect([value, changed.status, changed.body.errors]).toEqual([value, 200, undefined]);
        if (field !== 'password') expect(changed.body[field]).toEqual(value);
        if (isOnce) continue;
        const made = await create({ [field]: value });
        if (field !== 'password') expect(made[field]).toEqual(value);
      }
      const before = (await asAdmin('GET', `${path}/${id}`)).body;
      for (const [value, says] of refuses) {
        for (const [method, url] of [
          ['PATCH', `${path}/${id}`],
          ['POST', path],
        ] as const) {
          const reply = await asAdmin(method, url, { ...(method === 'POST' ? body() : {}), [field]: value });
          expect([value, reply.status]).toEqual([value, 422]);
          expect(faultsAt(reply, field)).toMatch(says);
        }
      }
      expect((await asAdmin('GET', `${path}/${id}`)).body).toEqual(before);
    });

    it.each(references.map((field) => ({ field })))(
      'refer by $field to existing records, or to none',
      async ({ field }) => {
        const { id } = await create();
        for (const [value, says] of [
          [2 ** 53 - 1, /must be the id of|must go together/],
          [0, /at least 1/],
          ['1', /whole number/],
        ] as const) {
          for (const [method, url] of [
            ['PATCH', `${path}/${id}`],
            ['POST', path],
          ] as const) {
            const reply = await asAdmin(method, url, { ...(method === 'POST' ? body() : {}), [field]: value });
            expect([value, reply.status]).toEqual([value, 422]);
            expect(faultsAt(reply, field)).toMatch(says);
          }
        }
        const emptied = await asAdmin('PATCH', `${path}/${id}`, { [field]: null });
        expect([emptied.status, emptied.body[field]]).toEqual([200, null]);
      },
    );

    it('are listed in pages that together contain each once, in any order', async () => {
      for (let made = 0; made < 5; made++) await create();
      const walk = async (size: number, sort: string) => {
        const ids: number[] = [];
        const names: string[] = [];
        for (let page = 1, last = 1; page <= last; page++) {
          const { status, body: listed } = await asAdmin('GET', `${path}?size=${size}&page=${page}&sort_by=${sort}`);
          expect(status).toBe(200);
          last = listed.meta.last_page;
          ids.push(...listed.data.map((one: { id: number }) => one.id));
          names.push(...listed.data.map((one: Record<string, string>) => one[nameField]!));
          expect(listed.meta.total).toBeGreaterThanOrEqual(5);
        }
        return { ids, names };
      };
      const all = await walk(100, 'id:asc');
      expect(all.ids).toEqual([...new Set(all.ids)].sort((a, b) => a - b));
      await fc.assert(
        fc.asyncProperty(
          fc.integer({ min: 3, max: 100 }),
          fc.constantFrom('id:asc', 'id:desc', `${nameField}:asc`, `${nameField}:desc`, 'created_at:desc'),
          async (size, sort) => {
            const { ids } = await walk(size, sort);
            expect(ids.toSorted((a, b) => a - b)).toEqual(all.ids);
          },
        ),
        { numRuns: 5 },
      );
      const [up, down] = [await walk(100, `${nameField}:asc`), await walk(100, `${nameField}:desc`)];
      expect(down.ids).toEqual(up.ids.toReversed());
      expect((await asAdmin('GET', path)).body.meta.per_page).toBe(20);
    });

    it('are searched by id and by name, with literal wildcards', async () => {
      const mark = unique();
      const [plain, odd] = [await create({ [nameField]: `a${mark}z` }), await create({ [nameField]: `a${mark}_%\\z` })];
      const search = async (text: string) => {
        const { status, body: listed } = await asAdmin('GET', `${path}?query=${encodeURIComponent(text)}&size=100`);
        expect(status).toBe(200);
        return listed.data.map((one: { id: number }) => one.id);
      };
      expect(await search(mark.toUpperCase())).toEqual([plain.id, odd.id]);
      expect(await search(`${mark}_%\\`)).toEqual([odd.id]);
      expect(await search(`${mark}__`)).toEqual([]);
      expect(await search(`a${mark}%z`)).toEqual([]);
      expect(await search(String(plain.id))).toContain(plain.id);
      expect(await search('9007199254740993')).toEqual([]);
      expect(await search(chars(255))).toEqual([]);
    });

    it('are not listed with invalid parameters', async () => {
      for (const [query, field] of [
        ['size=0', 'size'],
        ['size=101', 'size'],
        ['page=0', 'page'],
        ['sort_by=nothing:asc', 'sort_by'],
        [`sort_by=${nameField}`, 'sort_by'],
        ['sort_by=password_hash:asc', 'sort_by'],
        [`query=${encodeURIComponent(chars(256))}`, 'query'],
        ['query=%00', 'query'],
      ] as const) {
        const reply = await asAdmin('GET', `${path}?${query}`);
        expect([query, reply.status]).toEqual([query, 422]);
        expect(Object.keys(reply.body.errors)).toEqual([field]);
      }
      expect((await asAdmin('GET', `${path}?size=100`)).status).toBe(200);
    });

    it('record the actor and the changes, and nothing for a refused write', async () => {
      const { id } = await create();
      for (const same of [{}, (await asAdmin('GET', `${path}/${id}`)).body[nameField]]) {
        const reply = await asAdmin('PATCH', `${path}/${id}`, typeof same === 'string' ? { [nameField]: same } : same);
        expect(reply.status).toBe(200);
      }
      expect((await asAdmin('PATCH', `${path}/${id}`, { ...change, nonsense: 1 })).status).toBe(422);
      const fields = expect.arrayContaining(Object.keys(change));
      await asAdmin('PATCH', `${path}/${id}`, change);
      if (isDeleted) await asAdmin('DELETE', `${path}/${id}`);
      const subject = kind.replace(' ', '_');
      const entries = await auditOf(kind, id);
      expect(entries).toEqual([
        expect.objectContaining({ action: `${subject}.created`, actor_id: cast.ids.admin }),
        expect.objectContaining({
          action: `${subject}.updated`,
          actor_id: cast.ids.admin,
          details: expect.objectContaining({ fields }),
        }),
        ...(isDeleted ? [expect.objectContaining({ action: `${subject}.deleted`, actor_id: cast.ids.admin })] : []),
      ]);
      expect(entries[1].details.fields).toHaveLength(Object.keys(change).length);
    });
  },
);
