import { useLoaderData } from '@remix-run/react'
import type { ReactNode } from 'react'
import { useNeedsConnection } from '#app/offline/page/useNeedsConnection.ts'
import { ActForm } from '#app/ui/ActForm.tsx'
import { lists } from '#app/words/en/lists.ts'
import { useWords } from '#app/words/useWords.ts'
import type { loader } from './loader.server.ts'

/** What others want to give the user, who decides. */
export function Questions() {
  const { asks, offers, moreQuestions } = useLoaderData<typeof loader>()
  const words = useWords(lists)
  if (asks.length + offers.length === 0) return null
  return (
    <section className="card questions" aria-labelledby="questions">
      <h2 id="questions" className="visually-hidden">
        {words.questions}
      </h2>
      <ul>
        {asks.map(({ id, name }) => (
          <Question key={id} fields={{ userID: id }} about={name}>
            <p>{words.wantsToShare({ name: <b dir="auto">{name}</b> })}</p>
          </Question>
        ))}
        {offers.map(({ listId, name, from, until }) => (
          <Question key={listId} fields={{ listID: listId }} about={name}>
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
  about: string
  children: ReactNode
}

function Question({ fields, about, children }: Props) {
  const words = useWords(lists)
  return (
    <li>
      <div>{children}</div>
      <div className="choices">
        <Answer
          fields={fields}
          answer="accept"
          text={words.accept}
          label={words.acceptNamed({ name: about })}
          className="button"
        />
        <Answer
          fields={fields}
          answer="decline"
          text={words.decline}
          label={words.declineNamed({ name: about })}
          className="button quiet"
        />
      </div>
    </li>
  )
}

interface AnswerProps extends Pick<Props, 'fields'> {
  answer: 'accept' | 'decline'
  text: string
  label: string
  className: string
}

function Answer({ fields, answer, text, label, className }: AnswerProps) {
  const needsConnection = useNeedsConnection()
  return (
    <ActForm action="/answer" fetcherKey={JSON.stringify(fields)} fields={{ ...fields, answer }}>
      <button type="submit" className={className} aria-label={label} {...needsConnection(text)}>
        {text}
      </button>
    </ActForm>
  )
}
