import { sharing } from '#app/words/en/sharing.ts'
import { useWords } from '#app/words/useWords.ts'
import { CopyField } from './CopyField.tsx'

export interface ShownUrl {
  id: string
  address: string
  isLink: boolean
  qr: { size: number; path: string }
}

export function Shown({ isLink, address, qr }: ShownUrl) {
  const words = useWords(sharing)
  const kind = isLink ? words.link : words.invitation
  return (
    <section className="shown" aria-label={kind}>
      <CopyField label={words.sendIt} value={address} isAddress />
      <svg
        className="qr"
        role="img"
        aria-label={words.qrCode}
        viewBox={`0 0 ${qr.size} ${qr.size}`}
        shapeRendering="crispEdges"
      >
        <path d={qr.path} />
      </svg>
    </section>
  )
}
