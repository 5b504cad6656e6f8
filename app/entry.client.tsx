import { RemixBrowser } from '@remix-run/react'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { PageContext } from '#app/ui/page.ts'

const requestId = document.documentElement.dataset.requestId ?? ''

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

// After everything that the page itself needs. Where there is no https there is no such thing.
function keepOfflinePage() {
  navigator.serviceWorker?.register('/sw.js').catch(() => {})
}
if (import.meta.env.PROD) {
  if (document.readyState === 'complete') keepOfflinePage()
  else addEventListener('load', keepOfflinePage)
}
