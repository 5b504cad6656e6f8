import type { Page } from '@playwright/test'

/** Texts that the reader sees only in part: cut by what they stand in, by the window, or reaching over their button. */
export function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found = new Set<string>()
    const isHidden = (element: Element) =>
      !element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) ||
      getComputedStyle(element).clipPath !== 'none'

    function ancestorsOf(element: Element): Element[] {
      const { parentElement } = element
      return parentElement ? [element, ...ancestorsOf(parentElement)] : [element]
    }

    /** Whether the text that fills these boxes is cut by this element, or reaches over its sides. */
    function cuts(boxes: DOMRect[], element: Element): boolean {
      const { overflowX, overflowY, display } = getComputedStyle(element)
      if (display === 'inline' || display === 'contents') return false
      const { left, right, bottom } = element.getBoundingClientRect()
      const isButton = element.matches('.button, button, summary, a, h1, h2, h3, label, legend')
      const clips = (overflow: string) => overflow === 'hidden' || overflow === 'clip'
      return boxes.some(
        (box) =>
          ((isButton || clips(overflowX)) && (box.right > right + 1 || box.left < left - 1)) ||
          (clips(overflowY) && box.bottom > bottom + box.height / 2),
      )
    }

    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent?.trim()
      const { parentElement } = node
      if (!text || !parentElement || parentElement.closest('script, style, noscript, option, svg')) continue
      const ancestors = ancestorsOf(parentElement)
      if (ancestors.some(isHidden)) continue
      range.selectNodeContents(node)
      const boxes = [...range.getClientRects()]
      // What can be scrolled can be read to its end.
      const strip = ancestors.findIndex((element) => /auto|scroll/.test(getComputedStyle(element).overflowX))
      const around = strip === -1 ? ancestors : ancestors.slice(0, strip)
      const leavesWindow = strip === -1 && boxes.some((box) => box.right > innerWidth + 1 || box.left < -1)
      if (leavesWindow || around.some((element) => cuts(boxes, element))) found.add(text)
    }

    const context = document.createElement('canvas').getContext('2d')
    /** Fields don't tell how wide their text is. */
    function widthOf(text: string, { font, letterSpacing }: CSSStyleDeclaration): number {
      if (!context) return 0
      context.font = font
      context.letterSpacing = letterSpacing === 'normal' ? '0px' : letterSpacing
      return context.measureText(text).width
    }
    for (const field of document.querySelectorAll('input, textarea, select')) {
      const text =
        field instanceof HTMLSelectElement
          ? field.selectedOptions[0]?.text
          : field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
            ? field.placeholder
            : undefined
      const isOnLines = field instanceof HTMLTextAreaElement && field.rows > 1
      if (!text || isOnLines || ancestorsOf(field).some(isHidden)) continue
      const style = getComputedStyle(field)
      const room =
        field.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight)
      if (widthOf(text, style) > room + 1) found.add(`${text} (in a field)`)
    }
    return [...found]
  })
}
