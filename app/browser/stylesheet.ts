/** On a first visit, the styles of the first screen are in the page, and the file with all comes after the scripts. */
export const LATER = { rel: 'later', media: 'not all' }

/** React needs it if a page fails and React renders the whole document again. */
export const DOCUMENT_NONCE = import.meta.env.SSR
  ? undefined
  : document.querySelector<HTMLElement>('script[nonce]')?.nonce

let loaded: Promise<boolean> | undefined

/** Resolves to false if the file fails to load. */
export function loadStyles(): Promise<boolean> {
  loaded ??= new Promise((resolve) => {
    const link = document.querySelector<HTMLLinkElement>(`link[rel=${LATER.rel}]`)
    if (!link) return resolve(true)
    link.onerror = () => resolve(false)
    link.onload = () => {
      link.media = 'all'
      resolve(true)
    }
    link.rel = 'stylesheet'
  })
  return loaded
}
