import type { Config } from '#app/config.server.ts'

// Prometheus' text format 0.0.4, written by ourselves: see docs/decisions/053-metrics.md

type Kind = 'counter' | 'gauge' | 'histogram'
type Labels = Record<string, string>
/** What is read when somebody asks: one value, one for each of some labels, or nothing to tell. */
type Values = number | undefined | [labels: Labels, value: number][]

interface Metric {
  kind: Kind
  help: string
  samples(): string[]
}

export interface Metrics {
  counter(name: string, help: string, ...labels: string[]): Counter
  histogram(name: string, help: string, bounds: number[], ...labels: string[]): Histogram
  /** What somebody else counts already: read only when somebody asks. */
  read(kind: 'counter' | 'gauge', name: string, help: string, values: () => Values): void
  text(): string
}

export interface Counter {
  add(amount: number, ...labels: string[]): void
}

export interface Histogram {
  observe(value: number, ...labels: string[]): void
}

/** Whether anybody may read what is counted: otherwise nothing that takes time is. */
export function metricsWanted({ METRICS_TOKEN, METRICS_LOOPBACK }: Config): boolean {
  return METRICS_TOKEN !== '' || METRICS_LOOPBACK === 'on'
}

/** What this process counts of itself. Whoever has something to count makes his counter here. */
export function createMetrics(): Metrics {
  const metrics = new Map<string, Metric>()

  return {
    counter(name, help, ...labels) {
      const counts = new Map<string, { values: string[]; total: number }>()
      // Without labels there is something to tell from the start: nothing yet.
      if (labels.length === 0) counts.set('', { values: [], total: 0 })
      const samples = () =>
        [...counts.values()].map(({ values, total }) => sample(name, named(labels, values), total))
      metrics.set(name, { kind: 'counter', help, samples })
      return {
        add(amount, ...values) {
          const key = values.join('\n')
          const known = counts.get(key)
          if (known) known.total += amount
          else counts.set(key, { values, total: amount })
        },
      }
    },

    histogram(name, help, bounds, ...labels) {
      const rows = new Map<string, Row>()
      const fresh = (values: string[]) => ({ values, inside: bounds.map(() => 0), sum: 0, count: 0 })
      if (labels.length === 0) rows.set('', fresh([]))
      const samples = () =>
        [...rows.values()].flatMap((row) => rowSamples(name, named(labels, row.values), bounds, row))
      metrics.set(name, { kind: 'histogram', help, samples })
      return {
        observe(value, ...values) {
          const key = values.join('\n')
          const row = rows.get(key) ?? fresh(values)
          if (row.count === 0) rows.set(key, row)
          const bucket = bounds.findIndex((bound) => value <= bound)
          if (bucket >= 0) row.inside[bucket] = (row.inside[bucket] ?? 0) + 1
          row.sum += value
          row.count += 1
        },
      }
    },

    read(kind, name, help, values) {
      metrics.set(name, { kind, help, samples: () => readSamples(name, values) })
    },

    text() {
      const lines = [...metrics].flatMap(([name, { kind, help, samples }]) => [
        `# HELP ${name} ${help.replaceAll('\\', '\\\\')}`,
        `# TYPE ${name} ${kind}`,
        ...samples(),
      ])
      return `${lines.join('\n')}\n`
    },
  }
}

interface Row {
  values: string[]
  /** How many fell between each bound and the one before it. */
  inside: number[]
  sum: number
  count: number
}

function rowSamples(name: string, labels: Labels, bounds: number[], { inside, sum, count }: Row): string[] {
  let below = 0
  const buckets = bounds.map((bound, at) => {
    below += inside[at] ?? 0
    return sample(`${name}_bucket`, { ...labels, le: String(bound) }, below)
  })
  return [
    ...buckets,
    sample(`${name}_bucket`, { ...labels, le: '+Inf' }, count),
    sample(`${name}_sum`, labels, sum),
    sample(`${name}_count`, labels, count),
  ]
}

function readSamples(name: string, read: () => Values): string[] {
  try {
    const values = read()
    if (values === undefined) return []
    const all: [Labels, number][] = typeof values === 'number' ? [[{}, values]] : values
    return all.map(([labels, value]) => sample(name, labels, value))
  } catch {
    // A broken database must not hide what the others have to tell.
    return []
  }
}

function named(labels: string[], values: string[]): Labels {
  return Object.fromEntries(labels.map((label, at) => [label, values[at] ?? '']))
}

function sample(name: string, labels: Labels, value: number): string {
  const inside = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`)
  return `${name}${inside.length > 0 ? `{${inside.join(',')}}` : ''} ${value}`
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
}
