import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const alias = { '@': fileURLToPath(new URL('./src', import.meta.url)) }

const page = defineConfig({
  resolve: { alias },
  plugins: [
    tanstackRouter({ target: 'react', autoCodeSplitting: true, quoteStyle: 'single' }),
    react(),
    tailwindcss(),
  ],
  build: {
    outDir: 'dist/client',
    // `data:` URLs would need a hole in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
  },
})

const server = defineConfig({
  resolve: { alias },
  build: {
    ssr: true,
    outDir: 'dist/server',
    target: 'node20',
    rollupOptions: {
      input: { main: 'src/server/main.ts', sandbox: 'src/sandbox/main.ts' },
    },
  },
})

export default defineConfig(({ isSsrBuild }) => (isSsrBuild ? server : page))
