import { useEffect, useState } from 'react'

const KEY = 'darkTheme'
const CLASS = 'dark-theme'

/** The top bar's color (`--card` in tokens.css), for the browser's own toolbar around it. */
export const BAR_COLOR = { light: '#ffffff', dark: '#1a211c' }

/** Runs before the first paint. The class `js` marks pages with JavaScript. */
export const themeScript = `document.documentElement.classList.add('js');try{if(localStorage.getItem('${KEY}')==='true'){document.body.classList.add('${CLASS}');document.querySelector('meta[name=theme-color]').content='${BAR_COLOR.dark}'}}catch{}`

/** The theme and a function that toggles it. The server doesn't know the theme: it is undefined at first. */
export function useTheme(): [dark: boolean | undefined, toggle: () => void] {
  const [dark, setDark] = useState<boolean>()

  useEffect(() => {
    const read = () => {
      const isDark = document.body.classList.contains(CLASS)
      setDark(isDark)
      setToolbarColor(isDark)
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
    setToolbarColor(next)
    try {
      localStorage.setItem(KEY, String(next))
    } catch {
      // Storage is blocked: the theme lasts until the next page.
    }
  }

  return [dark, toggle]
}

function setToolbarColor(dark: boolean) {
  document
    .querySelector('meta[name="theme-color"]')
    ?.setAttribute('content', dark ? BAR_COLOR.dark : BAR_COLOR.light)
}
