import { RemixBrowser } from '@remix-run/react'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { hasLeftPage } from '#app/ui/loadedAddress.ts'
import { PageContext } from '#app/ui/page.ts'

const requestId = document.documentElement.dataset.requestId ?? ''

if (hasLeftPage()) location.reload()
else {
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <PageContext.Provider value={{ nonce: '', requestId }}>
          <RemixBrowser />
        </PageContext.Provider>
      </StrictMode>,
    )
  })
}

// Registered after the page has loaded. Browsers have no service workers on plain http.
function registerServiceWorker() {
  navigator.serviceWorker?.register('/sw.js').catch(() => {})
}
if (import.meta.env.PROD) {
  if (document.readyState === 'complete') registerServiceWorker()
  else addEventListener('load', registerServiceWorker)
}
