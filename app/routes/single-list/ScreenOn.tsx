import { useEffect, useState } from 'react'
import { list } from '#app/words/en/list.ts'
import { useWords } from '#app/words/useWords.ts'

const KEY = 'screenOn'

/** On this phone, while the list is in sight. Only with https can browsers do it. */
export function ScreenOn() {
  const { screenOn } = useWords(list)
  const [isOn, setOn] = useState(wasOn)

  useEffect(() => {
    if (!isOn) return
    let lock: WakeLockSentinel | undefined
    let isLeft = false
    // Browsers let it go when the page is hidden, or the battery is low.
    async function take() {
      if (document.hidden) return
      lock = await navigator.wakeLock.request('screen').catch(() => undefined)
      if (isLeft) void lock?.release()
    }
    void take()
    document.addEventListener('visibilitychange', take)
    return () => {
      isLeft = true
      document.removeEventListener('visibilitychange', take)
      void lock?.release()
    }
  }, [isOn])

  function toggle() {
    setOn(!isOn)
    try {
      localStorage.setItem(KEY, String(!isOn))
    } catch {
      // It is on until the page is left.
    }
  }

  if (!('wakeLock' in navigator)) return null
  return (
    <button type="button" role="switch" aria-checked={isOn} className="switch" onClick={toggle}>
      {screenOn}
    </button>
  )
}

function wasOn(): boolean {
  try {
    return localStorage.getItem(KEY) === 'true'
  } catch {
    return false
  }
}
