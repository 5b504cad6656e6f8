import { useEffect, useRef } from 'react'

/** For what moves the page: between press and release nothing may move, or a click would meet another control. */
export function useWhenReleased(): (run: () => void) => void {
  const isPressed = useRef(false)
  const waiting = useRef<() => void>()
  useEffect(() => {
    const press = () => {
      isPressed.current = true
    }
    // After the click, which follows at once.
    const release = () =>
      setTimeout(() => {
        isPressed.current = false
        waiting.current?.()
        waiting.current = undefined
      })
    addEventListener('mousedown', press, { capture: true })
    addEventListener('mouseup', release, { capture: true })
    return () => {
      removeEventListener('mousedown', press, { capture: true })
      removeEventListener('mouseup', release, { capture: true })
    }
  }, [])
  return (run) => {
    if (isPressed.current) waiting.current = run
    else run()
  }
}
