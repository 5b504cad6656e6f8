// Tests of the built server want it built, and only when something changed.
export { ensureBuilt as setup } from '../../scripts/lib/built.mjs'
