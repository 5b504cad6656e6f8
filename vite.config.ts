import { vitePlugin as remix } from '@remix-run/dev'
import { defineConfig } from 'vite'

declare module '@remix-run/node' {
  interface Future {
    v3_singleFetch: true
  }
}

export default defineConfig({
  plugins: [
    remix({
      future: {
        v3_fetcherPersist: true,
        v3_relativeSplatPath: true,
        v3_throwAbortReason: true,
        v3_routeConfig: true,
        v3_singleFetch: true,
        // Off on purpose: docs/decisions/003-no-lazy-route-discovery.md
        v3_lazyRouteDiscovery: false,
      },
    }),
  ],
  build: {
    target: 'es2020',
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rollupOptions: {
      output: { experimentalMinChunkSize: 10_000 },
      onwarn(warning, warn) {
        // Routes without a screen have nothing for the browser; that is what they are for.
        if (warning.code !== 'EMPTY_BUNDLE') warn(warning)
      },
    },
  },
})
