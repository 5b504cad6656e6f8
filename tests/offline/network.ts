import type { Random } from './random.ts'

// A network that loses, doubles and delays what goes through it.

const BAD = 0.3

export interface Sent {
  path: string
  fields: Record<string, string>
}

export interface Network {
  request(path: string, init?: RequestInit): Promise<Response>
  /** What was posted, each attempt. */
  sent: Sent[]
  /** The ids in forms that reached the server. */
  arrived: Set<string | undefined>
  /** Without reception nothing goes through. */
  isDown: boolean
  /** From then on everything arrives. */
  isHealed: boolean
  /** Late requests that are still on the way. */
  held: (() => Promise<unknown>)[]
  /** Requests that the server is answering. */
  active: Set<Promise<unknown>>
  headers: Record<string, string>
  counts: { requests: number; bad: number }
}

const fieldsOf = ({ body }: RequestInit): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(String(body)))

export function createNetwork(url: string, random: Random, headers: Record<string, string>): Network {
  async function reach(path: string, init: RequestInit = {}): Promise<Response> {
    const { signal: _, keepalive: _keepalive, ...rest } = init
    const exchange = fetch(`${url}${path}`, {
      ...rest,
      redirect: 'manual',
      headers: { ...headers, Origin: url, ...init.headers },
    }).then(async (response) => ({ response, text: await response.text() }))
    network.active.add(exchange)
    try {
      const { response, text } = await exchange
      if (init.method === 'POST') network.arrived.add(fieldsOf(init).id)
      const { status } = response
      return new Response(status === 204 ? null : text, { status, headers: response.headers })
    } finally {
      network.active.delete(exchange)
    }
  }

  async function carry(path: string, init?: RequestInit): Promise<Response> {
    if (init?.method === 'POST') {
      network.sent.push({ path, fields: fieldsOf(init) })
    }
    network.counts.requests += 1
    if (network.isHealed) return reach(path, init)
    const isBad = random.chance(BAD)
    const fate = random.pick(['lost', 'answer lost', 'doubled', 'doubled late', 'late'] as const)
    if (network.isDown) throw new TypeError('Failed to fetch')
    if (!isBad) return reach(path, init)
    network.counts.bad += 1
    if (fate === 'lost') throw new TypeError('Failed to fetch')
    if (fate === 'answer lost') {
      await reach(path, init)
      throw new TypeError('Failed to fetch')
    }
    if (fate === 'doubled') return (await Promise.all([reach(path, init), reach(path, init)]))[0]
    if (fate === 'doubled late') {
      network.held.push(() => reach(path, init))
      return reach(path, init)
    }
    return new Promise((resolve) => {
      network.held.push(async () => resolve(await reach(path, init)))
    })
  }

  const network: Network = {
    async request(path, init) {
      const { signal } = init ?? {}
      if (!signal) return carry(path, init)
      const aborted = new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
      })
      return Promise.race([carry(path, init), aborted])
    },
    sent: [],
    arrived: new Set(),
    isDown: false,
    isHealed: false,
    held: [],
    active: new Set(),
    headers,
    counts: { requests: 0, bad: 0 },
  }
  return network
}
