import { expectAccessible } from '#tests/support/accessible.ts'
import { addList } from '#tests/support/rows.ts'
import { addMember } from '#tests/support/sharing.ts'
import { addPerson, expect, test } from './fixtures.ts'
import { card, givePassword, message, PASSWORD, row, sharing, unfold } from './sharingPage.ts'

// Nobody gets lists that they did not accept.

test('all lists are shared once the other one accepted it, new ones until they stop it', {
  tag: '@full',
}, async ({ page, larder, person, openElsewhere, scripted }) => {
  const ben = addPerson(larder, 'Ben')
  const listId = addList(larder, ben, 'Market')
  addMember(larder, listId, person)
  const theirs = await openElsewhere(ben)
  await theirs.goto('/household')
  const ofAda = card(theirs, 'Not in your household yet').getByRole('listitem')
  await ofAda.getByRole('button', { name: 'Ask to join: Ada' }).click()
  await expect(message(theirs)).toContainText("Once Ada accepts, they're in your household.")
  await ofAda.getByRole('button', { name: 'Take back: Ada' }).click()
  await expect(message(theirs)).toContainText("Ada isn't in your household.")
  await ofAda.getByRole('button', { name: 'Ask to join: Ada' }).click()
  await expect(ofAda).toContainText('Asked, not accepted yet')
  if (scripted) await expectAccessible(theirs)
  const addAList = async (name: string) => {
    await theirs.goto(`/?userID=${ben.id}`)
    await theirs.getByLabel('List name').fill(name)
    await theirs.getByRole('button', { name: 'ADD' }).click()
    // The list is shown before it's stored, then without its menu.
    await expect(theirs.getByLabel(`More for ${name}`)).toBeVisible()
  }
  await addAList('Before')

  await page.goto(`/?userID=${person.id}`)
  const questions = page.getByRole('region', { name: 'Questions for you' })
  await expect(questions).toContainText(
    "Ben asks you to join their household: you'll see all of their lists, new ones too.",
  )
  await expect(page.getByRole('heading', { name: 'Before' })).toBeHidden()
  if (scripted) await expectAccessible(page)
  await questions.getByRole('button', { name: 'Accept: Ben' }).click()
  await expect(message(page)).toContainText(
    "You're now in the household of Ben. You see all of their lists, new ones too.",
  )
  await expect(questions).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Before' })).toBeVisible()
  await addAList('After')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'After' })).toBeVisible()

  await theirs.goto('/household')
  await expect(theirs.getByRole('listitem')).toContainText(['You share your lists with Ada, new ones too.'])
  await page.goto('/household')
  await unfold(card(page, 'Household'))
  await page.getByRole('button', { name: 'Share all my lists with Ben, too' }).click()
  await expect(message(page)).toContainText("Once Ben accepts, they're in your household.")
  await unfold(card(page, 'Household'))
  await page.getByRole('button', { name: 'No new lists from Ben' }).click()
  await expect(message(page)).toContainText("New lists of Ben won't be shared with you.")
  await addAList('Later')
  await page.goto(`/?userID=${person.id}`)
  await expect(page.getByRole('heading', { name: 'After' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Later' })).toBeHidden()
})

test('the open page of a household follows who accepts and who leaves', { tag: '@script' }, async ({
  page,
  larder,
  person,
  openElsewhere,
}) => {
  const ben = addPerson(larder, 'Ben')
  addMember(larder, addList(larder, person, 'Market'), ben)
  await page.goto('/household')
  await page.getByRole('button', { name: 'Ask to join: Ben' }).click()
  await expect(page.getByText('Asked, not accepted yet')).toBeVisible()
  const theirs = await openElsewhere(ben)
  await theirs.goto(`/?userID=${ben.id}`)
  await theirs.getByRole('button', { name: 'Accept: Ada' }).click()
  await expect(page.getByText('You share your lists with Ben, new ones too.')).toBeVisible()
  await theirs.goto('/household')
  await unfold(card(theirs, 'Household'))
  await theirs.getByRole('button', { name: 'No new lists from Ada' }).click()
  await expect(page.getByRole('button', { name: 'Ask to join: Ben' })).toBeVisible()
  await page.getByRole('button', { name: 'Ask to join: Ben' }).click()
  await expect(page.getByText('Asked, not accepted yet')).toBeVisible()
  await theirs.goto(`/?userID=${ben.id}`)
  await theirs.getByRole('button', { name: 'Accept: Ada' }).click()
  await expect(page.getByText('You share your lists with Ben, new ones too.')).toBeVisible()
  await theirs.goto('/household')
  await expect(card(theirs, 'Household').getByText('Ada shares lists with you')).toBeVisible()
  await unfold(card(page, 'Household'))
  await page.getByRole('button', { name: 'Remove Ben from all my lists' }).click()
  await expect(theirs.getByText('Ada shares lists with you')).toBeHidden()
})

test('a list that is offered can be accepted or declined on the lists page', async ({
  page,
  larder,
  person,
}) => {
  const ben = addPerson(larder, 'Ben')
  const [market, party] = ['Market', 'Party'].map((name) => {
    const id = addList(larder, ben, name)
    addMember(larder, id, person)
    larder.database.prepare('UPDATE lists SET offered_to = ?, offered_at = 1 WHERE id = ?').run(person.id, id)
    return id
  })
  await page.goto(`/?userID=${person.id}`)
  const questions = page.getByRole('region', { name: 'Questions for you' })
  await expect(questions).toContainText('Ben wants to hand over Market to you.')
  await questions.getByRole('button', { name: 'Accept: Market' }).click()
  await expect(message(page)).toContainText('“Market” is yours now.')
  await expect(page.locator(`#list-${market}`)).toContainText('with Ben')
  await questions.getByRole('button', { name: 'Decline: Party' }).click()
  await expect(questions).toBeHidden()
  await expect(page.locator(`#list-${party}`)).toContainText('Shared by Ben')
})

test('a list whose owner deleted their account waits for an editor', { tag: '@full' }, async ({
  page,
  larder,
  person,
  openElsewhere,
}) => {
  const ben = addPerson(larder, 'Ben')
  const listId = addList(larder, ben, 'Market')
  addMember(larder, listId, person)
  givePassword(larder, ben)
  const theirs = await openElsewhere(ben)
  await theirs.goto('/settings/delete-account')
  await expect(theirs.getByText('“Market” is offered to Ada')).toBeVisible()
  await theirs.getByLabel('Current password').fill(PASSWORD)
  await theirs.getByRole('button', { name: 'Delete my account' }).click()
  await expect(theirs).toHaveURL('/landing')

  await page.goto(`/?userID=${person.id}`)
  await expect(page.locator(`#list-${listId}`)).toContainText('Shared, without an owner')
  await expect(page.getByRole('button', { name: 'Delete list' })).toHaveCount(0)
  await page.goto(sharing(listId))
  await expect(row(page, 'Ada (you)')).toContainText('Editor')
  await expect(page.getByRole('region', { name: 'This list can be yours' })).toContainText(
    'Its owner deleted',
  )
  await page.getByRole('button', { name: 'Decline' }).click()
  await expect(page).toHaveURL(`/?userID=${person.id}`)
  await expect(message(page)).toContainText('You declined “Market”. It was deleted.')
  await expect(page.locator(`#list-${listId}`)).toBeHidden()
})
