import type { chat as english } from '../en/chat.ts'
import type { Shape } from '../room.ts'

export const chat = {
  chat: 'Discussion',
  delivered: 'Message distribué',

  tab: 'Discussion',
} satisfies Shape<typeof english>
