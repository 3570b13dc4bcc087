import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { passbookDev } from './tools/vite-dev.ts'
import { plainIcons } from './tools/vite-plain-icons.ts'
import { preloadFonts } from './tools/vite-preload-fonts.ts'
import { themeBoot } from './tools/vite-theme-boot.ts'

const alias = {
  '@': fileURLToPath(new URL('./src', import.meta.url)),
  // React has had the hook itself since version 18.
  'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector',
}

/**
 * What every page needs before its first row, in one file: small shared chunks compress badly.
 * Everything else is split where it is imported.
 */
const FIRST_PAINT = [{ name: 'first-paint', tags: ['$initial' as const] }]

const page = defineConfig({
  resolve: { alias },
  plugins: [
    tanstackRouter({ target: 'react', autoCodeSplitting: true, quoteStyle: 'single' }),
    react(),
    tailwindcss(),
    plainIcons(),
    themeBoot(),
    preloadFonts(),
    passbookDev(),
  ],
  build: {
    outDir: 'dist/client',
    // `data:` URLs would need a hole in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
    rolldownOptions: { output: { codeSplitting: { groups: FIRST_PAINT } } },
  },
})

const server = defineConfig({
  resolve: { alias },
  build: {
    ssr: true,
    copyPublicDir: false,
    outDir: 'dist/server',
    target: 'node20',
    rollupOptions: {
      input: { main: 'src/server/main.ts', sandbox: 'src/sandbox/main.ts' },
    },
  },
})

export default defineConfig(({ isSsrBuild }) => (isSsrBuild ? server : page))
