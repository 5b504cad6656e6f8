/** What Larder's service workers use of their global scope. TypeScript's own types of it exclude those of pages. */
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
  /** Undefined if the browser didn't request the page while the worker started. */
  preloadResponse: Promise<Response | undefined>
  respondWith(response: Promise<Response>): void
}

// These modules are only bundled into service workers.
export const worker = globalThis as unknown as WorkerScope

export const CACHE_PREFIX = 'larder-'

export async function ourCaches(): Promise<string[]> {
  return (await caches.keys()).filter((name) => name.startsWith(CACHE_PREFIX))
}
