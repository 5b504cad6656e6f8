import { createRequestHandler, type EntryContext } from '@remix-run/node'
import { Outlet, RemixServer, Scripts } from '@remix-run/react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { remixBuild } from '#tests/support/remixBuild.ts'
import { entryScripts, readData, renderedRoute } from './entryContext.server.ts'

const Document = () => (
  <html lang="en">
    <body>
      <Outlet />
      <Scripts />
    </body>
  </html>
)

/** A page of a list, rendered by Remix with `render` as its entry. */
async function rendered<Result>(render: (context: EntryContext, url: string) => Promise<Result>) {
  let result: Result | undefined
  const page = { loader: () => ({ name: 'Milk' }), default: () => <p>a page</p> }
  const routes = {
    root: { id: 'root', path: '', module: { default: Document } },
    list: { id: 'list', parentId: 'root', path: 'list', module: page },
  }
  const parts = {
    entry: {
      module: {
        default: async (request: Request, _status: number, _headers: Headers, context: EntryContext) => {
          result = await render(context, request.url)
          return new Response()
        },
      },
    },
    assets: {
      entry: { module: '/entry.js', imports: ['/framework.js'] },
      routes: {
        root: { id: 'root', path: '', module: '/root.js' },
        list: { id: 'list', parentId: 'root', path: 'list', module: '/list.js', hasLoader: true },
      },
      url: '/manifest.js',
      version: '1',
    },
  }
  await createRequestHandler(remixBuild(routes, parts), 'production')(new Request('http://localhost/list'))
  if (result === undefined) throw new Error('the page was not rendered')
  return result
}

test('a page that is rendered at once has all its data, in the script that starts it', async () => {
  const page = await rendered(async (context, url) => {
    const data = await readData(context)
    return { data, html: renderToString(<RemixServer context={context} url={url} />) }
  })
  expect(page.data).toContain('Milk')
  expect(page.html).toMatch(/streamController\.enqueue\(.*Milk.*streamController\.close\(\)/s)
  expect(page.html).not.toContain('<template')
})

test('it names its route, its status and the scripts that start it', async () => {
  const found = await rendered(async (context) => [renderedRoute(context), entryScripts(context)])
  expect(found).toEqual([{ id: 'list', status: 200 }, ['/entry.js', '/framework.js']])
})
