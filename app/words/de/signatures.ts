import type { signatures as english } from '../en/signatures.ts'
import type { Shape } from '../room.ts'

const UNNAMED = 'Ein Gast'

/** In the dative. */
const by = (name: string) => `von ${name === UNNAMED ? 'einem Gast' : name}`

export const signatures = {
  guest: ({ name }: { name: string }) => `${name} (Gast)`,
  unnamedGuest: UNNAMED,
  addedBy: ({ name }: { name: string }) => `hinzugefügt ${by(name)}`,
  tickedBy: ({ name }: { name: string }) => `abgehakt ${by(name)}`,
} satisfies Shape<typeof english>
