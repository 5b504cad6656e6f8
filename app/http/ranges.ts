/** What a Range header asks of so many bytes; undefined when everything shall be sent. */
export function rangeOf(
  header: string | null,
  size: number,
): { start: number; end: number } | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '')
  // Several ranges at once are not worth a multipart answer: HTTP allows to send everything.
  if (!match) return undefined
  const [, from = '', to = ''] = match
  if (from === '' && to === '') return undefined
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (from !== '' && to !== '' && Number(from) > Number(to)) return undefined
  return start > end ? 'unsatisfiable' : { start, end }
}
