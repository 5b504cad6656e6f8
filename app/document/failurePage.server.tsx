import { renderToStaticMarkup } from 'react-dom/server'
import type { Failure } from '#app/http/out/replies.ts'
import { Brand } from '#app/ui/Brand.tsx'
import { FailureText } from '#app/ui/ErrorPage.tsx'
import styles from '#app/ui/styles/index.css?url'
import { common } from '#app/words/en/common.ts'
import { type Reader, wordsOf } from '#app/words/reader.ts'
import { ReaderContext } from '#app/words/useWords.ts'

/** For browsers that submit a form without our script to a route without a page. */
export function failurePage({ status, code, msg, headers }: Failure, reader: Reader): Response {
  const page = renderToStaticMarkup(
    <html lang={reader.language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Larder</title>
        <link rel="stylesheet" href={styles} />
      </head>
      <body>
        <div className="public-page notice">
          <header>
            <a href="/landing" className="home" aria-label={wordsOf(reader, common).home}>
              <Brand />
            </a>
          </header>
          <ReaderContext.Provider value={reader}>
            <FailureText status={status} code={code} sentence={msg} />
          </ReaderContext.Provider>
        </div>
      </body>
    </html>,
  )
  return new Response(`<!DOCTYPE html>${page}`, {
    status,
    headers: { ...headers, 'Content-Type': 'text/html; charset=utf-8' },
  })
}
