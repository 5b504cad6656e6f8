/** Runs in a page, for tests and the benchmark: resolves when the page opens without a connection. */
export async function waitUntilKept() {
  await navigator.serviceWorker.ready
  const address = location.pathname + location.search
  for (;;) {
    const request = indexedDB.open('larder')
    await new Promise((resolve) => {
      request.onsuccess = resolve
    })
    const found = request.result.transaction('pages').objectStore('pages').get(address)
    await new Promise((resolve) => {
      found.onsuccess = resolve
    })
    request.result.close()
    const shell = await caches.match('/shell.html')
    if (found.result && shell && navigator.serviceWorker.controller) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
