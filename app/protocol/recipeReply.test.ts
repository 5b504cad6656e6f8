import { expect, test } from 'vitest'
import { fromDraft, type RecipeReply, toDraft } from './recipeReply.ts'

test('a reply survives the way through a flash', () => {
  const none: RecipeReply = {
    ok: false,
    message: 'No recipe for “Soup”.',
    unknown: 'Soup',
    suggestions: ['Pea soup', 'Pho'],
  }
  expect(fromDraft(toDraft('Soup', none))).toEqual({ ...none, recipe: 'Soup' })
  const failed: RecipeReply = { ok: false, message: 'The AI took too long.', suggestions: [] }
  expect(fromDraft(toDraft('Soup', failed))).toEqual({ ...failed, recipe: 'Soup' })
  expect(fromDraft({ name: 'Milk' })).toBeUndefined()
})
