import { useEffect, useState } from 'react'
import { dayAndTime, utc } from '#app/messages/format.ts'

export function Time({ at }: { at: number }) {
  const [text, setText] = useState(utc(at))
  useEffect(() => setText(dayAndTime(at)), [at])
  return (
    <time dateTime={new Date(at).toISOString()} className="when">
      {text}
    </time>
  )
}
