import { CopyField } from '#app/ui/CopyField.tsx'
import { sharing } from '#app/words/en/sharing.ts'
import { useWords } from '#app/words/useWords.ts'
import type { OwnersView } from './loader.server.ts'
import { useRoles } from './RoleSelect.tsx'

export function Shown({ isLink, role, label, address, qr }: NonNullable<OwnersView['shown']>) {
  const words = useWords(sharing)
  const kind = isLink ? words.link : words.invitation
  return (
    <section className="shown" aria-label={kind}>
      <CopyField
        label={words.sendIt({
          name: isLink && label ? <b dir="auto">{label}</b> : kind,
          role: useRoles()[role],
        })}
        value={address}
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
