import { build, type Plugin } from 'esbuild'
import {
  IDBCursor,
  IDBDatabase,
  IDBFactory,
  IDBIndex,
  IDBObjectStore,
  IDBRequest,
  IDBTransaction,
} from 'fake-indexeddb'
import type * as routerModule from '#app/browser/currentRouter.ts'
import type * as messagesModule from '#app/browser/messages.ts'
import type * as outboxModule from '#app/browser/outbox.ts'
import type * as ownItemsModule from '#app/browser/ownItems.ts'
import type * as pageCacheModule from '#app/browser/pageCache.ts'
import type * as sendModule from '#app/browser/send.ts'
import type * as sendAgainModule from '#app/browser/sendAgain.ts'
import type * as clockModule from '#app/browser/serverClock.ts'
import type * as reachableModule from '#app/browser/serverReachable.ts'
import type * as entriesModule from '#app/offline/store.ts'
import type * as listRowsModule from '#app/routes/single-list/pageData.ts'

// Runs the browser's code without a browser: each page has globals of its own and can be killed at any moment.

const ENTRY = `
  export * as entries from '#app/offline/store.ts'
  import * as shown from '#app/browser/outbox.ts'
  import * as send from '#app/browser/send.ts'
  import * as again from '#app/browser/sendAgain.ts'
  export const outbox = { ...shown, ...send, ...again }
  export * as reachable from '#app/browser/serverReachable.ts'
  export * as listRows from '#app/routes/single-list/pageData.ts'
  export * as pageCache from '#app/browser/pageCache.ts'
  export * as clock from '#app/browser/serverClock.ts'
  export * as router from '#app/browser/currentRouter.ts'
  export * as messages from '#app/browser/messages.ts'
  export * as ownItems from '#app/browser/ownItems.ts'
  import { loadLineParser } from '#app/acts/quickAdd.ts'
  void loadLineParser()
`

/** Hooks that read what a component would get if it were rendered now. */
const REACT = `
  export const replace = () => {}
  export const useMemo = (work) => work()
  export const useEffect = () => {}
  export const useState = (first) => [first, () => {}]
  export const useContext = () => undefined
  export const useLoaderData = () => undefined
  export const useSyncExternalStore = (subscribe, read) => read()
  export const UNSAFE_DataRouterContext = undefined
  export const UNSAFE_DataRouterStateContext = undefined
  export const isRouteErrorResponse = (error) => typeof error?.status === 'number'
`

const withoutReact: Plugin = {
  name: 'without-react',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(?:react|react-router-dom|@remix-run\/react)$/ }, () => ({
      path: 'react',
      namespace: 'without-react',
    }))
    onLoad({ filter: /./, namespace: 'without-react' }, () => ({ contents: REACT }))
  },
}

interface Code {
  entries: typeof entriesModule
  outbox: typeof outboxModule & typeof sendModule & typeof sendAgainModule
  reachable: typeof reachableModule
  listRows: typeof listRowsModule
  pageCache: typeof pageCacheModule
  clock: typeof clockModule
  messages: typeof messagesModule
  router: typeof routerModule
  ownItems: typeof ownItemsModule
}

let bundled: Promise<string> | undefined

function bundle(): Promise<string> {
  bundled ??= build({
    stdin: { contents: ENTRY, resolveDir: process.cwd() },
    plugins: [withoutReact],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'code',
    target: 'es2022',
  }).then(({ outputFiles: [file] }) => `${file?.text}; return code`)
  return bundled
}

type Send = (path: string, init: RequestInit | undefined, tab: Tab) => Promise<Response>

/** What stays when all its pages are closed, and the network it is in. */
export interface Phone {
  disk: IDBFactory
  send: Send
  /** How wrong its clock is. */
  clockOffset: number
  tabs: Set<Tab>
}

export function newPhone(send: Send): Phone {
  return { disk: new IDBFactory(), send, clockOffset: 0, tabs: new Set() }
}

