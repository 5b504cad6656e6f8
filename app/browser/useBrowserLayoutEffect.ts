import { useEffect, useLayoutEffect } from 'react'

/** React warns about layout effects on the server, where no effect runs. */
export const useBrowserLayoutEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect
