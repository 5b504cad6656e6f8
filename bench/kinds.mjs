// The requests whose cost is measured. `small` lists have 60 items, `long` ones 500.
import { randomUUID } from 'node:crypto'
import { cookie, FORM, JSON_BODY } from './load.mjs'

/** As Chrome on a phone sends it. */
const NAVIGATION = {
  accept: 'text/html',
  'sec-ch-ua-mobile': '?1',
  'accept-encoding': 'gzip, deflate, br',
  'sec-fetch-dest': 'document',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-site': 'none',
}
const SAME_ORIGIN = {
  accept: '*/*',
  'accept-encoding': 'gzip, deflate, br',
  'sec-fetch-dest': 'empty',
  'sec-fetch-site': 'same-origin',
}

const bearer = (user) => ({ authorization: `Bearer ${user.token}` })

const page = (user, headers) => ({
  path: `/single-list?listID=${user.listId}`,
  headers: { ...NAVIGATION, ...cookie(user), ...headers },
})

const pageData = (user) => ({
  path: `/single-list.data?listID=${user.listId}`,
  headers: { ...SAME_ORIGIN, ...cookie(user) },
})

const apiRead = (user) => ({ path: `/api/v1/item?listID=${user.listId}`, headers: bearer(user) })

/** A form sent by the page's script. */
const form = (user, path, fields) => ({
  method: 'POST',
  path,
  headers: { ...SAME_ORIGIN, ...cookie(user), ...FORM },
  body: String(new URLSearchParams(fields)),
})

export const KINDS = {
  page: { of: page, floor: 'page' },
  'page-plain': { of: (user) => page(user, { 'accept-encoding': 'identity' }), floor: 'page' },
  'page-data': { of: pageData },
  'lists-page': { of: (user) => ({ ...page(user), path: `/?userID=${user.id}` }) },
  landing: { of: ({ styles }) => ({ path: '/landing', headers: { ...NAVIGATION, cookie: styles } }) },
  // The server keeps the last responses of that many lists.
  'api-read': { of: apiRead, floor: 'items', people: 100 },
  // Of more lists than it keeps.
  'api-read-uncached': { of: apiRead },
  'page-500': { of: page, lists: 'long' },
  'page-data-500': { of: pageData, lists: 'long' },
  'api-read-500': { of: apiRead, lists: 'long', people: 20 },
  'api-add': {
    of: (user) => ({
      method: 'POST',
      path: `/api/v1/item?listID=${user.listId}`,
      headers: { ...bearer(user), ...JSON_BODY },
      body: JSON.stringify({ name: 'Milk', quantity: 1, price: 1.2 }),
    }),
    lists: 'written',
  },
  'quick-add': {
    of: (user) =>
      form(user, `/quick-add.data?listID=${user.listId}`, {
        id: randomUUID(),
        lines: '2 kg potatoes, milk x3, 12 eggs 2.99',
      }),
    lists: 'written',
  },
  'quick-add-new': {
    of: (user, count) =>
      form(user, `/quick-add.data?listID=${user.listId}`, {
        id: randomUUID(),
        lines: `milk no ${count}!, bread no ${count}!, eggs no ${count}!`,
      }),
    lists: 'written',
  },
  action: {
    of: (user, count) =>
      form(user, '/completed.data', {
        id: user.itemIds[0],
        listID: user.listId,
        ...(count % 2 === 0 && { completed: 'on' }),
      }),
    lists: 'written',
  },
  'api-tick': {
    of: (user, count) => ({
      method: 'PATCH',
      path: `/api/v1/item/checkbox/${user.itemIds[0]}`,
      headers: { ...bearer(user), ...JSON_BODY },
      body: JSON.stringify({ completed: count % 2 === 0 }),
    }),
    lists: 'written',
  },
}
