import { forgetPages } from '#app/offline/keptPages.ts'
import { ourCaches, worker } from './workerScope.ts'

// Served as /sw.js with OFFLINE=off. Unsent changes stay.

worker.addEventListener('install', () => void worker.skipWaiting())

worker.addEventListener('activate', (event) => event.waitUntil(remove()))

async function remove() {
  const names = await ourCaches()
  await Promise.allSettled([...names.map((name) => caches.delete(name)), forgetPages()])
  await worker.registration.unregister()
}
