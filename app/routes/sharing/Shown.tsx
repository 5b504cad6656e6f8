import { CopyField } from '#app/ui/CopyField.tsx'
import type { OwnersView } from './loader.server.ts'
import { ROLES } from './RoleSelect.tsx'

export function Shown({ isLink, role, label, address, qr }: NonNullable<OwnersView['shown']>) {
  return (
    <section className="card shown" aria-label={isLink ? 'Link' : 'Invitation'}>
      <CopyField
        label={
          <>
            {isLink ? label ? <b dir="auto">{label}</b> : 'Link' : 'Invitation'} · {ROLES[role]}. Send it, or
            let someone scan the code.
          </>
        }
        value={address}
      />
      <svg
        className="qr"
        role="img"
        aria-label="QR code"
        viewBox={`0 0 ${qr.size} ${qr.size}`}
        shapeRendering="crispEdges"
      >
        <path d={qr.path} />
      </svg>
    </section>
  )
}
