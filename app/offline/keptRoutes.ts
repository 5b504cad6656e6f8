// The pages that open without a connection. The build reads this, too.

export const KEPT_ROUTES: Record<string, RegExp> = {
  'routes/lists/route': /^\/(?:start)?$/,
  'routes/single-list': /^\/single-list$/,
  'routes/s.$token': /^\/s\/[^/]+$/,
}
