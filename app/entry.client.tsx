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
