export function changedFiles(): string[] | undefined
export function packagingChanged(): boolean
export function testsNear(files: string[]): string[]
