import type { Page } from '@playwright/test'

/** What reaches over a side of the window outside of a strip to scroll, and the page itself if it can be scrolled there. */
export function standingOut(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isShown = (element: Element) =>
      element.checkVisibility() && getComputedStyle(element).clipPath === 'none'
    const isInStrip = (element: Element) => element.closest('.chips') !== null
    const stands = ({ left, right }: DOMRect) => left < -1 || right > innerWidth + 1
    const elements = [...document.querySelectorAll('a, button, input, select, textarea, h1, h2, h3, p')]
      .filter((element) => isShown(element) && !isInStrip(element) && stands(element.getBoundingClientRect()))
      .map((element) => element.outerHTML.slice(0, 120))
    const { scrollWidth } = document.documentElement
    return scrollWidth > innerWidth ? [...elements, `a page of ${scrollWidth} px`] : elements
  })
}
