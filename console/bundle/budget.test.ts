import { describe, expect, it } from 'vitest';
import { BUDGET, exceeded, weigh } from './budget.ts';
import { listPageFiles } from './page-files.ts';
import { readRoutes } from './routes.ts';

/** A script of a build with these modules and imports. */
const script = (fileName: string, imports: string[] = [], dynamicImports: string[] = []) => ({
  type: 'chunk',
  fileName,
  imports,
  dynamicImports,
  moduleIds: [fileName.replace('.js', '.tsx')],
  isEntry: fileName === 'entry.js',
});

const BUNDLE = Object.fromEntries(
  [
    { type: 'asset', fileName: 'style.css' },
    script('entry.js', ['base.js'], ['frame.js', 'orders.js', 'people.js']),
    script('base.js'),
    script('frame.js', ['base.js'], ['palette.js', 'texts-sv-shared-1.js', 'texts-de-shared-1.js']),
    script('orders.js', ['base.js'], ['charts.js', 'texts-de-store-1.js']),
    script('people.js'),
    script('palette.js', ['base.js']),
    script('charts.js'),
    ...['texts-sv-shared-1.js', 'texts-de-shared-1.js', 'texts-de-store-1.js'].map((name) => script(name)),
  ].map((one) => [one.fileName, one]),
);

const [orders, signIn] = listPageFiles(
  BUNDLE as never,
  [
    { path: '/console/orders', module: 'orders.tsx', component: 'OrdersPage', isFramed: true },
    { path: '/console/sign-in', module: null, component: 'SignInPage', isFramed: false },
    { path: '/console/people', module: 'people.tsx', component: 'PeoplePage', isFramed: true },
  ],
  'frame.tsx',
);

describe('The budget of a page', () => {
  it('counts its files, the files loaded on demand and the language with the largest texts, but no other page', () => {
    expect(orders).toMatchObject({
      first: ['entry.js', 'base.js', 'frame.js', 'orders.js'],
      texts: { sv: ['texts-sv-shared-1.js'], de: ['texts-de-shared-1.js', 'texts-de-store-1.js'] },
      later: ['palette.js', 'charts.js'],
    });
    expect(signIn).toMatchObject({ first: ['entry.js', 'base.js'], texts: {}, later: [] });
    // The style sheet is counted, too.
    expect(weigh(orders!, () => 10)).toEqual({ path: '/console/orders', scripts: 8, firstBytes: 70, allBytes: 90 });
  });

  it('names each page that exceeds it, and by how much', () => {
    const page = { path: '/console/orders', ...BUDGET };
    expect(exceeded([page], BUDGET)).toEqual([]);
    expect(exceeded([{ ...page, scripts: BUDGET.scripts + 1 }], BUDGET)).toEqual([
      `/console/orders: scripts is ${BUDGET.scripts + 1}, the budget is ${BUDGET.scripts}`,
    ]);
    expect(exceeded([{ ...page, firstBytes: 1e6, allBytes: 1e6 }], BUDGET)).toHaveLength(2);
    // What all pages load has a lower limit.
    expect(exceeded([{ ...page, path: '/console' }], BUDGET)).toHaveLength(1);
  });

  it('covers every route of the console', () => {
    const paths = readRoutes(new URL('../src', import.meta.url).pathname).map(({ path }) => path);
    expect(paths).toEqual(expect.arrayContaining(['/console', '/console/sign-in', '/console/shop/$store/orders']));
    expect(new Set(paths).size).toBe(paths.length);
  });
});
