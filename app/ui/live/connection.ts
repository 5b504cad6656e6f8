import type { ClientMessage, ServerMessage } from '#app/realtime/messages.ts'

const SHORTEST_WAIT = 500
const LONGEST_WAIT = 30_000
const NOT_ALLOWED = 1008
const OPEN = 1
/** Browsers do not show a page the server's pings: after so much silence it asks by itself. */
const SILENCE = 45_000
/** A dead connection says nothing; who does not answer within this time is taken for dead. */
const ANSWER = 10_000
const ANSWER_AFTER_WAKING = 4_000

export type ConnectionEvent =
  | ServerMessage
  /** The connection broke; what happens from now on is not heard. */
  | { type: 'lost' }
  /** The server wants nobody here: this browser is signed out. */
  | { type: 'ended' }

type Listener = (heard: ConnectionEvent) => void
type Release = () => void

interface Surroundings {
  open(): WebSocket
  /** Calls `wake` whenever the connection may be dead without knowing it, `sleep` when the page is left. */
  watch(wake: () => void, sleep: () => void): Release
  log(sentence: string): void
}

/**
 * The connection of one tab. It connects when the first page needs it, comes back by itself after
 * any gap, and disconnects when the last page has left.
 */
export function createConnection({ open, watch, log }: Surroundings) {
  const listeners = new Map<string, Set<Listener>>()
  const endings = new Set<() => void>()
  const greetings = new Set<{ text: string; delivered: () => void }>()
  let needed = 0
  let socket: WebSocket | undefined
  let stopWatching: Release | undefined
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  /** One thing is waited for at a time: the next attempt, an answer, or the end of a silence. */
  function after(ms: number, next: () => void) {
    clearTimeout(timer)
    timer = setTimeout(next, ms)
  }

  const isOpen = () => socket?.readyState === OPEN

  function say(message: ClientMessage) {
    if (isOpen()) socket?.send(JSON.stringify(message))
  }

  function connect() {
    const opened = open()
    socket = opened
    after(ANSWER, giveUp)
    opened.onopen = () => {
      clearTimeout(timer)
      for (const { text } of greetings) ask({ type: 'message', text })
      askAgain()
    }
    opened.onmessage = (event) => {
      failures = 0
      after(SILENCE, askAgain)
      hear(JSON.parse(String(event.data)))
    }
    opened.onclose = (event) => lost(event.code)
  }

  /** Says something that is always answered. */
  function ask(message: ClientMessage, within = ANSWER) {
    if (!isOpen()) return
    say(message)
    after(within, giveUp)
  }

  /** Subscribing again is the question whether anybody is there, and what was missed. */
  function askAgain(within = ANSWER) {
    for (const listID of listeners.keys()) ask({ type: 'subscribe', listID }, within)
  }

  function hear(message: ServerMessage) {
    if (message.type !== 'message') return tell(listeners.get(message.listID), message)
    for (const greeting of greetings) {
      if (greeting.text !== message.text) continue
      greetings.delete(greeting)
      greeting.delivered()
    }
  }

  function tell(some: Set<Listener> | undefined, heard: ConnectionEvent) {
    for (const listener of some ?? []) listener(heard)
  }

  function hangUp() {
    clearTimeout(timer)
    if (!socket) return
    // Closing a dead connection takes the browser a while; nobody listens to it meanwhile.
    socket.onopen = socket.onmessage = socket.onclose = null
    socket.close()
    socket = undefined
  }

  function giveUp() {
    hangUp()
    lost()
  }

  function lost(code?: number) {
    socket = undefined
    const refused = code === NOT_ALLOWED
    const longest = refused ? LONGEST_WAIT : Math.min(LONGEST_WAIT, SHORTEST_WAIT * 2 ** failures)
    const wait = Math.round(longest * (0.5 + Math.random() / 2))
    failures += 1
    log(`The live connection is gone (${code ?? 'no answer'}); trying again in ${wait} ms.`)
    after(wait, connect)
    if (refused) for (const listener of endings) listener()
    for (const some of listeners.values()) tell(some, { type: refused ? 'ended' : 'lost' })
  }

  function wake() {
    if (isOpen()) return askAgain(ANSWER_AFTER_WAKING)
    if (socket) return
    failures = 0
    connect()
  }

  function need(): Release {
    needed += 1
    if (needed === 1) stopWatching ??= watch(wake, hangUp)
    if (needed === 1 && !socket) connect()
    let released = false
    return () => {
      if (released) return
      released = true
      needed -= 1
      // A moment later, because the next page may need it as well.
      setTimeout(() => {
        if (needed > 0) return
        stopWatching?.()
        stopWatching = undefined
        hangUp()
      })
    }
  }

  return {
    /** Every change of a list, and where the list stands after every gap. */
    subscribe(listID: string, listener: Listener): Release {
      const some = listeners.get(listID) ?? new Set()
      listeners.set(listID, some.add(listener))
      const release = need()
      ask({ type: 'subscribe', listID })
      return () => {
        some.delete(listener)
        if (some.size === 0 && listeners.get(listID) === some) {
          listeners.delete(listID)
          say({ type: 'unsubscribe', listID })
        }
        release()
      }
    },
    /** The server wants nobody here any longer. Told before the lists hear of it; needs no connection itself. */
    onEnded(listener: () => void): Release {
      endings.add(listener)
      return () => void endings.delete(listener)
    },
    /** Sends a greeting once there is a connection; again, if that breaks before it was acknowledged. */
    greet(text: string, delivered: () => void): Release {
      const greeting = { text, delivered }
      greetings.add(greeting)
      const release = need()
      ask({ type: 'message', text })
      return () => {
        greetings.delete(greeting)
        release()
      }
    },
  }
}
