import { useLoaderData } from '@remix-run/react'
import type { ReactNode } from 'react'
import { answeredForm } from '#app/acts/answeredActs.ts'
import { useNeedsConnection } from '#app/browser/useNeedsConnection.ts'
import { ActForm } from '#app/ui/ActForm.tsx'
import { lists } from '#app/words/en/lists.ts'
import { useWords } from '#app/words/useWords.ts'
import type { loader } from './loader.server.ts'

/** What only the user decides: what others want to give them, and whether they still share after a reset. */
export function Questions() {
  const { paused, asks, offers, moreQuestions } = useLoaderData<typeof loader>()
  const words = useWords(lists)
  const aboutNamed = (name: string) => ({
    accept: { text: words.accept, label: words.acceptNamed({ name }) },
    decline: { text: words.decline, label: words.declineNamed({ name }) },
  })
  if (!paused && asks.length + offers.length === 0) return null
  return (
    <section className="card questions" aria-labelledby="questions">
      <h2 id="questions" className="visually-hidden">
        {words.questions}
      </h2>
      <ul>
        {paused && (
          <Question
            fields={{ sharing: 'paused' }}
            accept={{ text: words.keepSharing }}
            decline={{ text: words.stopSharing }}
          >
            <p>{paused.question}</p>
            <p className="hint">{words.sharingIsOff}</p>
          </Question>
        )}
        {asks.map(({ id, name }) => (
          <Question key={id} fields={{ userID: id }} {...aboutNamed(name)}>
            <p>{words.wantsToShare({ name: <b dir="auto">{name}</b> })}</p>
          </Question>
        ))}
        {offers.map(({ listId, name, from, until }) => (
          <Question key={listId} fields={{ listID: listId }} {...aboutNamed(name)}>
            {from === undefined ? (
              <>
                <p>{words.ownerLeft({ name: <b dir="auto">{name}</b> })}</p>
                <p className="hint">{words.ifNotAccepted({ until })}</p>
              </>
            ) : (
              <>
                <p>
                  {words.wantsToHandOver({
                    from: <span dir="auto">{from}</span>,
                    name: <b dir="auto">{name}</b>,
                  })}
                </p>
                <p className="hint">{words.countsTowardsStorage}</p>
              </>
            )}
          </Question>
        ))}
      </ul>
      {moreQuestions > 0 && <p className="hint">{words.moreQuestions({ n: moreQuestions })}</p>}
    </section>
  )
}

interface Props {
  fields: Record<string, string>
  accept: Choice
  decline: Choice
  children: ReactNode
}

interface Choice {
  text: string
  label?: string
}

function Question({ fields, accept, decline, children }: Props) {
  return (
    <li>
      <div>{children}</div>
      <div className="choices">
        <Answer fields={fields} answer="accept" {...accept} className="button" />
        <Answer fields={fields} answer="decline" {...decline} className="button quiet" />
      </div>
    </li>
  )
}

interface AnswerProps extends Pick<Props, 'fields'>, Choice {
  answer: 'accept' | 'decline'
  className: string
}

function Answer({ fields, answer, text, label, className }: AnswerProps) {
  const { user } = useLoaderData<typeof loader>()
  const place = { account: user.id, listID: '' }
  const needsConnection = useNeedsConnection()
  return (
    <ActForm act={() => answeredForm(place, 'answer', '/answer', { ...fields, answer })}>
      <button type="submit" className={className} aria-label={label} {...needsConnection(text)}>
        {text}
      </button>
    </ActForm>
  )
}
