import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

/** Writes each text also as it is sent, so that the server compresses nothing. */
export function precompressed(): Plugin {
  return {
    name: 'precompressed',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      const folder = path.join(dir, 'assets');
      const texts = (await readdir(folder)).filter((name) => /\.(?:js|css|svg)$/.test(name));
      await Promise.all(
        texts.map(async (name) => {
          const file = path.join(folder, name);
          const content = await readFile(file);
          // The best takes ten times as long: for what every visit loads.
          const quality = /^(?:style|index|framework|ui|components|console-frame|menus|dialogs)-/.test(name) ? 11 : 9;
          const params = { [constants.BROTLI_PARAM_QUALITY]: quality };
          await writeFile(`${file}.br`, await promisify(brotliCompress)(content, { params }));
          await writeFile(`${file}.gz`, await promisify(gzip)(content));
        }),
      );
    },
  };
}
