import { useCallback, useEffect, useRef } from 'react'

/** For changes that move the page: if anything moves between press and release, the click hits another control. */
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
  return useCallback((run) => {
    if (isPressed.current) waiting.current = run
    else run()
  }, [])
}
