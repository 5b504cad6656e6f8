import type { chat as english } from '../en/chat.ts'
import type { Shape } from '../room.ts'

export const chat = {
  chat: 'Página de chat',
  delivered: 'Mensaje entregado',

  tab: 'Chat',
} satisfies Shape<typeof english>
