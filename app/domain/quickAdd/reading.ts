// What reads lines and merges them: pages load it as one file, once they work (docs/decisions/088-lines-are-read-later.md).

export { planFor } from './merge.ts'
export { readText } from './readText.ts'
