// The rooms of all other screens. In another language, they come in a second file.

export { account } from './account.ts'
export { addLines } from './addLines.ts'
export { chat } from './chat.ts'
export { currency } from './currency.ts'
export { finish } from './finish.ts'
export { landing } from './landing.ts'
export { limits } from './limits.ts'
export { prices } from './prices.ts'
export { recent } from './recent.ts'
export { remembered } from './remembered.ts'
export { settings } from './settings.ts'
export { sharing } from './sharing.ts'
