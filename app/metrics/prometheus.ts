// Writes the Prometheus text format 0.0.4. Why without a library: docs/decisions/053-metrics.md

export type Labels = Record<string, string>
type Values = number | undefined | [labels: Labels, value: number][]
export type Read = () => Values | Promise<Values>

interface Metric {
  kind: 'counter' | 'gauge' | 'histogram'
  help: string
  samples(): string[] | Promise<string[]>
}

export function createRegistry() {
  const metrics = new Map<string, Metric>()

  return {
    counter(name: string, help: string, ...labels: string[]) {
      const rows = createRows(labels, () => ({ total: 0 }))
      const samples = () => rows.all().map(([set, { total }]) => sample(name, set, total))
      metrics.set(name, { kind: 'counter', help, samples })
      return {
        add(amount: number, ...values: string[]) {
          rows.of(values).total += amount
        },
      }
    },

    histogram(name: string, help: string, bounds: number[], ...labels: string[]) {
      const rows = createRows(labels, () => ({ buckets: bounds.map(() => 0), sum: 0, count: 0 }))
      const samples = () => rows.all().flatMap(([set, row]) => histogramSamples(name, set, bounds, row))
      metrics.set(name, { kind: 'histogram', help, samples })
      return {
        observe(value: number, ...values: string[]) {
          const row = rows.of(values)
          const bucket = bounds.findIndex((bound) => value <= bound)
          if (bucket >= 0) row.buckets[bucket] = (row.buckets[bucket] ?? 0) + 1
          row.sum += value
          row.count += 1
        },
      }
    },

    collect(kind: 'counter' | 'gauge', name: string, help: string, read: Read) {
      metrics.set(name, { kind, help, samples: () => collectSamples(name, read) })
    },

    async text() {
      const lines: string[] = []
      for (const [name, { kind, help, samples }] of metrics) {
        lines.push(`# HELP ${name} ${help.replaceAll('\\', '\\\\')}`, `# TYPE ${name} ${kind}`)
        lines.push(...(await samples()))
      }
      return `${lines.join('\n')}\n`
    },
  }
}

function createRows<Row>(labels: string[], create: () => Row) {
  const rows = new Map<string, [Labels, Row]>()
  const of = (values: string[]) => {
    const key = values.join('\n')
    const known = rows.get(key)
    if (known) return known[1]
    const row = create()
    rows.set(key, [Object.fromEntries(labels.map((label, at) => [label, values[at] ?? ''])), row])
    return row
  }
  // A metric without labels starts at 0 instead of being absent.
  if (labels.length === 0) of([])
  return { of, all: () => [...rows.values()] }
}

type Buckets = { buckets: number[]; sum: number; count: number }

function histogramSamples(name: string, labels: Labels, bounds: number[], row: Buckets): string[] {
  let below = 0
  const bucketSamples = bounds.map((bound, at) => {
    below += row.buckets[at] ?? 0
    return sample(`${name}_bucket`, { ...labels, le: String(bound) }, below)
  })
  return [
    ...bucketSamples,
    sample(`${name}_bucket`, { ...labels, le: '+Inf' }, row.count),
    sample(`${name}_sum`, labels, row.sum),
    sample(`${name}_count`, labels, row.count),
  ]
}

async function collectSamples(name: string, read: Read): Promise<string[]> {
  try {
    const values = await read()
    if (values === undefined) return []
    const all: [Labels, number][] = typeof values === 'number' ? [[{}, values]] : values
    return all.map(([labels, value]) => sample(name, labels, value))
  } catch {
    // One that fails, such as on a broken database, must not hide the others.
    return []
  }
}

function sample(name: string, labels: Labels, value: number): string {
  const escaped = (text: string) =>
    text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`)
  return `${name}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${value}`
}
