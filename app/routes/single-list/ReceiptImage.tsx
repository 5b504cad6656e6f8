import { type MouseEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { receipts } from '#app/words/en/receipts.ts'
import { useWords } from '#app/words/useWords.ts'

interface Props {
  src: string
  width: number
  height: number
  alt: string
}

/** Fits the dialog; a tap toggles full size. Without JavaScript, the link opens the image itself. */
export function ReceiptImage({ src, width, height, alt }: Props) {
  const words = useWords(receipts)
  const [full, setFull] = useState(false)
  const scroller = useRef<HTMLDivElement>(null)

  function toggle(event: MouseEvent<HTMLAnchorElement>) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    const fit = event.currentTarget.getBoundingClientRect()
    const x = (event.clientX - fit.left) / fit.width
    const y = (event.clientY - fit.top) / fit.height
    flushSync(() => setFull(!full))
    const { current } = scroller
    current?.scrollTo(
      x * current.scrollWidth - current.clientWidth / 2,
      y * current.scrollHeight - current.clientHeight / 2,
    )
  }

  return (
    <div ref={scroller} className={full ? 'receipt-image full' : 'receipt-image'}>
      <a href={src} onClick={toggle} aria-label={full ? words.fit : words.full}>
        <img src={src} width={width} height={height} alt={alt} />
      </a>
    </div>
  )
}
