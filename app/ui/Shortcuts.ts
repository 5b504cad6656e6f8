import { loadedWhenIdle } from '#app/browser/loadedWhenIdle.ts'

export const Shortcuts = loadedWhenIdle(
  async () => (await import('#app/browser/KeyShortcuts.ts')).KeyShortcuts,
)
