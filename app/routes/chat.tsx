import type { LoaderFunctionArgs } from '@remix-run/node'
import { useEffect, useState } from 'react'
import { live } from '#app/browser/live.ts'
import { requireUser } from '#app/http/in/auth.ts'
import { NavBar } from '#app/ui/NavBar.tsx'
import type { PageHandle } from '#app/ui/PageTitle.tsx'
import { chat } from '#app/words/en/chat.ts'
import { wordsOf } from '#app/words/reader.ts'
import { useWords } from '#app/words/useWords.ts'

const GREETING = 'Hello from the chat page'

export const handle: PageHandle = { title: (reader) => `${wordsOf(reader, chat).tab} · Larder` }

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireUser(context, request)
  return null
}

export default function Chat() {
  const words = useWords(chat)
  const [delivered, setDelivered] = useState(false)

  useEffect(() => live.sendMessage(GREETING, () => setDelivered(true)), [])

  return (
    <>
      <NavBar />
      <main className="page">
        <h1>{words.chat}</h1>
        <p role="status">{delivered && words.delivered}</p>
      </main>
    </>
  )
}
