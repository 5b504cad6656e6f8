/** TypeScript's own types of a worker's scope exclude those of pages. */
interface WorkerScope {
  addEventListener(type: 'install' | 'activate' | 'sync', listener: (event: WorkerEvent) => void): void
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void
  skipWaiting(): Promise<void>
  clients: { claim(): Promise<void> }
  registration: ServiceWorkerRegistration
}

export interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}

export interface FetchEvent extends WorkerEvent {
  request: Request
  preloadResponse: Promise<Response | undefined>
  respondWith(response: Promise<Response>): void
}

export const worker = globalThis as unknown as WorkerScope

export const CACHE_PREFIX = 'larder-'

export const ourCaches = async (): Promise<string[]> =>
  (await caches.keys()).filter((name) => name.startsWith(CACHE_PREFIX))
