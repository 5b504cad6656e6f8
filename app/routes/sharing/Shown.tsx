import { CopyField } from '#app/ui/CopyField.tsx'
import type { OwnersView } from './loader.server.ts'

export function Shown({ isLink, role, label, address, qr }: NonNullable<OwnersView['shown']>) {
  return (
    <section className="card shown" aria-label={isLink ? 'Link' : 'Invitation'}>
      <CopyField
        label={
          <>
            {isLink ? label ? <b dir="auto">{label}</b> : 'Link' : 'Invitation'} for{' '}
            {role === 'editor' ? 'an editor' : 'a viewer'}. Send it, or let someone scan the code.
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
