interface Forms {
  one: string
  other: string
}

/** count(2, { one: '1 Liste', other: '2 Listen' }) */
export const count = (n: number, { one, other }: Forms): string => (n === 1 ? one : other)
