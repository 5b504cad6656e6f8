export function waitUntilKept(): Promise<void>
