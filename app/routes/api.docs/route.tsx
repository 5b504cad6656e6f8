import type { MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { describeApi } from '#app/http/api/openapi.ts'
import { Brand } from '#app/ui/Brand.tsx'
import { ThemeToggle } from '#app/ui/ThemeToggle.tsx'
import { Operation } from './Operation.tsx'
import { Shape } from './Shape.tsx'

export const meta: MetaFunction = () => [{ title: 'The API of Larder' }]

/** Made from the description that programs get, so that both say the same. */
export async function loader() {
  const { paths, components, servers } = describeApi()
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
  const tags = [...new Set(operations.map(({ operation }) => operation.tags[0] ?? ''))]
  return {
    prefix: servers[0]?.url ?? '',
    shapes: components.schemas,
    groups: tags.map((tag) => ({
      tag,
      operations: operations.filter(({ operation }) => operation.tags[0] === tag),
    })),
  }
}

const EXAMPLE = `curl -H "Authorization: Bearer larder_…" \\
  https://larder.example/api/v1/list`

export default function ApiDocs() {
  const { prefix, groups, shapes } = useLoaderData<typeof loader>()
  return (
    <>
      <header className="bar">
        <a className="home" href="/" aria-label="Larder, to your lists">
          <Brand />
        </a>
        <h1 className="where">The API</h1>
        <ThemeToggle />
      </header>
      <main className="page api-docs">
        <section>
          <p>
            Everything that the pages do can be asked for by a program, too: under <code>{prefix}</code>, in
            JSON or as a form. Make a token in the <a href="/settings">settings</a> and send it with every
            request.
          </p>
          <pre>
            <code>{EXAMPLE}</code>
          </pre>
          <p>
            What fails answers with a status of 400 or more and says why in <code>msg</code>. The same as a
            description for tools: <a href={`${prefix}/openapi.json`}>openapi.json</a> (OpenAPI 3.1).
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
                        <b>{method}</b> {path}
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
          <h2>Shapes</h2>
          {Object.entries(shapes).map(([name, schema]) => (
            <article className="card" id={`shape-${name}`} key={name}>
              <h3>{name}</h3>
              <Shape schema={schema} />
            </article>
          ))}
        </section>
      </main>
    </>
  )
}
