import type { browser as english } from '../en/browser.ts'
import type { Shape } from '../room.ts'

const EDITS = 'Ahora puedes editar esta lista.'
const READS = 'Ahora solo puedes ver esta lista.'

export const browser = {
  unreachable: 'No se puede conectar con el servidor. Revisa la conexión e inténtalo otra vez.',
  failed: 'Algo salió mal. Inténtalo otra vez.',
  notSentYet: ({ act }: { act: string }) => `Sin enviar: ${act}`,
  tooOld: ({ age }: { age: string }) => `Este cambio tiene más de ${age}. Puede que ya esté guardado.`,

  itemCreated: 'Hay un producto nuevo.',
  owner: 'Ahora esta lista es tuya.',
  editor: EDITS,
  'link-editor': EDITS,
  viewer: READS,
  'link-viewer': READS,
} satisfies Shape<typeof english>
