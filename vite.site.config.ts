import path from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const site = (file: string) => path.resolve(import.meta.dirname, 'src/app/web/site', file)

/**
 * The public site's browser part: a style sheet that the pages inline, fonts, and small scripts. Prerendering builds
 * `src/app/web/site.tsx` with the same settings for Node (`--ssr`).
 */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react()],
  publicDir: isSsrBuild ? false : site('public'),
  build: {
    outDir: isSsrBuild ? 'dist/.prerender' : 'dist/site',
    emptyOutDir: true,
    manifest: isSsrBuild ? false : 'assets/manifest.json',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // The maker of documents is larger than the usual limit; it comes only to who asks for a document.
    chunkSizeWarningLimit: 600,
    target: 'es2022',
    rolldownOptions: isSsrBuild
      ? {}
      : {
          input: {
            boot: site('boot.ts'),
            shell: site('shell.ts'),
            contact: site('contact.ts'),
            proof: site('proof.ts'),
            calculator: site('calculator.ts'),
            styles: site('styles.css'),
            calculatorStyles: site('calculator.css'),
          },
        },
  },
}))
