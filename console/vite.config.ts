import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { CHUNK_GROUPS } from './bundle/chunks.ts';
import { precompressed } from './bundle/precompressed.ts';
import { shell } from './bundle/shell.ts';
import { withoutScrollContainer } from './bundle/table-scroll.ts';
import { unusedStyles } from './bundle/unused-styles.ts';

/** Where `npm run dev` of the console finds the API. */
const SERVER = process.env.TRIBUTARY_URL ?? 'http://127.0.0.1:3000';

export default defineConfig({
  base: '/console/',
  plugins: [react(), withoutScrollContainer(), unusedStyles(), shell(), precompressed()],
  // src/api/console.ts puts each reply's own in its place.
  html: { cspNonce: '__NONCE__' },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    // The styles of the parts are small. As files of their own, each page would wait for them after its scripts.
    cssCodeSplit: false,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 600,
    rolldownOptions: { output: { codeSplitting: { groups: CHUNK_GROUPS } } },
  },
  server: { proxy: { '^/(?!console)': { target: SERVER } } },
});
