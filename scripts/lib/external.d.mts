export const EXTERNAL: string[]
export const FOR_BUILDING: string[]
