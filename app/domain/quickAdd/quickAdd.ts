import { z } from 'zod/v4'
import { ofList } from '#app/domain/access/access.ts'
import type { Actor } from '#app/domain/access/actors.ts'
import { MAX_ITEMS_AT_ONCE } from '#app/domain/limits.ts'
import { countKept, type Op } from '#app/domain/operations.ts'
import { write } from '#app/domain/write.ts'
import type { Services } from '#app/services.ts'
import { cleanLine } from '../cleanLine.ts'
import { DomainError } from '../errors.ts'
import { at, code, id } from '../inputs.ts'
import { addLines } from './addLines.ts'
import { type ReadItem, readLine } from './readLine.ts'
import { isReadable, readText } from './readText.ts'

export const QuickAdd = z.object({
  id: id.optional(),
  at,
  lines: z.string(code('lines-missing')).refine(isReadable, code('too-many-lines')),
})

export const AddLines = z.object({
  id: id.optional(),
  lines: z
    .array(z.string())
    .transform((lines) => lines.map(cleanLine).filter((line) => line !== ''))
    .refine((lines) => lines.length > 0, code('lines-required'))
    .refine((lines) => lines.length <= MAX_ITEMS_AT_ONCE, code('too-many-lines')),
})

interface Request extends Partial<Pick<z.infer<typeof QuickAdd>, 'id' | 'at'>> {
  listId: string | undefined
}

export async function quickAdd<Again = never>(
  services: Services,
  actor: Actor,
  { lines, ...request }: Request & Pick<z.infer<typeof QuickAdd>, 'lines'>,
  op?: Op<Again>,
) {
  const read = readText(lines)
  if (read.hasMore) throw new DomainError('too-many-lines')
  const wanted = read.items.filter(({ isTicked }) => !isTicked)
  const ticked = read.items.filter(({ isTicked }) => isTicked).map(({ line }) => line)
  if (wanted.length === 0) {
    throw new DomainError(read.items.length + read.skipped.length > 0 ? 'only-skipped' : 'lines-missing')
  }
  return add(services, actor, wanted, [...read.skipped, ...ticked], request, op)
}

export async function addChecked<Again = never>(
  services: Services,
  actor: Actor,
  { lines, ...request }: Request & Pick<z.infer<typeof AddLines>, 'lines'>,
  op?: Op<Again>,
) {
  return add(services, actor, lines.map(readLine), [], request, op)
}

/** A kept answer of more lines counts as several. */
const LINES_PER_KEY = 10

async function add<Again>(
  services: Services,
  actor: Actor,
  lines: ReadItem[],
  skipped: string[],
  { listId, id, at }: Request,
  op: Op<Again> | undefined,
) {
  if (lines.length > MAX_ITEMS_AT_ONCE) throw new DomainError('too-many-lines')
  if (op?.request)
    for (let n = LINES_PER_KEY; n < lines.length; n += LINES_PER_KEY) countKept(services, actor)
  return write(services, {
    actor,
    op,
    find: ofList(actor, listId, 'edit'),
    async work(tx, { list }) {
      const { change, ...added } = await addLines(services, tx, actor, list, lines, { id, at })
      return { result: { ...added, skipped }, ...(change && { change }) }
    },
  })
}
