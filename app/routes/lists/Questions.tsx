import { useLoaderData } from '@remix-run/react'
import type { ReactNode } from 'react'
import { useNeedsConnection } from '#app/offline/page/useNeedsConnection.ts'
import { ActForm } from '#app/ui/ActForm.tsx'
import type { loader } from './loader.server.ts'

/** What others want to give the user, who decides. */
export function Questions() {
  const { asks, offers, moreQuestions } = useLoaderData<typeof loader>()
  if (asks.length + offers.length === 0) return null
  return (
    <section className="card questions" aria-labelledby="questions">
      <h2 id="questions" className="visually-hidden">
        Questions for you
      </h2>
      <ul>
        {asks.map(({ id, name }) => (
          <Question key={id} fields={{ userID: id }} about={name}>
            <p>
              <b dir="auto">{name}</b> wants to share all new lists with you.
            </p>
          </Question>
        ))}
        {offers.map(({ listId, name, from, until }) => (
          <Question key={listId} fields={{ listID: listId }} about={name}>
            {from === undefined ? (
              <>
                <p>
                  The owner of <b dir="auto">{name}</b> deleted their account. Do you want to take it over?
                </p>
                <p className="hint">
                  If you don't accept by {until}, it goes to the next editor. If there is none, it's deleted.
                </p>
              </>
            ) : (
              <>
                <p>
                  <span dir="auto">{from}</span> wants to hand over <b dir="auto">{name}</b> to you.
                </p>
                <p className="hint">It will then count towards your storage.</p>
              </>
            )}
          </Question>
        ))}
      </ul>
      {moreQuestions > 0 && <p className="hint">And {moreQuestions} more after these.</p>}
    </section>
  )
}

interface Props {
  fields: Record<string, string>
  about: string
  children: ReactNode
}

function Question({ fields, about, children }: Props) {
  return (
    <li>
      <div>{children}</div>
      <div className="choices">
        <Answer fields={fields} about={about} answer="accept" label="Accept" className="button" />
        <Answer fields={fields} about={about} answer="decline" label="Decline" className="button quiet" />
      </div>
    </li>
  )
}

interface AnswerProps extends Omit<Props, 'children'> {
  answer: 'accept' | 'decline'
  label: string
  className: string
}

function Answer({ fields, about, answer, label, className }: AnswerProps) {
  const needsConnection = useNeedsConnection()
  return (
    <ActForm action="/answer" fetcherKey={JSON.stringify(fields)} fields={{ ...fields, answer }}>
      <button
        type="submit"
        className={className}
        aria-label={`${label}: ${about}`}
        {...needsConnection(label)}
      >
        {label}
      </button>
    </ActForm>
  )
}
