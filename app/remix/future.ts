export const REMIX_FUTURE = {
  v3_fetcherPersist: true,
  v3_relativeSplatPath: true,
  v3_throwAbortReason: true,
  v3_routeConfig: true,
  v3_singleFetch: true,
  // See docs/decisions/003-no-lazy-route-discovery.md
  v3_lazyRouteDiscovery: false,
}