export interface Tab extends Code {
  isAlive: boolean
  /** Timers that are less far away run now. Nothing else makes time pass. */
  pass(ms: number): void
  /** How much is being read or written. */
  busy(): number
  /** Like a killed process: requests on the way arrive, and nothing else happens. What was being written may be lost. */
  kill(losesWrites?: boolean): void
}

interface Timer {
  due: number
  every?: number
  run(): void
}

/** Opens a page of Larder. */
export async function openTab(phone: Phone): Promise<Tab> {
  const code = await bundle()
  const timers = new Map<number, Timer>()
  const transactions = new Set<IDBTransaction>()
  const databases: IDBDatabase[] = []
  let opening = 0
  let now = 0
  let nextTimer = 1

  function addTimer(run: () => void, ms = 0, every?: number) {
    nextTimer += 1
    if (tab.isAlive) timers.set(nextTimer, { due: now + ms, run, ...(every !== undefined && { every }) })
    return nextTimer
  }

  function watch(db: IDBDatabase) {
    databases.push(db)
    const begin = db.transaction.bind(db)
    db.transaction = (...args) => {
      if (!tab.isAlive) throw new Error('killed')
      const tx = begin(...args)
      transactions.add(tx)
      for (const end of ['complete', 'abort']) tx.addEventListener(end, () => transactions.delete(tx))
      return tx
    }
  }

  function open(name: string, version?: number) {
    if (!tab.isAlive) throw new Error('killed')
    const request = phone.disk.open(name, version)
    opening += 1
    request.addEventListener('success', () => {
      opening -= 1
      if (tab.isAlive) watch(request.result)
      else request.result.close()
    })
    return request
  }

  class TabDate extends Date {
    static override now = () => Date.now() + phone.clockOffset
  }

  class TabChannel {
    onmessage: (() => void) | undefined
    constructor() {
      channels.set(tab, this)
    }
    postMessage() {
      if (!tab.isAlive) return
      for (const other of phone.tabs) {
        if (other !== tab) setImmediate(() => other.isAlive && channels.get(other)?.onmessage?.())
      }
    }
  }

  const globals = {
    indexedDB: { open },
    IDBCursor,
    IDBDatabase,
    IDBIndex,
    IDBObjectStore,
    IDBRequest,
    IDBTransaction,
    fetch: (path: string, init?: RequestInit) => (tab.isAlive ? phone.send(path, init, tab) : NEVER),
    setTimeout: <Values extends unknown[]>(
      run: (...values: Values) => void,
      ms?: number,
      ...values: Values
    ) => addTimer(() => run(...values), ms),
    clearTimeout: (timer: number) => timers.delete(timer),
    setInterval: (run: () => void, ms?: number) => addTimer(run, ms, ms),
    clearInterval: (timer: number) => timers.delete(timer),
    Date: TabDate,
    BroadcastChannel: TabChannel,
    navigator: {},
    document: { querySelector: () => null, documentElement: { dataset: {} }, hidden: false },
    window: {},
  }

  const life = {
    isAlive: true,
    pass(ms: number) {
      const until = now + ms
      for (;;) {
        const [next] = [...timers].filter(([, { due }]) => due <= until).sort(([, a], [, b]) => a.due - b.due)
        if (!next) break
        const [id, timer] = next
        now = timer.due
        if (timer.every === undefined) timers.delete(id)
        else timer.due += Math.max(1, timer.every)
        timer.run()
      }
      now = until
    },
    busy: () => transactions.size + opening,
    kill(losesWrites = true) {
      tab.isAlive = false
      timers.clear()
      phone.tabs.delete(tab)
      for (const tx of losesWrites ? transactions : []) {
        try {
          tx.abort()
        } catch {
          // It is being committed.
        }
      }
      for (const db of databases) db.close()
    },
  }
  const tab = life as Tab
  const run = new Function(...Object.keys(globals), code) as (...values: unknown[]) => Code
  phone.tabs.add(tab)
  return Object.assign(tab, run(...Object.values(globals)))
}

const channels = new WeakMap<Tab, { onmessage: (() => void) | undefined }>()

/** What a dead page waits for. */
const NEVER = new Promise<Response>(() => {})
