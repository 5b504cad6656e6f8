interface Forms {
  one: string
  other: string
}

/** count(2, { one: '1 list', other: '2 lists' }) */
export const count = (n: number, { one, other }: Forms): string => (n === 1 ? one : other)
