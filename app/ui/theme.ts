import { useEffect, useState } from 'react'

const KEY = 'darkTheme'
const CLASS = 'dark-theme'

/** The colour of the bar, for the edge of the window around it; `--card` in tokens.css. */
export const BAR = { light: '#ffffff', dark: '#1a211c' }

/** Runs in the page before anything is painted. `js` marks a page whose script works. */
export const themeScript = `document.documentElement.classList.add('js');try{if(localStorage.getItem('${KEY}')==='true'){document.body.classList.add('${CLASS}');document.querySelector('meta[name=theme-color]').content='${BAR.dark}'}}catch{}`

/** The theme and a function that switches it; unknown until the browser has told. */
export function useTheme(): [dark: boolean | undefined, toggle: () => void] {
  const [dark, setDark] = useState<boolean>()

  useEffect(() => {
    const read = () => {
      const isDark = document.body.classList.contains(CLASS)
      setDark(isDark)
      colourEdge(isDark)
    }
    const follow = (event: StorageEvent) => {
      if (event.key !== KEY) return
      document.body.classList.toggle(CLASS, event.newValue === 'true')
      read()
    }
    read()
    window.addEventListener('storage', follow)
    return () => window.removeEventListener('storage', follow)
  }, [])

  function toggle() {
    const next = document.body.classList.toggle(CLASS)
    setDark(next)
    colourEdge(next)
    try {
      localStorage.setItem(KEY, String(next))
    } catch {
      // A browser that keeps nothing still gets the theme for this page.
    }
  }

  return [dark, toggle]
}

function colourEdge(dark: boolean) {
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', dark ? BAR.dark : BAR.light)
}
