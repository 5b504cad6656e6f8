import { type ComponentType, createElement, useEffect, useState } from 'react'

/** A component that no page shows at first. It is empty until it is loaded, and on the server. */
export function loadedWhenIdle<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  onFailure = () => {},
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined
  return (props) => {
    const [, setLoaded] = useState(loaded !== undefined)
    useEffect(() => {
      if (loaded) return
      whenIdle(() =>
        load().then((component) => {
          loaded = component
          setLoaded(true)
        }, onFailure),
      )
    }, [])
    return loaded ? createElement(loaded, props) : null
  }
}

/** Safari has no requestIdleCallback. */
export function whenIdle(run: () => void) {
  if ('requestIdleCallback' in window) requestIdleCallback(run)
  else setTimeout(run, 1000)
}
