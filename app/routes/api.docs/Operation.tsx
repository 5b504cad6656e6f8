import type { DescribedOperation } from '#app/http/api/openapi.ts'
import { Kind, Shape } from './Shape.tsx'

interface Props {
  method: string
  path: string
  prefix: string
  operation: DescribedOperation
}

export function Operation({ method, path, prefix, operation }: Props) {
  const { operationId, summary, description, security, parameters, requestBody, responses } = operation
  const [body] = Object.values(requestBody?.content ?? {})
  const [good = '', answer] = Object.entries(responses)[0] ?? []
  const answered = answer?.content?.['application/json']?.schema
  const failures = Object.entries(responses).filter(([status]) => status !== good)
  return (
    <article className="card operation" id={operationId}>
      <h3>{summary}</h3>
      <p className="request">
        <code>
          <b className={method.toLowerCase()}>{method}</b> {prefix}
          {path}
        </code>
        {security.length === 0 && <span className="open">without signing in</span>}
      </p>
      {description && <p>{description}</p>}
      {parameters.length > 0 && (
        <>
          <h4>In the address and the headers</h4>
          <dl className="fields">
            {parameters.map(({ name, in: place, required, description: about, schema }) => (
              <div key={name}>
                <dt>
                  <code>{name}</code> <Kind schema={schema} />{' '}
                  <i>{required ? place : `${place}, optional`}</i>
                </dt>
                {about && <dd>{about}</dd>}
              </div>
            ))}
          </dl>
        </>
      )}
      {body && (
        <>
          <h4>In the body</h4>
          <p className="types">{Object.keys(requestBody?.content ?? {}).join(' or ')}</p>
          <Shape schema={body.schema} />
        </>
      )}
      <h4>Answer {good}</h4>
      {answered && <Shape schema={answered} />}
      <details>
        <summary>When it fails</summary>
        <dl className="fields">
          {failures.map(([status, { description: about }]) => (
            <div key={status}>
              <dt>
                <code>{status}</code>
              </dt>
              <dd>{about}</dd>
            </div>
          ))}
        </dl>
      </details>
    </article>
  )
}
