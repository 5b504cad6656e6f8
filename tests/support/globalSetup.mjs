// Builds before the tests, if needed: some tests start the built server.
export { ensureBuilt as setup } from '../../scripts/lib/built.mjs'
