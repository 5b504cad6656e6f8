import { loadedWhenIdle } from '#app/browser/loadedWhenIdle.ts'

export const Changes = loadedWhenIdle(async () => (await import('./Changes.tsx')).Changes)

export const ChangesDialog = loadedWhenIdle(async () => (await import('./Changes.tsx')).ChangesDialog)
