import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { endOfAnimations } from './animations.ts'

/** Checks the page as it is now, and its colors in the dark theme too. axe needs JavaScript. */
export async function expectAccessible(page: Page, what = page.url()): Promise<void> {
  await check(page, axeFor(page), what)
  await setDark(page, true)
  await check(page, axeFor(page).withRules(COLORS), `${what}, dark`)
  await setDark(page, false)
}

/** Without frames, which our pages don't have, axe needs no second page for its result. */
const axeFor = (page: Page) => new AxeBuilder({ page }).setLegacyMode()

/** The rules that depend on colors. */
const COLORS = ['color-contrast', 'link-in-text-block']

async function check(page: Page, axe: AxeBuilder, what: string) {
  await endOfAnimations(page)
  const { violations } = await axe.analyze()
  expect(violations, what).toEqual([])
}

const setDark = (page: Page, dark: boolean) =>
  page.evaluate((on) => document.body.classList.toggle('dark-theme', on), dark)
