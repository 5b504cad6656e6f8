import { useEffect, useState } from 'react'
import { date, time, utc } from '#app/messages/format.ts'

/** When something happened, in the browser's time zone; without JavaScript, in UTC. */
export function Time({ at }: { at: number }) {
  const [text, setText] = useState(utc(at))
  useEffect(() => {
    const day = date(at)
    setText(day === date(Date.now()) ? time(at) : `${day}, ${time(at)}`)
  }, [at])
  return (
    <time dateTime={new Date(at).toISOString()} className="when">
      {text}
    </time>
  )
}
