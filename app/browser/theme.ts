import { useEffect, useState } from 'react'

const KEY = 'darkTheme'
const CLASS = 'dark-theme'

/** `--paper` in tokens.css, for the browser's own toolbar and for the page before its styles arrive. */
export const PAPER = { light: '#fbf8f1', dark: '#101411' }

/** As soon as there is a body. A script in the body itself would delay the first rows. */
const darkBody = `new MutationObserver((_,o)=>{if(document.body){o.disconnect();document.body.classList.add('${CLASS}')}}).observe(r,{childList:true})`

/** At the top of the page, so that the first frame is dark in the dark theme. */
export const firstFrameScript = `(r=>{r.classList.add('js');try{if(localStorage.getItem('${KEY}')==='true'){r.style.backgroundColor='${PAPER.dark}';r.style.colorScheme='dark';document.querySelector('meta[name=theme-color]').content='${PAPER.dark}';${darkBody}}}catch{}})(document.documentElement)`

/** An error page is a new document to React, without the classes that the scripts have set. */
export function restoreTheme(): void {
  document.documentElement.classList.add('js')
  const dark = document.documentElement.style.colorScheme === 'dark' || isSaved()
  document.body.classList.toggle(CLASS, dark)
}

function isSaved(): boolean {
  try {
    return localStorage.getItem(KEY) === 'true'
  } catch {
    return false
  }
}

export function useTheme(): [dark: boolean | undefined, toggle: () => void] {
  const [dark, setDark] = useState<boolean>()

  useEffect(() => {
    setDark(document.body.classList.contains(CLASS))
    const follow = ({ key, newValue }: StorageEvent) => {
      if (key === KEY) setDark(newValue === 'true')
    }
    window.addEventListener('storage', follow)
    return () => window.removeEventListener('storage', follow)
  }, [])

  useEffect(() => {
    if (dark !== undefined) paint(dark)
  }, [dark])

  function toggle() {
    setDark(!dark)
    try {
      localStorage.setItem(KEY, String(!dark))
    } catch {}
  }

  return [dark, toggle]
}

/** The page's own styles don't reach the root element and the browser's toolbar. */
function paint(dark: boolean) {
  const root = document.documentElement
  document.body.classList.toggle(CLASS, dark)
  root.style.backgroundColor = dark ? PAPER.dark : ''
  root.style.colorScheme = dark ? 'dark' : ''
  const toolbar = document.querySelector('meta[name="theme-color"]')
  toolbar?.setAttribute('content', PAPER[dark ? 'dark' : 'light'])
}
