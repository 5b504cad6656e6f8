import type { Plugin } from 'vite'

/**
 * Remix logs a load as an error that a newer one, or opening a dialog, has cancelled. Nobody waits for it any longer. And
 * it goes to a new document while it still reads the answer that says so, which Firefox calls an error, too. No answer
 * of Larder has a part that comes later. If Remix's source changes, the build fails here.
 */
export const withoutFalseErrors: Plugin = {
  name: 'without-false-errors',
  transform(code, id) {
    if (!id.includes('/@remix-run/react/dist/esm/single-fetch.')) return
    const quiet = code.replace('console.error(e);', 'if (!init.signal?.aborted) console.error(e);')
    const whole = quiet.replace('(res.body, window)', '(new Response(await res.blob()).body, window)')
    if (quiet === code || whole === quiet) this.error('Where does Remix read answers now?')
    return { code: whole, map: null }
  },
}
