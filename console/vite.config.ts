import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown } from 'vite';

/** Where `npm run dev` of the console finds the API. */
const SERVER = process.env.TRIBUTARY_URL ?? 'http://127.0.0.1:3000';

export default defineConfig({
  base: '/console/',
  plugins: [react(), precompressed()],
  // src/api/console.ts puts each reply's own in its place.
  html: { cspNonce: '__NONCE__' },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 600,
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: languageFile, test: /texts\.(?:sv|de)\.ts$/ }] } } },
  },
  server: { proxy: { '^/(?!console)': { target: SERVER } } },
});

/** One file of texts for each language and section, instead of one for each of the sixty parts. */
function languageFile(id: string): string {
  const language = /\.(sv|de)\.ts$/.exec(id)?.[1];
  const section = /\/console\/src\/(admin|store|creator)\//.exec(id)?.[1] ?? 'shared';
  return `texts-${language}-${section}`;
}

/** The scripts that are loaded until a visitor can sign in. */
function firstFiles(bundle: Rolldown.OutputBundle): ReadonlySet<string> {
  const first = new Set<string>();
  const add = (file: string) => {
    const chunk = bundle[file];
    if (chunk?.type !== 'chunk' || first.has(file)) return;
    first.add(file);
    for (const each of chunk.imports) add(each);
  };
  for (const chunk of Object.values(bundle))
    if (chunk.type === 'chunk' && (chunk.isEntry || chunk.name === 'sign-in-page')) add(chunk.fileName);
  return first;
}

/** Writes each text also as it is sent, so that the server compresses nothing. */
function precompressed(): Plugin {
  return {
    name: 'precompressed',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const first = firstFiles(bundle);
      const folder = path.join(dir, 'assets');
      const texts = (await readdir(folder)).filter((name) => /\.(?:js|css|svg)$/.test(name));
      await Promise.all(
        texts.map(async (name) => {
          const file = path.join(folder, name);
          const content = await readFile(file);
          // The best takes ten times as long: for what every visit loads.
          const quality = {
            params: {
              [constants.BROTLI_PARAM_QUALITY]: name.startsWith('index-') || first.has(`assets/${name}`) ? 11 : 9,
            },
          };
          await writeFile(`${file}.br`, await promisify(brotliCompress)(content, quality));
          await writeFile(`${file}.gz`, await promisify(gzip)(content));
        }),
      );
    },
  };
}
