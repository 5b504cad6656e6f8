export { passHeaders as headers } from '#app/http/out/replies.ts'
export { action } from './action.server.ts'
export { loader } from './loader.server.ts'

import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { useState } from 'react'
import { listPath } from '#app/protocol/paths.ts'
import { type Refusal, type Reply, refusalOf } from '#app/protocol/reply.ts'
import { NavBar } from '#app/ui/NavBar.tsx'
import type { PageHandle } from '#app/ui/PageTitle.tsx'
import { finish } from '#app/words/en/finish.ts'
import { list as listWords } from '#app/words/en/list.ts'
import { wordsOf } from '#app/words/reader.ts'
import { useWords } from '#app/words/useWords.ts'
import { FinishForm } from './FinishForm.tsx'
import type { loader } from './loader.server.ts'
import { PhotoField } from './PhotoField.tsx'

export const handle: PageHandle = { title: (reader) => `${wordsOf(reader, finish).title} · Larder` }

/** With script, the list shows the same form over itself. */
export default function FinishPage() {
  const words = useWords(finish)
  const { cancel } = useWords(listWords)
  const data = useLoaderData<typeof loader>()
  const { list, receipt } = data
  const refusal = refusalOf(useActionData<Reply | Refusal>())
  const [isUploading, setUploading] = useState(false)
  return (
    <>
      <NavBar page={{ title: list.name, subtitle: words.title, listId: list.id }} />
      <main className="page">
        <FinishForm
          key={refusal?.attempt}
          {...data}
          className="card"
          refused={refusal}
          pending={isUploading}
          end={
            <Link className="button quiet" to={listPath(list.id)}>
              {cancel}
            </Link>
          }
        >
          <PhotoField
            listID={list.id}
            hasReceipt={receipt !== undefined}
            error={refusal?.fields?.receiptImage}
            onUpload={setUploading}
          />
        </FinishForm>
      </main>
    </>
  )
}
