import type { signatures as english } from '../en/signatures.ts'
import type { Shape } from '../room.ts'

const SOMEONE = 'Alguien con un enlace'

/** After 'por' */
const by = (name: string) => (name === SOMEONE ? 'alguien con un enlace' : name)

export const signatures = {
  guest: ({ name }: { name: string }) => `${name} (con enlace)`,
  unnamedGuest: SOMEONE,
  addedBy: ({ name }: { name: string }) => `añadido por ${by(name)}`,
  tickedBy: ({ name }: { name: string }) => `marcado por ${by(name)}`,
} satisfies Shape<typeof english>
