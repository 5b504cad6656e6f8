import { vitePlugin as remix } from '@remix-run/dev'
import { defineConfig } from 'vite'
import { REMIX_FUTURE } from './app/remixFuture.ts'

declare module '@remix-run/node' {
  interface Future {
    v3_singleFetch: true
  }
}

const FRAMEWORK =
  /\/node_modules\/(?:react|react-dom|scheduler|react-router|react-router-dom|@remix-run|turbo-stream)\//

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    remix({
      future: REMIX_FUTURE,
    }),
  ],
  build: {
    target: 'es2020',
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rollupOptions: {
      output: isSsrBuild ? {} : { manualChunks: chunkOf },
      onwarn(warning, warn) {
        // Routes without a screen have an empty browser bundle.
        if (warning.code !== 'EMPTY_BUNDLE') warn(warning)
      },
    },
  },
}))

/** Shared, but by no screen that people open in a shop. */
const FORMS = /\/app\/ui\/(?:AccountForm|AccountPage|CopyField|LinesToCheck)\./

/** Code shared by screens goes into few files, because each file costs 400 bytes of headers. \0 marks Rollup's modules. */
function chunkOf(id: string): string | undefined {
  if (FRAMEWORK.test(id) || id.startsWith('\0')) return 'framework'
  if (FORMS.test(id)) return 'forms'
  return id.includes('/app/routes/') ? undefined : 'shared'
}
