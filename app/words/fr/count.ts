interface Forms {
  /** For 0, too: "0 article". */
  one: string
  /** Whole millions take "de": "un million d'articles". */
  many?: string
  other: string
}

/** count(2, { one: '1 liste', other: '2 listes' }) */
export function count(n: number, { one, other, many = other }: Forms): string {
  if (n < 2) return one
  return n % 1e6 === 0 ? many : other
}
