import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useEffect, useState } from 'react'
import { requireUser } from '#app/http/in/auth.ts'
import { live } from '#app/ui/live/live.ts'
import { NavBar } from '#app/ui/NavBar.tsx'
import { chat } from '#app/words/en/chat.ts'
import { useWords } from '#app/words/useWords.ts'

const GREETING = 'Hello from the chat page'

export const meta: MetaFunction = () => [{ title: 'Chat · Larder' }]

export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  await requireUser(services, request)
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
