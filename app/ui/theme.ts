import { useEffect, useState } from 'react'

const KEY = 'darkTheme'
const CLASS = 'dark-theme'

/** Runs in the page before anything is painted. `js` marks a page whose script works. */
export const themeScript = `document.documentElement.classList.add('js');try{if(localStorage.getItem('${KEY}')==='true')document.body.classList.add('${CLASS}')}catch{}`

/** The theme and a function that switches it; unknown until the browser has told. */
export function useTheme(): [dark: boolean | undefined, toggle: () => void] {
  const [dark, setDark] = useState<boolean>()

  useEffect(() => {
    const read = () => setDark(document.body.classList.contains(CLASS))
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
    try {
      localStorage.setItem(KEY, String(next))
    } catch {
      // A browser that keeps nothing still gets the theme for this page.
    }
  }

  return [dark, toggle]
}
