import { CopyField } from '#app/ui/CopyField.tsx'
import type { ShownAddress } from './loader.server.ts'

/** A link or an invitation, to send or to scan. */
export function Shown({ kind, role, label, address, qr }: ShownAddress) {
  return (
    <section className="card shown" aria-label={kind === 'link' ? 'Link' : 'Invitation'}>
      <CopyField
        label={
          <>
            {kind === 'link' ? label ? <b dir="auto">{label}</b> : 'Link' : 'Invitation'} for{' '}
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
