import { REMIX_FUTURE } from './future.ts'

const EMPTY_STATE = '[{}]\n'

/**
 * Sets up Remix as the server's page would, but with data of this device. If Remix starts differently, kept pages stay as
 * they are first painted: people can read them, but not change them.
 */
export function prepareRemix() {
  // React waits for the end of Remix's stream.
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  let state: typeof window.__remixContext.state = {}
  const context = {
    basename: '/',
    future: { ...REMIX_FUTURE, unstable_optimizeDeps: false },
    isSpaMode: false,
    stream: readable,
    get state() {
      return state
    },
    // Remix sets it to what it read from the stream.
    set state(_empty) {},
  }
  // Without streamController, which only the server's inline scripts use.
  window.__remixContext = context as typeof context & typeof window.__remixContext

  return {
    start(loaderData: Record<string, unknown>, modules: typeof window.__remixRouteModules) {
      state = { loaderData, actionData: null, errors: null }
      window.__remixRouteModules = modules
      const writer = writable.getWriter()
      void writer.write(new TextEncoder().encode(EMPTY_STATE))
      void writer.close()
    },
  }
}
