import type { browser as english } from '../en/browser.ts'
import type { Shape } from '../room.ts'

const EDITS = 'Du kannst diese Liste jetzt bearbeiten.'
const READS = 'Du kannst diese Liste jetzt nur noch ansehen.'

export const browser = {
  unreachable: 'Der Server ist nicht erreichbar. Prüf deine Verbindung und versuch es noch einmal.',
  failed: 'Das hat nicht geklappt. Versuch es noch einmal.',
  notSentYet: ({ act }: { act: string }) => `Noch nicht gesendet: ${act}`,
  tooOld: ({ age }: { age: string }) =>
    `Diese Änderung ist über ${age} alt. Vielleicht wurde sie damals doch gespeichert.`,

  itemCreated: 'Neuer Artikel auf der Liste.',
  owner: 'Diese Liste gehört jetzt dir.',
  editor: EDITS,
  'link-editor': EDITS,
  viewer: READS,
  'link-viewer': READS,
} satisfies Shape<typeof english>
