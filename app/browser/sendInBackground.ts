interface SyncRegistration extends ServiceWorkerRegistration {
  sync?: { register(tag: string): Promise<void> }
}

/** The service worker sends when the connection is back, even if the page is closed by then. */
export async function sendInBackground() {
  try {
    const registration: SyncRegistration | undefined = await navigator.serviceWorker?.getRegistration()
    await registration?.sync?.register('outbox')
    await navigator.storage?.persist?.()
  } catch {
    // Some browsers can't, and people may forbid it.
  }
}
