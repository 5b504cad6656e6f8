import { room } from '../room.ts'

export const chat = room('chat', {
  chat: 'Chat Page',
  delivered: 'Message delivered',

  // In the tab
  tab: 'Chat',
})
