import type { ReactNode } from 'react'
import { errorPages } from '#app/words/en/errorPages.ts'
import { offline } from '#app/words/en/offline.ts'
import { useWords } from '#app/words/useWords.ts'
import { Art } from './Art.tsx'
import plateArt from './art/empty-items.svg?raw'
import notFoundArt from './art/not-found.svg?raw'
import troubleArt from './art/trouble.svg?raw'
import { OfflineNotice } from './OfflineNotice.tsx'
import { PublicPage } from './PublicPage.tsx'

export const NO_ANSWER = 0

/** Documents have the right ones; a script that has them would be 900 bytes longer for everybody. */
const [MISSING, TROUBLE] = import.meta.env.SSR ? [notFoundArt, troubleArt] : [plateArt, plateArt]

const messages = (words: typeof errorPages): Record<number, { title: string; text: string }> => ({
  403: { title: words.forbidden, text: words.unchanged },
  404: { title: words.notFound, text: words.gone },
  405: { title: words.failed, text: words.unsupported },
  413: { title: words.tooLarge, text: words.tooMuchData },
  429: { title: words.tooMany, text: words.wait },
  503: { title: words.busy, text: words.listsSafe },
  507: { title: words.full, text: words.cantSave },
})

const titles = (words: typeof errorPages): Record<string, string> => ({
  'link-gone': words.linkGone,
  'invite-not-found': words.inviteGone,
})

const otherClientError = (words: typeof errorPages) => ({ title: words.failed, text: words.unclear })

const serverError = (words: typeof errorPages) => ({ title: words.wrong, text: words.allSafe })

interface FailureProps {
  status: number
  code?: string
  sentence?: string
  requestId?: string
  children?: ReactNode
}

/** Never shows an unexpected error's message: only the log has it. */
export function ErrorPage(props: FailureProps) {
  return (
    <PublicPage className="notice">
      <FailureText {...props} />
    </PublicPage>
  )
}

export function FailureText({ status, code, sentence, requestId, children }: FailureProps) {
  const words = useWords(errorPages)
  const { tryAgain } = useWords(offline)
  if (status === NO_ANSWER) return <OfflineNotice art={TROUBLE}>{children}</OfflineNotice>
  const isTrouble = status >= 500 || status === 429
  const { title, text } = messages(words)[status] ?? (status < 500 ? otherClientError : serverError)(words)
  return (
    <main>
      <Art svg={status === 404 ? MISSING : TROUBLE} />
      <h1>{titles(words)[code ?? ''] ?? title}</h1>
      <p>{sentence ?? text}</p>
      {status === 500 && requestId && <p>{words.report({ id: <code>{requestId}</code> })}</p>}
      {children}
      {/* An empty one loads the same URL again, whatever it is. */}
      <a className="button" href={isTrouble ? '' : '/'}>
        {isTrouble ? tryAgain : words.back}
      </a>
    </main>
  )
}
