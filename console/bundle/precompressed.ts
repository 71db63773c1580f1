import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

/** Writes a compressed copy of each text file, so that the server need not compress. */
export function precompressed(): Plugin {
  return {
    name: 'precompressed',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      const folder = path.join(dir, 'assets');
      const texts = (await readdir(folder)).filter((name) => /\.(?:js|css|svg|json)$/.test(name));
      await Promise.all(
        texts.map(async (name) => {
          const file = path.join(folder, name);
          const content = await readFile(file);
          // The best compression takes ten times as long, so it is used only for files that every visit loads.
          const quality = /^(?:style|index|framework|ui|components|console-frame|menus|dialogs|headings)-/.test(name)
            ? 11
            : 9;
          const params = { [constants.BROTLI_PARAM_QUALITY]: quality };
          await writeFile(`${file}.br`, await promisify(brotliCompress)(content, { params }));
          await writeFile(`${file}.gz`, await promisify(gzip)(content));
        }),
      );
    },
  };
}
