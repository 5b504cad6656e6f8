import type { ServerBuild } from '@remix-run/node'
import { REMIX_FUTURE } from '#app/remix/future.ts'

/** As Remix builds an app, with these routes and nothing in the browser. */
export const remixBuild = (routes: object, more: object = {}): ServerBuild =>
  ({
    entry: { module: { default: async () => new Response('a page') } },
    routes,
    assets: { entry: { imports: [], module: '' }, routes: {}, url: '', version: '' },
    publicPath: '/',
    assetsBuildDirectory: '',
    future: REMIX_FUTURE,
    isSpaMode: false,
    mode: 'production',
    ...more,
  }) as ServerBuild
