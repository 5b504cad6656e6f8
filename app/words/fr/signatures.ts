import type { signatures as english } from '../en/signatures.ts'
import type { Shape } from '../room.ts'

const SOMEONE = "Quelqu'un avec un lien"

/** After 'par' */
const by = (name: string) => (name === SOMEONE ? "quelqu'un avec un lien" : name)

export const signatures = {
  guest: ({ name }: { name: string }) => `${name} (par lien)`,
  unnamedGuest: SOMEONE,
  addedBy: ({ name }: { name: string }) => `ajouté par ${by(name)}`,
  tickedBy: ({ name }: { name: string }) => `coché par ${by(name)}`,
} satisfies Shape<typeof english>
