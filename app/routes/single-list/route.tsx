export { showingSuccess as clientAction } from '#app/ui/browser/replies.ts'
export { action } from './action.server.ts'
export { loader } from './loader.server.ts'
export { clientLoader, shouldRevalidate } from './pageData.ts'

import type { MetaFunction } from '@remix-run/node'
import { ListPage } from './ListPage.tsx'
import type { loader } from './loader.server.ts'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `${data.list.name} · Larder` : 'Larder' },
]

export default ListPage
