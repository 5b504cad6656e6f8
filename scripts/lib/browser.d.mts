export const FULL: string[]
export function findOnPath(...names: string[]): string | undefined
