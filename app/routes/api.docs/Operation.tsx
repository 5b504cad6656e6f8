import type { DescribedOperation } from '#app/http/api/openapi.ts'
import { Fields, Type } from './Fields.tsx'

interface Props {
  method: string
  path: string
  prefix: string
  operation: DescribedOperation
}

export function Operation({ method, path, prefix, operation }: Props) {
  const { operationId, summary, description, security, parameters, requestBody, responses } = operation
  const [body] = Object.values(requestBody?.content ?? {})
  const [okStatus = '', response] = Object.entries(responses)[0] ?? []
  const responseSchema = response?.content?.['application/json']?.schema
  const errors = Object.entries(responses).filter(([status]) => Number(status) >= 400)
  return (
    <article className="card operation" id={operationId}>
      <h3>{summary}</h3>
      <p className="request">
        <code>
          <b className={method.toLowerCase()}>{method}</b> {prefix}
          {path}
        </code>
        {security.length === 0 && <span className="open">No token needed</span>}
      </p>
      {description && <p>{description}</p>}
      {parameters.length > 0 && (
        <>
          <h4>Parameters</h4>
          <dl className="fields">
            {parameters.map(({ name, in: place, required, description: about, schema }) => (
              <div key={name}>
                <dt>
                  <code>{name}</code> <Type schema={schema} />{' '}
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
          <h4>Request body</h4>
          <p className="types">{Object.keys(requestBody?.content ?? {}).join(' or ')}</p>
          <Fields schema={body.schema} />
        </>
      )}
      <h4>Response {okStatus}</h4>
      {responseSchema && <Fields schema={responseSchema} />}
      <details>
        <summary>Errors</summary>
        <dl className="fields">
          {errors.map(([status, { description: about }]) => (
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
