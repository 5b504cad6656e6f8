import { type ComponentType, createElement, useEffect, useState } from 'react'

/** A component that no page shows at first. It is empty until it is loaded, and on the server. */
export function loadedWhenIdle<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined
  return (props) => {
    const [, setLoaded] = useState(loaded !== undefined)
    useEffect(() => {
      if (loaded) return
      const show = (component: ComponentType<Props>) => {
        loaded = component
        setLoaded(true)
      }
      whenIdle(() => load().then(show, () => {}))
    }, [])
    return loaded ? createElement(loaded, props) : null
  }
}

/** Safari has no requestIdleCallback. */
export function whenIdle(run: () => void) {
  if ('requestIdleCallback' in window) requestIdleCallback(run)
  else setTimeout(run, 1000)
}
