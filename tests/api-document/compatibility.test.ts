import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createTestApplication } from '../harness/application.ts';
import { breaksOf, type SurfaceDocument, surfaceOf, writeSurface } from './surface.ts';

/** The surface of the last release; `RELEASE=write` writes that of this one (docs/api-policy.md). */
const RELEASED = path.join(import.meta.dirname, 'released.json');

const { app } = await createTestApplication();
const document = (await app.inject('/openapi.json')).json<SurfaceDocument>();
/** A named schema, whose fields a case changes. */
const schemaOf = ({ components }: SurfaceDocument, name: string) => {
  const { properties = {}, required = [] } = components.schemas[name]!;
  return { properties, required };
};
const surface = surfaceOf(document);

describe('The API', () => {
  it('keeps everything that programs of the last release rely on', async () => {
    if (process.env['RELEASE'] === 'write') await writeFile(RELEASED, writeSurface(surface));
    expect(breaksOf(JSON.parse(await readFile(RELEASED, 'utf8')), surface)).toEqual([]);
  });

  it.each<[string, (document: SurfaceDocument) => void, RegExp]>([
    ['a removed operation', ({ paths }) => delete paths['/v2/me'], /^GET \/v2\/me \(getMe\) is gone/],
    ['a removed field of a reply', (one) => delete schemaOf(one, 'Me').properties['email'], /^Me email is gone$/],
    [
      'a field of a reply that may be null',
      (one) => {
        schemaOf(one, 'Order').properties['order_id'] = { type: ['string', 'null'] };
      },
      /^Order order_id has further types/,
    ],
    [
      'a new required field of a body',
      (one) => {
        const { properties, required } = schemaOf(one, 'OrderReportInput');
        properties['color'] = { type: 'string' };
        required.push('color');
      },
      /^OrderReportInput color is new and required$/,
    ],
    [
      'a removed value of a body',
      (one) => schemaOf(one, 'OrderChangeInput').properties['status']!.enum!.pop(),
      /^OrderChangeInput status accepts less/,
    ],
  ])('would not be released with %s', (_, change, says) => {
    const copy = structuredClone(document);
    change(copy);
    expect(breaksOf(surface, surfaceOf(copy))).toEqual(expect.arrayContaining([expect.stringMatching(says)]));
  });

  it('may get operations, fields and values', () => {
    const copy = structuredClone(document);
    schemaOf(copy, 'Me').properties['color'] = { type: 'string' };
    schemaOf(copy, 'OrderReportInput').properties['color'] = { type: 'string' };
    schemaOf(copy, 'OrderChangeInput').properties['status']!.enum!.push('parked');
    copy.paths['/v2/colors'] = { get: { operationId: 'listColors', responses: {} } };
    expect(breaksOf(surface, surfaceOf(copy))).toEqual([]);
  });
});
