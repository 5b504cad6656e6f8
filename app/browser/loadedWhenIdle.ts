import { type ComponentType, createElement, useEffect, useState } from 'react'

const partsOfDocuments: (() => Promise<void>)[] = []

const ignore = () => {}

/** Hydration needs the code of what the document shows. */
export const loadPartsOfDocument = () => Promise.all(partsOfDocuments.map((load) => load()))

/**
 * A component that no page shows at first, or only for some addresses: then it is in the document. Otherwise it is empty
 * until it is loaded, and on the server.
 */
export function loadedWhenIdle<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  isInDocuments = false,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined
  const loadOnce = async () => {
    loaded ??= await load()
  }
  if (isInDocuments) partsOfDocuments.push(loadOnce)
  if (isInDocuments && import.meta.env.SSR) void loadOnce()
  return (props) => {
    const [, setLoaded] = useState(loaded !== undefined)
    // After each render, so that it is tried again.
    useEffect(() => {
      if (!loaded) whenIdle(() => void loadOnce().then(() => setLoaded(true), ignore))
    })
    return loaded ? createElement(loaded, props) : null
  }
}

/** Safari has no requestIdleCallback. */
export function whenIdle(run: () => void) {
  if ('requestIdleCallback' in window) requestIdleCallback(run)
  else setTimeout(run, 1000)
}
