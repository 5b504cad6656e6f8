import type { SharedRole } from '#app/domain/access/access.ts'
import { sharing } from '#app/words/en/sharing.ts'
import { useWords } from '#app/words/useWords.ts'
import { CopyField } from './CopyField.tsx'

export interface ShownUrl {
  id: string
  role: SharedRole
  address: string
  isLink: boolean
  label?: string | undefined
  qr: { size: number; path: string }
}

export function Shown({ isLink, role, label, address, qr }: ShownUrl) {
  const words = useWords(sharing)
  const kind = isLink ? words.link : words.invitation
  return (
    <section className="shown" aria-label={kind}>
      <CopyField
        label={words.sendIt({
          name: isLink && label ? <b dir="auto">{label}</b> : kind,
          role: words[role],
        })}
        value={address}
        isAddress
      />
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
