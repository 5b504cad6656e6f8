const PACK = /^(.+) \((\d+(?:[.,]\d+)?) ?(\p{L}+)[^)]*\)$/u

/** 'Butter (250 g pack)' is 'Butter', of which 250 g are in it. */
export function packIn(text: string): { name: string; amount: number; word: string } | undefined {
  const [, name, amount = '', word = ''] = PACK.exec(text) ?? []
  return name === undefined ? undefined : { name, amount: Number(amount.replace(',', '.')), word }
}

export const withoutPack = (text: string): string => packIn(text)?.name ?? text
