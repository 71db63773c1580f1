import { describe, expect, it } from 'vitest';
import { createPopulatedApplication, type Role } from '../../../../tests/harness/cast.ts';
import { blackPng } from '../../../../tests/harness/pictures.ts';
import { upload } from '../../../../tests/harness/upload.ts';

const NOW = new Date('2030-05-15T12:00:00.000Z');
const { application, cast } = await createPopulatedApplication({ now: () => NOW });
const { market, database } = application;
const rows = async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows;
const AT = '2030-05-15T10:00:00.000Z';

const call = (method: 'GET' | 'POST' | 'DELETE', url: string, role: Role | null, body?: object) =>
  application.call({
    method,
    url,
    ...(role === null ? {} : { as: cast.tokens[role] }),
    ...(body === undefined ? {} : { body }),
  });

async function published() {
  const campaignId = await market.campaign({ storeId: cast.storeId, type: 'user_accept' });
  const participantId = await market.participant({ campaignId, userId: cast.ids.creator, status: 'accepted' });
  const [{ id }] = await rows(
    `INSERT INTO deliverables (participant_id, title, instructions, due_on, status, created_by, created_at, updated_at)
     VALUES ($1, 'Story', '', '2030-05-20', 'approved', $2, $3, $3) RETURNING id`,
    [participantId, cast.ids.advertiser, NOW],
  );
  const body = { url: 'https://posts.example/1', published_on: '2030-05-14', disclosure: 'spoken' };
  const publication = (await call('POST', `/v2/deliverables/${id}/publication`, 'creator', body)).body.id as number;
  const url = `/v2/publications/${publication}`;
  const record = (figures: object, role: Role | null = 'creator') =>
    call('POST', `${url}/figures`, role, { measured_at: AT, ...figures });
  return { publication, url, record };
}

describe('Figures of a publication', () => {
  it('are observations that never change, of which the one that was measured last counts', async () => {
    const { url, record } = await published();
    const first = await record({ views: 100, likes: 9, measured_at: '2030-05-15T08:00:00.000Z' });
    expect([first.status, first.body]).toMatchObject([
      201,
      { views: 100, likes: 9, shares: null, source: 'creator', lower: [] },
    ]);
    expect((await record({ views: 250, likes: 7 }, 'agency')).body).toMatchObject({ views: 250, lower: ['likes'] });
    // An earlier observation that is recorded later does not count.
    await record({ views: 50, measured_at: '2030-05-15T07:00:00.000Z' });
    const { data } = (await call('GET', `${url}/figures`, 'advertiser')).body;
    expect(data.map((one: { views: number; lower: string[] }) => [one.views, one.lower])).toEqual([
      [250, ['likes']],
      [100, []],
      [50, []],
    ]);
    expect((await call('GET', url, 'advertiser')).body.figures).toMatchObject({
      views: 250,
      likes: 7,
      measured_at: AT,
    });
    expect((await call('DELETE', url, 'creator')).body.error).toBe('publication_in_use');
  });

  it('come from the creator’s side and are read by both', async () => {
    const { url, record } = await published();
    const write = [];
    const read = [];
    for (const role of [
      null,
      'creator',
      'agency',
      'advertiser',
      'otherCreator',
      'otherAgency',
      'otherAdvertiser',
    ] as const) {
      write.push((await record({ views: 1 }, role)).status);
      read.push((await call('GET', `${url}/figures`, role)).status);
    }
    expect([write, read]).toEqual([
      [401, 201, 201, 403, 404, 404, 404],
      [401, 200, 200, 200, 404, 404, 404],
    ]);
  });

  it('need a figure, a past time, and a picture of the same publication as proof', async () => {
    const { url, record } = await published();
    const faults = async (figures: object) => {
      const { status, body } = await record(figures);
      return [status, Object.keys(body.errors ?? {})];
    };
    expect(await faults({})).toEqual([422, ['views']]);
    expect(await faults({ views: -1 })).toEqual([422, ['views']]);
    expect(await faults({ views: 1.5 })).toEqual([422, ['views']]);
    expect(await faults({ likes: 1, measured_at: '2030-05-15T12:00:01.000Z' })).toEqual([422, ['measured_at']]);
    const proofOf = async (at: string) =>
      (
        await upload(application, {
          url: `${at}/proofs`,
          as: cast.tokens.creator,
          content: blackPng({ width: 20, height: 20 }),
          filename: 'a.png',
        })
      ).body.id;
    expect(await faults({ likes: 1, proof_id: await proofOf((await published()).url) })).toEqual([422, ['proof_id']]);
    const proof = await proofOf(url);
    expect((await record({ likes: 1, proof_id: proof })).body.proof_id).toBe(proof);
  });

  it('are recorded once for each time, also when they are sent again or twice at once', async () => {
    const { publication, url, record } = await published();
    const figures = { views: 1_200, likes: 80 };
    const sent = await Promise.all([record(figures), record(figures), record(figures, 'agency')]);
    sent.push(await record(figures));
    expect(sent.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(new Set(sent.map(({ body }) => body.id)).size).toBe(1);
    expect((await record({ ...figures, views: 9_999 })).body.error).toBe('figures_recorded');
    expect((await record({ views: 1_200 })).body.error).toBe('figures_recorded');
    // A control: another time is another observation, also with the same figures.
    await record({ ...figures, measured_at: '2030-05-15T10:00:00.001Z' });
    expect((await call('GET', `${url}/figures`, 'advertiser')).body.data).toHaveLength(2);
    expect(await rows('SELECT views FROM publication_figures WHERE publication_id = $1', [publication])).toEqual([
      { views: 1_200 },
      { views: 1_200 },
    ]);
  });

  it('are limited in number', async () => {
    const { publication, record } = await published();
    await rows(
      `INSERT INTO publication_figures (publication_id, views, measured_at, source, recorded_by, recorded_at)
       SELECT $1, n, $2, 'creator', $3, $2 FROM generate_series(1, 200) n`,
      [publication, NOW, cast.ids.creator],
    );
    expect((await record({ views: 1 })).body.error).toBe('too_many_figures');
  });
});
