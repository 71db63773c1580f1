import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { CHUNK_GROUPS } from './bundle/chunks.ts';
import { precompressed } from './bundle/precompressed.ts';
import { shell } from './bundle/shell.ts';
import { sizedByContent } from './bundle/sized-by-content.ts';
import { stableIds } from './bundle/stable-ids.ts';
import { withoutScrollContainer } from './bundle/table-scroll.ts';
import { unusedStyles } from './bundle/unused-styles.ts';

/** The address of the API for `npm run dev` of the console. */
const SERVER = process.env.TRIBUTARY_URL ?? 'http://127.0.0.1:3000';

export default defineConfig({
  base: '/console/',
  plugins: [react(), stableIds(), sizedByContent(), withoutScrollContainer(), unusedStyles(), shell(), precompressed()],
  // src/api/console.ts replaces it with the nonce of each reply.
  html: { cspNonce: '__NONCE__' },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    // The styles of the components are small. As separate files, each page would wait for them after its scripts.
    cssCodeSplit: false,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 600,
    rolldownOptions: { output: { codeSplitting: { groups: CHUNK_GROUPS } } },
  },
  server: { proxy: { '^/(?!console)': { target: SERVER } } },
});
