import { RemixBrowser } from '@remix-run/react'
import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { dropAccidentalTaps } from '#app/browser/accidentalTaps.ts'
import { hasLeftPage } from '#app/browser/loadedDocument.ts'
import { loadPartsOfDocument, whenIdle } from '#app/browser/loadedWhenIdle.ts'
import { offlineDisabled } from '#app/browser/pageCache.ts'
import { setPageReader } from '#app/browser/pageReader.ts'
import { watchPresses } from '#app/browser/whenReleased.ts'
import { isKeptDocument } from '#app/offline/keptDocument.ts'
import { dataIsRead } from '#app/remix/pageData.ts'
import { PageContext } from '#app/ui/pageContext.ts'
import { documentReader, loadReader } from '#app/words/documentReader.ts'
import type { Reader } from '#app/words/reader.ts'
import { ReaderContext } from '#app/words/useWords.ts'

const requestId = document.documentElement.dataset.requestId ?? ''

const page = (reader: Reader) => (
  <StrictMode>
    <PageContext.Provider value={{ nonce: '', requestId }}>
      <ReaderContext.Provider value={reader}>
        <RemixBrowser />
      </ReaderContext.Provider>
    </PageContext.Provider>
  </StrictMode>
)

function start(reader: Reader) {
  if (hasLeftPage()) return location.reload()
  setPageReader(reader)
  // Without a transition, which would render in steps: there is nothing to interact with yet.
  if (isKeptDocument) createRoot(document.body).render(page(reader))
  else void dataIsRead().then(() => startTransition(() => void hydrateRoot(document, page(reader))))
  whenIdle(() => void reader.loadOthers?.().catch(() => {}))
}

/** Without its texts, the page stays as it is. */
const workWithoutScript = () => document.documentElement.classList.remove('js')

watchPresses()
dropAccidentalTaps()

const isEnglish = document.documentElement.lang === 'en'
// The page's own modules run after this one.
const parts =
  document.querySelector('dialog, .all-done, .at-home, .answered, .offer') &&
  Promise.resolve().then(loadPartsOfDocument)
if (isEnglish && !parts) start(documentReader())
else
  Promise.all([isEnglish ? documentReader() : loadReader(), parts]).then(
    ([reader]) => start(reader),
    workWithoutScript,
  )

// Remix doesn't catch all of what a request leaves behind that a newer one has replaced.
addEventListener('unhandledrejection', (event) => {
  if (event.reason?.name === 'AbortError') event.preventDefault()
})

// Registered after the page has loaded. Browsers have no service workers on plain http.
function registerServiceWorker() {
  const { serviceWorker } = navigator
  const updated = offlineDisabled()
    ? serviceWorker?.getRegistration().then((registration) => registration?.update())
    : serviceWorker?.register('/sw.js', { updateViaCache: 'none' })
  updated?.catch(() => {})
}
if (import.meta.env.PROD) {
  if (document.readyState === 'complete') registerServiceWorker()
  else addEventListener('load', registerServiceWorker)
}
