import { documentScript } from '#app/browser/loadedDocument.ts'
import { firstFrameScript, PAPER } from '#app/browser/theme.ts'

/** `interactive-widget`: the phone's keyboard shrinks the page instead of covering the bottom of a dialog. */
const VIEWPORT = 'width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content'

export const METAS = [
  { name: 'viewport', content: VIEWPORT },
  { name: 'color-scheme', content: 'light' },
  { name: 'theme-color', content: PAPER.light },
]

export const ICONS = [
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
]

export const headScript = `${documentScript};${firstFrameScript};`
