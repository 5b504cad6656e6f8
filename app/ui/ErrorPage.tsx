import { Art } from './Art.tsx'
import notFoundArt from './art/not-found.svg?raw'
import troubleArt from './art/trouble.svg?raw'
import { OpenPage } from './OpenPage.tsx'

interface Words {
  title: string
  text: string
}

const WORDS: Record<number, Words> = {
  403: { title: 'Not from here', text: 'This request came from another site, so nothing was done.' },
  404: {
    title: 'Nothing on this shelf',
    text: 'The page you are looking for does not exist, or is not here any more.',
  },
  405: { title: 'Not like that', text: 'This page cannot be used this way. Nothing was changed.' },
  413: {
    title: 'Too much at once',
    text: 'What was sent is larger than Larder accepts. Nothing was changed.',
  },
  429: { title: 'A little slower, please', text: 'That was too much at once. Wait a moment and try again.' },
  503: {
    title: 'Busy right now',
    text: 'The server is busy. Nothing was lost; please try again in a moment.',
  },
  507: {
    title: 'The disk is full',
    text: 'The server cannot store anything now. Your lists are still here.',
  },
}

const ANY: Words = {
  title: 'This did not work',
  text: 'The request was not understood. Nothing was changed.',
}

const UNEXPECTED: Words = {
  title: 'That was our mistake',
  text: 'Something went wrong on the server. What you wrote before is safe; please try again.',
}

interface Props {
  status: number
  requestId: string
  /** What the domain had to say, when it expected this. */
  sentence?: string | undefined
}

/** Helps a person on after a failure; never shows what only the log should know. */
export function ErrorPage({ status, requestId, sentence }: Props) {
  const { title, text } = WORDS[status] ?? (status < 500 ? ANY : UNEXPECTED)
  return (
    <OpenPage className="notice">
      <main>
        <Art svg={status === 404 ? notFoundArt : troubleArt} />
        <h1>{title}</h1>
        <p>{sentence ?? text}</p>
        {status === 500 && requestId && (
          <p>
            If you report it, give this number: <code>{requestId}</code>
          </p>
        )}
        <a className="button" href="/">
          Back to Larder
        </a>
      </main>
    </OpenPage>
  )
}
