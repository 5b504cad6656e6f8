export function readyPort(output: string): string | undefined
