import { useLoaderData } from '@remix-run/react'
import { describeApi } from '#app/http/api/openapi.ts'
import { Brand } from '#app/ui/Brand.tsx'
import type { PageHandle } from '#app/ui/PageTitle.tsx'
import { ThemeToggle } from '#app/ui/ThemeToggle.tsx'
import { Fields } from './Fields.tsx'
import { Operation } from './Operation.tsx'

export const handle: PageHandle = { title: () => 'API reference · Larder' }

/** Rendered from the same OpenAPI description that clients download. */
export async function loader() {
  const { info, paths, components, servers } = describeApi()
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
  const tags = [...new Set(operations.map(({ operation }) => operation.tags[0] ?? ''))]
  return {
    about: info.description,
    prefix: servers[0]?.url ?? '',
    schemas: components.schemas,
    groups: tags.map((tag) => ({
      tag,
      operations: operations.filter(({ operation }) => operation.tags[0] === tag),
    })),
  }
}

const EXAMPLE = `curl -H "Authorization: Bearer larder_…" \\
  https://larder.example/api/v1/list`

export default function ApiDocs() {
  const { about, prefix, groups, schemas } = useLoaderData<typeof loader>()
  return (
    <>
      <header className="bar" lang="en">
        <a className="home" href="/" aria-label="Larder home">
          <Brand />
        </a>
        <h1 className="where">API reference</h1>
        <ThemeToggle />
      </header>
      <main className="page api-docs" lang="en">
        <section>
          <p>{about}</p>
          <p>
            All paths start with <code>{prefix}</code>. Request bodies are JSON or form data, responses are
            JSON unless noted. Create a token in <a href="/settings">Settings</a> and send it with every
            request:
          </p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled with the keyboard */}
          <pre tabIndex={0}>
            <code>{EXAMPLE}</code>
          </pre>
          <p>
            Errors have a status of 400 or higher, a message for people in <code>msg</code> and a fixed code
            for programs in <code>code</code>. For tools, there is an OpenAPI 3.1 description:{' '}
            <a href={`${prefix}/openapi.json`}>openapi.json</a>.
          </p>
        </section>
        <nav aria-label="Operations">
          {groups.map(({ tag, operations }) => (
            <div key={tag}>
              <h2>{tag}</h2>
              <ul>
                {operations.map(({ method, path, operation }) => (
                  <li key={operation.operationId}>
                    <a href={`#${operation.operationId}`}>
                      <code>
                        <b className={method.toLowerCase()}>{method}</b> {path}
                      </code>
                    </a>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
        {groups.map(({ tag, operations }) => (
          <section key={tag}>
            <h2>{tag}</h2>
            {operations.map((one) => (
              <Operation key={one.operation.operationId} {...one} prefix={prefix} />
            ))}
          </section>
        ))}
        <section>
          <h2>Schemas</h2>
          {Object.entries(schemas).map(([name, schema]) => (
            <article className="card" id={`schema-${name}`} key={name}>
              <h3>{name}</h3>
              <Fields schema={schema} />
            </article>
          ))}
        </section>
      </main>
    </>
  )
}
