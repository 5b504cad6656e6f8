import { loadedWhenIdle } from '#app/ui/loadedWhenIdle.ts'

export const Changes = loadedWhenIdle(async () => (await import('./Changes.tsx')).Changes)

export const ChangesDialog = loadedWhenIdle(async () => (await import('./Changes.tsx')).ChangesDialog)
