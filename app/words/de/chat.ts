import type { chat as english } from '../en/chat.ts'
import type { Shape } from '../room.ts'

export const chat = {
  chat: 'Chat',
  delivered: 'Nachricht zugestellt',

  tab: 'Chat',
} satisfies Shape<typeof english>
