import { printable } from '#app/domain/text.ts'

export function asTable(head: string[], rows: string[][]): string {
  const lines = [head, ...rows].map((line) => line.map(printable))
  const widths = head.map((_, column) => Math.max(...lines.map((line) => widthOf(line[column] ?? ''))))
  return lines
    .map((line) =>
      line.map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - widthOf(cell))).join('  '),
    )
    .map((line) => line.trimEnd())
    .join('\n')
}

/** The width in terminal cells: emoji and CJK characters take two. */
const widthOf = (text: string) =>
  [...text].reduce((sum, character) => sum + (WIDE.test(character) ? 2 : 1), 0)

const WIDE = /[\p{Emoji_Presentation}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
