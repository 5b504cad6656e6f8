import { expect, type Page } from '@playwright/test'

/** Until nothing moves. What an animation promises may stay open when its element goes. */
export async function endOfAnimations(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(isMoving), { intervals: [50] }).toBe(false)
}

/** Runs in the page. */
const isMoving = () =>
  document
    .getAnimations()
    .some(
      ({ playState, effect }) =>
        playState === 'running' && effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY,
    )
