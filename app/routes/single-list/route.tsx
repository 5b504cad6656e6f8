export { action } from './action.server.ts'
export { loader } from './loader.server.ts'
export { clientLoader, shouldRevalidate } from './pageData.ts'

import type { SerializeFrom } from '@remix-run/node'
import type { PageHandle } from '#app/ui/PageTitle.tsx'
import { ListPage } from './ListPage.tsx'
import type { loader } from './loader.server.ts'

export const handle: PageHandle<SerializeFrom<typeof loader> | undefined> = {
  title: (_reader, data) => (data ? `${data.list.name} · Larder` : 'Larder'),
}

export default ListPage
