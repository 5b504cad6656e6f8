import { useEffect, useState } from 'react'
import { dayAndTime, utc } from '#app/messages/format.ts'

/** When something happened, in the browser's time zone; without JavaScript, in UTC. */
export function Time({ at }: { at: number }) {
  const [text, setText] = useState(utc(at))
  useEffect(() => setText(dayAndTime(at)), [at])
  return (
    <time dateTime={new Date(at).toISOString()} className="when">
      {text}
    </time>
  )
}
