import type { ClientMessage, ServerMessage } from '#app/realtime/wire.ts'

const MIN_DELAY = 500
const MAX_DELAY = 30_000
const CLOSE_NOT_ALLOWED = 1008
const OPEN = 1
/** Scripts can't see the server's pings, so after this much silence the client sends something itself. */
const SILENCE = 45_000
/** A broken connection raises no event; without a response within this time we drop it. */
const RESPONSE_TIMEOUT = 10_000
const RESPONSE_TIMEOUT_AFTER_WAKE = 4_000

export type ConnectionEvent =
  | ServerMessage
  /** Events may be missed from here until the next `subscribed`. */
  | { type: 'disconnected' }
  | { type: 'sessionEnded' }

type Listener = (event: ConnectionEvent) => void
type Unsubscribe = () => void

const subscribeTo = (listID: string, token?: string): ClientMessage => ({ type: 'subscribe', listID, token })

interface Environment {
  open(): WebSocket
  watch(onWake: () => void, onLeave: () => void): Unsubscribe
  log(message: string): void
}

export function createConnection({ open, watch, log }: Environment) {
  const subscriptions = new Map<string, { listeners: Set<Listener>; token?: string }>()
  const sessionListeners = new Set<() => void>()
  const unsentMessages = new Set<{ text: string; onDelivered: () => void }>()
  let socket: WebSocket | undefined
  let stopWatching: Unsubscribe | undefined
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  function schedule(ms: number, next: () => void) {
    clearTimeout(timer)
    timer = setTimeout(next, ms)
  }

  const isOpen = () => socket?.readyState === OPEN

  function send(message: ClientMessage) {
    if (isOpen()) socket?.send(JSON.stringify(message))
  }

  function connect() {
    const opened = open()
    socket = opened
    schedule(RESPONSE_TIMEOUT, drop)
    opened.onopen = () => {
      clearTimeout(timer)
      for (const { text } of unsentMessages) request({ type: 'message', text })
      resubscribe()
    }
    opened.onmessage = (event) => {
      failures = 0
      schedule(SILENCE, resubscribe)
      onMessage(JSON.parse(String(event.data)))
    }
    opened.onclose = (event) => reconnectLater(event.code)
  }

  function request(message: ClientMessage, timeout = RESPONSE_TIMEOUT) {
    if (!isOpen()) return
    send(message)
    schedule(timeout, drop)
  }

  /** The response proves that the connection works and has each list's current revision. */
  function resubscribe(timeout = RESPONSE_TIMEOUT) {
    for (const [listID, { token }] of subscriptions) request(subscribeTo(listID, token), timeout)
  }

  function onMessage(message: ServerMessage) {
    if (message.type !== 'message') return notify(subscriptions.get(message.listID)?.listeners, message)
    for (const unsent of unsentMessages) {
      if (unsent.text !== message.text) continue
      unsentMessages.delete(unsent)
      unsent.onDelivered()
    }
  }

  function notify(listeners: Set<Listener> | undefined, event: ConnectionEvent) {
    for (const listener of listeners ?? []) listener(event)
  }

  function disconnect() {
    clearTimeout(timer)
    if (!socket) return
    // Browsers take a while to close a dead socket; ignore whatever it still reports.
    socket.onopen = socket.onmessage = socket.onclose = null
    socket.close()
    socket = undefined
  }

  function drop() {
    disconnect()
    reconnectLater()
  }

  function reconnectLater(code?: number) {
    socket = undefined
    const signedOut = code === CLOSE_NOT_ALLOWED
    const longest = signedOut ? MAX_DELAY : Math.min(MAX_DELAY, MIN_DELAY * 2 ** failures)
    const delay = Math.round(longest * (0.5 + Math.random() / 2))
    failures += 1
    log(`Disconnected (${code ?? 'no response'}). Reconnecting in ${delay} ms.`)
    schedule(delay, connect)
    if (signedOut) for (const listener of sessionListeners) listener()
    const event: ConnectionEvent = { type: signedOut ? 'sessionEnded' : 'disconnected' }
    for (const { listeners } of subscriptions.values()) notify(listeners, event)
  }

  function wake() {
    if (isOpen()) return resubscribe(RESPONSE_TIMEOUT_AFTER_WAKE)
    // An attempt from before may be lost with the network it began on.
    disconnect()
    failures = 0
    connect()
  }

  const isNeeded = () => subscriptions.size > 0 || unsentMessages.size > 0

  function start() {
    if (isNeeded()) return
    stopWatching ??= watch(wake, disconnect)
    if (!socket) connect()
  }

  /** Deferred: the next page may need the connection too. */
  function stopLater() {
    setTimeout(() => {
      if (isNeeded()) return
      stopWatching?.()
      stopWatching = undefined
      disconnect()
    })
  }

  return {
    subscribe(listID: string, listener: Listener, token?: string): Unsubscribe {
      start()
      const { listeners } = subscriptions.get(listID) ?? { listeners: new Set() }
      subscriptions.set(listID, { listeners: listeners.add(listener), token })
      request(subscribeTo(listID, token))
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0 && subscriptions.get(listID)?.listeners === listeners) {
          subscriptions.delete(listID)
          send({ type: 'unsubscribe', listID })
        }
        stopLater()
      }
    },
    onSessionEnded(listener: () => void): Unsubscribe {
      sessionListeners.add(listener)
      return () => void sessionListeners.delete(listener)
    },
    sendMessage(text: string, onDelivered: () => void): Unsubscribe {
      start()
      const message = { text, onDelivered }
      unsentMessages.add(message)
      request({ type: 'message', text })
      return () => {
        unsentMessages.delete(message)
        stopLater()
      }
    },
  }
}
