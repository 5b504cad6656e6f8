interface Forms {
  one: string
  /** Whole millions take "de": "un millón de listas". */
  many?: string
  other: string
}

/** count(2, { one: '1 lista', other: '2 listas' }) */
export function count(n: number, { one, other, many = other }: Forms): string {
  if (n === 1) return one
  return n !== 0 && n % 1e6 === 0 ? many : other
}
