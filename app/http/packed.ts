import { constants } from 'node:zlib'
import compression from 'compression'
import type { Stage } from './stages.ts'

// The first quality that looks for what repeats, and a list's rows are mostly that: a sixth less.
// It is written for any server of Node; only its types ask for Express.
const pack = compression({ brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } } }) as Stage

/** Nobody who cannot unpack pays for the packing. */
export const packed: Stage = (req, res, next) =>
  req.headers['accept-encoding'] ? pack(req, res, next) : next()
