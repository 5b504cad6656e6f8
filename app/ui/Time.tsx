import { useEffect, useState } from 'react'
import { dayAndTime, utc } from '#app/words/format.ts'
import { useReader } from '#app/words/useWords.ts'

export function Time({ at }: { at: number }) {
  const reader = useReader()
  const [text, setText] = useState((reader.timeZone ? dayAndTime : utc)(reader, at))
  useEffect(() => setText(dayAndTime(reader, at)), [reader, at])
  return (
    // Browsers may know other rules of a zone, and have another date: then their text replaces the server's.
    <time dateTime={new Date(at).toISOString()} className="when" suppressHydrationWarning>
      {text}
    </time>
  )
}
