import { and, asc, eq } from 'drizzle-orm'
import type { z } from 'zod/v4'
import type { ListEvent } from '#app/domain/events.ts'
import { AiFailure, type AiFailureReason, type Ingredient, type IngredientsResult } from '#app/ports/ai/ai.ts'
import type { Services } from '#app/services.ts'
import type { Db } from '#db/database.ts'
import { items } from '#db/schema.ts'
import { MAX_QUANTITY_MILLI } from './amounts.ts'
import { DomainError, type ErrorCode } from './errors.ts'
import { type Attempt, onceIn, outcomeOf } from './idempotency.ts'
import { newId } from './ids.ts'
import type { AskAi } from './inputs.ts'
import { changed, type Item, refuseOverfull } from './items.ts'
import { type List, listFor, listIn } from './lists.ts'
import { type Limit, takeFrom, takeIn } from './rateLimits.ts'
import type { User } from './sessions.ts'
import { bytesOf, refuseOverBudget } from './storageBudget.ts'
import { DAY, HOUR } from './time.ts'

const QUESTIONS: Limit = {
  name: 'ai',
  max: 20,
  window: HOUR,
  error: 'recipe-limit-reached',
}
/** The same question, sent again by a double click or a browser that heard no answer, writes once. */
const ONCE: Limit = { name: 'ai-question', max: 1, window: DAY }

interface Question extends z.infer<typeof AskAi> {
  listId: string | undefined
  signal: AbortSignal
  /** Told how many ingredients are known so far. */
  onFound?(count: number): void
}

interface Written {
  added: number
  raised: number
}

export type Generated = ({ found: true } & Written) | { found: false; nearest: string[] }

/** Asks for a recipe's ingredients and puts them on the list: all of them, or none. */
export async function generateIngredients(
  services: Services,
  user: User,
  question: Question,
  attempt?: Attempt,
): Promise<Generated> {
  // Looked up before anything is asked, too: the asking is what costs.
  const before = attempt && outcomeOf<Written>(services.db, attempt)
  if (before) return { found: true, ...before }
  const list = await listFor(services, user, question.listId)
  // Counted before the question is asked: what costs money is the asking.
  await takeFrom(services, [QUESTIONS, user.id])
  const answer = await ask(services, question)
  if (!answer.found) return answer
  const write = (tx: Db): Written & { event: ListEvent | undefined } => {
    refuseAbsent(question.signal)
    listIn(tx, user, list.id)
    if (question.id && !takeIn(tx, ONCE, `${user.id} ${question.id}`).allowed)
      return { added: 0, raised: 0, event: undefined }
    const { bytes, ...counts } = put(services, tx, list, merged(answer.items))
    return { ...counts, event: changed(tx, 'aiItemsGenerated', list.id, { bytes }) }
  }
  const { event, ...written } = await services.write((tx) => onceIn(tx, user, attempt, () => write(tx)))
  if (event) services.events.publish(event)
  return { found: true, ...written }
}

const CODES = {
  unreachable: 'ai-unreachable',
  refused: 'ai-refused',
  timeout: 'ai-timeout',
  'invalid-response': 'ai-unusable',
} as const satisfies Record<AiFailureReason, ErrorCode>

async function ask(
  { ai }: Services,
  { recipe, signal, onFound = () => {} }: Question,
): Promise<IngredientsResult> {
  try {
    return await ai.ingredientsFor(recipe, { signal, onProgress: onFound })
  } catch (error) {
    refuseAbsent(signal)
    if (!(error instanceof AiFailure)) throw error
    throw new DomainError(CODES[error.reason], {}, { cause: error })
  }
}

function refuseAbsent(signal: AbortSignal) {
  if (signal.aborted) throw new DomainError('recipe-cancelled')
}

const sameName = (name: string) => name.normalize('NFC').toLowerCase()
const more = (a: number, b: number) => Math.min(a + b, MAX_QUANTITY_MILLI)

/** Each name once; an answer may name the salt for the dough and the salt for the sauce. */
function merged(ingredients: Ingredient[]): Map<string, Ingredient> {
  const byName = new Map<string, Ingredient>()
  for (const one of ingredients) {
    const key = sameName(one.name)
    const there = byName.get(key)
    const quantityMilli = there ? more(there.quantityMilli, one.quantityMilli) : one.quantityMilli
    byName.set(key, { ...(there ?? one), quantityMilli })
  }
  return byName
}

/** What is already open on the list is raised, the rest is appended in the answer's order. */
function put(services: Services, tx: Db, { id: listId, createdBy }: List, wanted: Map<string, Ingredient>) {
  const now = Date.now()
  const open = openByName(tx, listId)
  const fresh = [...wanted].filter(([key]) => !open.has(key))
  const bytes = bytesOf(...fresh.map(([, { name }]) => name))
  refuseOverfull(tx, listId, fresh.length)
  refuseOverBudget(services, tx, createdBy, bytes)
  for (const [key, { quantityMilli }] of wanted) {
    const item = open.get(key)
    if (!item) continue
    tx.update(items)
      .set({
        quantityMilli: more(item.quantityMilli, quantityMilli),
        updatedAt: Math.max(now, item.updatedAt + 1),
      })
      .where(eq(items.id, item.id))
      .run()
  }
  for (const [, ingredient] of fresh) {
    // The ids grow, so that equal positions keep this order.
    tx.insert(items)
      .values({ id: newId(), listId, ...ingredient, position: now, createdAt: now, updatedAt: now })
      .run()
  }
  return { added: fresh.length, raised: wanted.size - fresh.length, bytes }
}

/** Of two that have the same name the first one counts. */
function openByName(tx: Db, listId: string): Map<string, Item> {
  const rows = tx
    .select()
    .from(items)
    .where(and(eq(items.listId, listId), eq(items.completed, false)))
    .orderBy(asc(items.position), asc(items.id))
    .all()
  return new Map(rows.reverse().map((item) => [sameName(item.name), item]))
}
