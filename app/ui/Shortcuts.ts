import { loadedWhenIdle } from './loadedWhenIdle.ts'

export const Shortcuts = loadedWhenIdle(async () => (await import('./browser/KeyShortcuts.ts')).KeyShortcuts)
